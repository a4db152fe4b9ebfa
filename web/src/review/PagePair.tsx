import { useEffect, useRef, useState } from "react";
import type { Change } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { PageControls } from "../viewer/PageControls";
import { PageFrame } from "../viewer/PageFrame";
import { type PagedKind, pageWord, readReviewPage, scaleOf, usualShape, type Zoom } from "../viewer/pages";
import type { DrawnPage } from "../viewer/types";
import { useKept } from "../viewer/useKept";
import { useScrollTogether } from "../viewer/useScrollTogether";
import { isShortcut } from "./useChangeSteps";
import { usePageSearch } from "./usePageSearch";

type Side = "published" | "draft";

interface Props {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
  kind: PagedKind;
  index: number;
  onIndex: (index: number) => void;
}

/** A page as it is published beside the same page of the Draft. */
export default function PagePair({ workbenchId, changeSetHash, change, kind, index, onIndex }: Props) {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const id = `${changeSetHash}/${change.path}`;
  const asked = { workbenchId, path: change.path, kind, id, index, scale: scaleOf(zoom) };
  const published = useSide("published", change.change_type !== "added", asked);
  const draft = useSide("draft", change.change_type !== "deleted", asked);
  const counts = [published.count, draft.count].filter((count) => count !== undefined);
  const count = counts.length > 0 ? Math.max(...counts) : undefined;
  const left = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  useScrollTogether(left, right, change.path);
  const word = pageWord(kind);
  const both = published.there && draft.there;
  const search = usePageSearch(workbenchId, change.path, kind, id, onIndex);
  const same =
    !published.waiting &&
    !draft.waiting &&
    published.page !== undefined &&
    draft.page !== undefined &&
    published.page.bytes_base64 === draft.page.bytes_base64;

  const { seek } = search;
  useEffect(() => {
    if (!both || count === undefined) return;
    function key(event: KeyboardEvent) {
      if (!isShortcut(event) || count === undefined) return;
      if (event.key === "n") seek(index, 1, count);
      else if (event.key === "p") seek(index, -1, count);
    }
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [both, count, index, seek]);

  const frame = (side: Side, label: string) => {
    const shown = side === "published" ? published : draft;
    return (
      <PageFrame
        label={label}
        alt={`${word} ${index + 1} of ${change.path}, ${label}`}
        page={shown.page}
        waiting={shown.waiting}
        failure={shown.failure}
        onRetry={shown.retry}
        zoom={zoom}
        shape={usualShape(kind)}
        absent={shown.absent ? `There is no ${word.toLowerCase()} ${index + 1} here.` : undefined}
        frame={side === "published" ? left : right}
      />
    );
  };

  return (
    <div className="page-pair">
      <PageControls word={word} index={index} count={count} zoom={zoom} onIndex={onIndex} onZoom={setZoom}>
        {both && count !== undefined && (
          <button
            type="button"
            className="button button-small"
            title={`Next ${word.toLowerCase()} that differs (n)`}
            disabled={search.at !== undefined || index + 1 >= count}
            onClick={() => seek(index, 1, count)}
          >
            Next that differs
          </button>
        )}
        <span className="quiet page-told" role="status">
          {search.at !== undefined
            ? `Looking at ${word.toLowerCase()} ${search.at + 1} of ${count ?? "…"}`
            : search.none
              ? `No further ${word.toLowerCase()} differs.`
              : same
                ? `This ${word.toLowerCase()} looks the same.`
                : ""}
        </span>
      </PageControls>
      <div className={both ? "pair" : "pair pair-single"}>
        {published.there && frame("published", "Published (current preview)")}
        {draft.there && frame("draft", change.change_type === "added" ? "New file" : "Draft")}
      </div>
    </div>
  );
}

interface SideAsked {
  workbenchId: string;
  path: string;
  kind: PagedKind;
  id: string;
  index: number;
  scale: number;
}

interface SideShown {
  /** Whether this version has the file at all. */
  there: boolean;
  page: DrawnPage | undefined;
  waiting: boolean;
  count: number | undefined;
  /** The version has fewer pages. */
  absent: boolean;
  failure: ReturnType<typeof useLoaded>["failure"];
  retry: () => void;
}

function useSide(version: Side, there: boolean, asked: SideAsked): SideShown {
  const { workbenchId, path, kind, id, index, scale } = asked;
  const [count, setCount] = useState<{ id: string; count: number }>();
  const known = count?.id === id ? count.count : undefined;
  const beyond = known !== undefined && index >= known;
  const loaded = useLoaded<DrawnPage | null>(
    `${version}/${id}/${there && !beyond ? `${index}/${scale}` : "none"}`,
    async (signal) =>
      there && !beyond
        ? readReviewPage(kind, { workbenchId, path, version, index, scale }, signal)
        : null,
  );
  const { value } = loaded;
  useEffect(() => {
    if (value) setCount({ id, count: value.count });
  }, [value, id]);
  const kept = useKept(value ?? undefined, `${version}/${id}`);
  // Before the first page of this version is there, how many it has is known by refusal alone.
  const refused = loaded.failure?.info.error_code === "VALIDATION_FAILED";
  return {
    there,
    page: beyond || refused ? undefined : kept,
    waiting: value === undefined,
    count: known,
    absent: there && (beyond || refused),
    failure: value || refused ? undefined : loaded.failure,
    retry: () => void loaded.reload(),
  };
}
