import type { ReactNode } from "react";
import type { Failure } from "../api/failure";
import { Link, paths } from "../router";
import { FailureCode } from "./FailureCode";
import { Icon } from "./Icon";

interface Props {
  failure: Failure;
  onRetry?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
  /** Further ways out, such as a link to Review. */
  children?: ReactNode;
}

/** What went wrong, in the server's words, with what can be done about it. */
export function FailureNote({ failure, onRetry, onDismiss, children }: Props) {
  return (
    <div className="note note-bad" role="alert">
      <Icon name="warning" />
      <div className="note-text">
        <p>{failure.info.message}</p>
        <FailureCode code={failure.info.error_code} path={failure.info.path} />
      </div>
      <div className="note-actions">
        {children}
        {/* Deleted in another window, say: nothing on this page leads on. */}
        {failure.status === 404 && !children && (
          <Link className="button button-small" href={paths.home()}>
            All workbenches
          </Link>
        )}
        {onRetry && (
          <button type="button" className="button button-small" onClick={onRetry}>
            Try again
          </button>
        )}
        {onDismiss && (
          <button
            type="button"
            className="button button-small button-bare"
            onClick={onDismiss}
            aria-label="Dismiss this message"
          >
            <Icon name="cross" size={16} />
          </button>
        )}
      </div>
    </div>
  );
}
