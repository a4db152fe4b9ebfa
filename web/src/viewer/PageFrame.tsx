import type { RefObject } from "react";
import type { Failure } from "../api/failure";
import { FailureCode } from "../shell/FailureCode";
import { Icon } from "../shell/Icon";
import type { Zoom } from "./pages";
import { type DrawnPage, pictureAddress } from "./types";
import "./viewer.css";

interface Props {
  label: string;
  /** Words of what is shown, for those who do not see it. */
  alt: string;
  page: DrawnPage | undefined;
  /** What is shown is the page before; the one asked for is being drawn. */
  waiting: boolean;
  failure: Failure | undefined;
  onRetry: () => void;
  zoom: Zoom;
  /** Width to height of the place kept while a page is drawn. */
  shape: number;
  /** Said in place of a page that this version does not have. */
  absent?: string | undefined;
  frame?: RefObject<HTMLDivElement | null>;
}

/** One page of one version; its place is kept while it is being drawn. */
export function PageFrame(props: Props) {
  const { label, alt, page, waiting, failure, onRetry, zoom, shape, absent, frame } = props;
  return (
    <figure className="page-frame">
      <figcaption>
        {label}
        {page?.scaled_down && <span className="quiet"> · drawn smaller than asked</span>}
      </figcaption>
      <div
        className="page-window"
        data-fit={zoom === "fit" || undefined}
        ref={frame}
        role="region"
        aria-label={label}
        aria-busy={waiting && !failure && absent === undefined}
        tabIndex={0}
      >
        {absent !== undefined ? (
          <p className="viewer-empty">{absent}</p>
        ) : failure ? (
          <PreviewFailed failure={failure} onRetry={onRetry} />
        ) : page ? (
          <img
            className="page-image"
            data-waiting={waiting || undefined}
            src={pictureAddress(page)}
            alt={waiting ? "" : alt}
            draggable={false}
          />
        ) : (
          <div className="page-waiting" style={{ aspectRatio: shape }}>
            <span className="visually-hidden">Drawing the page</span>
          </div>
        )}
      </div>
    </figure>
  );
}

/** A preview that cannot be drawn says so in its place, with what would mend it. */
export function PreviewFailed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <div className="preview-failed" role="alert">
      <Icon name="warning" size={24} />
      <p>
        <strong>Preview unavailable. Try reopening the Draft.</strong>
      </p>
      <p>{failure.info.message}</p>
      <FailureCode code={failure.info.error_code} />
      <button type="button" className="button button-small" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
