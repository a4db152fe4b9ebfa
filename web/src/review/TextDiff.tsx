import { type ReactNode, useMemo, useState } from "react";
import type { DiffLine, TextDiff as Diff } from "../api/types";
import { count } from "../words";
import { RejectButton, type Rejecting } from "./DiffTools";
import { type Row, type Sides, sidesOf, splitRows, unifiedRows } from "./diffRows";
import { MarkedWords } from "./MarkedWords";
import { REFERENCE_NAMES } from "./types";

export type Layout = "split" | "unified";

/** Rows drawn at once: past this the browser takes seconds to lay them out. */
const PAGE = 2000;

interface Props {
  diff: Diff;
  layout: Layout;
  page?: number;
  busy?: boolean;
  onReject?: Rejecting["onReject"];
}

export function TextDiff({ diff, layout, page = PAGE, busy = false, onReject }: Props) {
  const [shown, setShown] = useState(page);
  const rows = useMemo(
    () => (layout === "split" ? splitRows(diff.hunks) : unifiedRows(diff.hunks)),
    [diff, layout],
  );
  const reference = REFERENCE_NAMES[diff.reference_source];
  const rest = rows.length - shown;
  // A new file has no old lines and a deleted one no new ones: no column for their numbers.
  const sides = useMemo(() => sidesOf(diff.hunks), [diff]);
  const numbers = layout === "split" || !sides.old || !sides.new ? 1 : 2;
  return (
    <>
      <table className={`diff diff-${layout}`}>
        <caption className="visually-hidden">What changed, line by line</caption>
        {layout === "split" ? (
          <colgroup>
            <col className="number-column" />
            <col />
            <col className="number-column" />
            <col />
          </colgroup>
        ) : (
          <colgroup>
            <col className="number-column" span={numbers} />
            <col />
          </colgroup>
        )}
        {layout === "split" ? (
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {reference}
              </th>
              <th scope="col" colSpan={2}>
                Draft
              </th>
            </tr>
          </thead>
        ) : (
          <thead>
            <tr>
              <th scope="col" colSpan={numbers + 1}>
                {diff.reference_source === "none" ? "Draft" : `${reference} → Draft`}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.slice(0, shown).map((row, index) =>
            row.kind === "gap" ? (
              <GapRow key={index} row={row} columns={layout === "split" ? 4 : numbers + 1}>
                {row.changeId && onReject && (
                  <RejectButton id={row.changeId} what="these lines" busy={busy} onReject={onReject} />
                )}
              </GapRow>
            ) : layout === "split" ? (
              <tr key={index} {...stop(row)}>
                <Side line={row.left} number={row.left?.old_line} />
                <Side line={row.right} number={row.right?.new_line} />
              </tr>
            ) : (
              <UnifiedRow key={index} row={row} sides={sides} />
            ),
          )}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="diff-more">
          <button type="button" className="button" onClick={() => setShown(shown + page)}>
            Show {Math.min(page, rest).toLocaleString()} of the {count(rest, "line")} left
          </button>
        </p>
      )}
    </>
  );
}

/** Where a change begins is a stop for the keys n and p. */
function stop(row: Row & { kind: "line" }) {
  return row.startsChange ? { "data-change": row.changeId ?? "", tabIndex: -1 } : {};
}

interface GapProps {
  row: Row & { kind: "gap" };
  columns: number;
  children: ReactNode;
}

function GapRow({ row, columns, children }: GapProps) {
  const hidden = row.hidden ?? 0;
  return (
    <tr className="diff-gap">
      <td colSpan={columns}>
        <div className="gap-line">
          <span>{hidden > 0 ? count(hidden, "unchanged line") : row.hidden === 0 ? "" : "⋯"}</span>
          {children}
        </div>
      </td>
    </tr>
  );
}

function UnifiedRow({ row, sides }: { row: Row & { kind: "line" }; sides: Sides }) {
  const line = row.left ?? row.right;
  if (!line) return null;
  return (
    <tr className={`line-${line.type}`} {...stop(row)}>
      {sides.old && <td className="line-number">{line.old_line ?? ""}</td>}
      {sides.new && <td className="line-number">{line.new_line ?? ""}</td>}
      <td className="line-text">
        <LineText line={line} />
      </td>
    </tr>
  );
}

function Side({ line, number }: { line: DiffLine | undefined; number: number | null | undefined }) {
  if (!line) {
    return (
      <>
        <td className="line-number line-absent" />
        <td className="line-text line-absent" />
      </>
    );
  }
  return (
    <>
      <td className={`line-number line-${line.type}`}>{number ?? ""}</td>
      <td className={`line-text line-${line.type}`}>
        <LineText line={line} />
      </td>
    </>
  );
}

const SIGNS = { added: "+", removed: "−", context: "" } as const;
const SPOKEN = { added: "Added: ", removed: "Removed: ", context: "" } as const;

export function LineText({ line }: { line: DiffLine }) {
  return (
    <>
      <span className="line-sign" aria-hidden="true">
        {SIGNS[line.type]}
      </span>
      {line.type !== "context" && <span className="visually-hidden">{SPOKEN[line.type]}</span>}
      <MarkedWords
        text={{ text: line.text, marks: line.marks ?? undefined }}
        side={line.type === "removed" ? "before" : "after"}
      />
    </>
  );
}
