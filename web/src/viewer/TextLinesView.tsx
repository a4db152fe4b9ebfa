import { useEffect } from "react";
import { rpc } from "../api/client";
import { FailureNote } from "../shell/FailureNote";
import { linesOf } from "./textLines";
import { useRowScroll } from "./useRowScroll";
import { useWindows } from "./useWindows";
import "./viewer.css";

const LINE_HEIGHT = 21;
const LINES = 200;
/** Characters drawn of one line; a file may be a single line of many megabytes. */
const LONGEST = 4000;

interface Props {
  workbenchId: string;
  path: string;
  version: "active" | "draft" | "published";
  id: string;
  total: number;
}

/** The lines of a text file; only those in sight are read and drawn. */
export function TextLinesView({ workbenchId, path, version, id, total }: Props) {
  const windows = useWindows<string[]>(id, async (index, signal) => {
    const read = await rpc(
      "TextReadLines",
      { workbench_id: workbenchId, path, version, line_start: index * LINES + 1, line_count: LINES },
      signal,
    );
    return linesOf(read.text);
  });
  const { scroller, sight, onScroll } = useRowScroll(total, LINE_HEIGHT);
  const { want } = windows;
  const first = Math.floor(sight.first / LINES);
  const last = Math.floor(Math.max(0, sight.last - 1) / LINES);
  useEffect(() => {
    if (total > 0) want(first, last);
  }, [want, first, last, total]);

  if (windows.failure && !windows.any) {
    return <FailureNote failure={windows.failure} onRetry={windows.retry} />;
  }
  if (total === 0) return <p className="viewer-empty">This file is empty.</p>;
  const lines = Array.from({ length: sight.last - sight.first }, (_, at) => sight.first + at);
  return (
    <>
      <div
        className="text-lines"
        role="region"
        aria-label={`Text of ${path}`}
        aria-busy={!windows.any}
        tabIndex={0}
        ref={scroller}
        onScroll={onScroll}
      >
        <div style={{ height: sight.above }} />
        {lines.map((line) => {
          const text = windows.get(Math.floor(line / LINES))?.[line % LINES];
          return (
            <div key={line} className="text-line" style={{ height: LINE_HEIGHT }}>
              <span className="text-number">{line + 1}</span>
              <span className={text === undefined ? "text-content cell-waiting" : "text-content"}>
                {text === undefined ? " " : text.slice(0, LONGEST)}
                {text !== undefined && text.length > LONGEST && (
                  <span className="quiet"> … {(text.length - LONGEST).toLocaleString()} characters more</span>
                )}
              </span>
            </div>
          );
        })}
        <div style={{ height: sight.below }} />
      </div>
      {windows.failure && <FailureNote failure={windows.failure} onRetry={windows.retry} />}
    </>
  );
}
