import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { count } from "../words";
import { cellText, compareCells, isNumber, tabSeparated, writingOf } from "./cells";
import { readRows } from "./client";
import type { Cell, ResultTable as Result } from "./types";

const ROW_HEIGHT = 31;
const SHOWN_HEIGHT = 372;
/** Rows drawn above and below what is seen, so that a quick scroll shows no gap. */
const BESIDE = 12;
const PAGE = 500;
const NARROWEST = 56;

interface Sorting {
  column: number;
  down: boolean;
}

/** A result's rows: only those in sight are drawn, the rest is fetched page by page. */
export function ResultTable({ result, runId }: { result: Result; runId: string | null }) {
  const [more, setMore] = useState<Cell[][]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(false);
  const [sorting, setSorting] = useState<Sorting>();
  const [widths, setWidths] = useState<Record<number, number>>({});
  const [top, setTop] = useState(0);
  const [copied, setCopied] = useState(false);
  const rows = useMemo(() => [...result.rows, ...more], [result.rows, more]);
  const left = result.total_row_count - rows.length;
  const types = result.column_types;

  const writings = useMemo(
    () =>
      result.columns.map((name, column) =>
        writingOf(name, types[column], rows.map((row) => row[column])),
      ),
    [result.columns, types, rows],
  );

  const sorted = useMemo(() => {
    if (!sorting) return rows;
    const { column, down } = sorting;
    // Equal rows stay as they came: Array.sort is stable.
    const up = [...rows].sort((a, b) =>
      compareCells(a[column] ?? null, b[column] ?? null, types[column]),
    );
    return down ? up.reverse() : up;
  }, [rows, sorting, types]);

  async function load() {
    if (!runId) return;
    setLoading(true);
    setFailure(undefined);
    try {
      const page = await readRows(runId, rows.length, PAGE);
      setMore((before) => [...before, ...page.rows]);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    } finally {
      setLoading(false);
    }
  }

  async function copy() {
    await navigator.clipboard.writeText(tabSeparated(result.columns, sorted));
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1600);
  }

  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - BESIDE);
  const last = Math.min(sorted.length, Math.ceil((top + SHOWN_HEIGHT) / ROW_HEIGHT) + BESIDE);

  return (
    <div className="result-table">
      <div
        className="table-scroll"
        style={{ maxHeight: SHOWN_HEIGHT }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        tabIndex={0}
        role="region"
        aria-label="Result"
      >
        <table aria-rowcount={result.total_row_count + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {result.columns.map((name, column) => (
                <HeaderCell
                  key={column}
                  name={name}
                  numeric={isNumber(types[column])}
                  type={types[column] ?? ""}
                  width={widths[column]}
                  sorted={sorting?.column === column ? (sorting.down ? "descending" : "ascending") : "none"}
                  onSort={() => setSorting((now) => nextSorting(now, column))}
                  onWidth={(width) => setWidths((now) => ({ ...now, [column]: width }))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && (
              <tr aria-hidden="true">
                <td colSpan={result.columns.length} className="spacer" style={{ height: first * ROW_HEIGHT }} />
              </tr>
            )}
            {sorted.slice(first, last).map((row, index) => (
              <tr key={first + index} aria-rowindex={first + index + 2}>
                {row.map((cell, column) => (
                  <td key={column} className={isNumber(types[column]) ? "numeric" : undefined}>
                    {cell === null ? (
                      <span className="null">null</span>
                    ) : (
                      cellText(cell, writings[column] ?? writingOf("", undefined, []))
                    )}
                  </td>
                ))}
              </tr>
            ))}
            {last < sorted.length && (
              <tr aria-hidden="true">
                <td
                  colSpan={result.columns.length}
                  className="spacer"
                  style={{ height: (sorted.length - last) * ROW_HEIGHT }}
                />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <div className="table-foot">
        <span className="quiet">
          {left > 0
            ? `${rows.length.toLocaleString()} of ${count(result.total_row_count, "row")}`
            : count(result.total_row_count, "row")}
          {sorting && left > 0 ? " · sorted among those shown" : ""}
        </span>
        <span className="table-actions">
          {left > 0 && runId && (
            <button type="button" className="button button-small" disabled={loading} onClick={() => void load()}>
              Show {Math.min(PAGE, left).toLocaleString()} more
            </button>
          )}
          <button type="button" className="button button-small" onClick={() => void copy()}>
            <Icon name={copied ? "check" : "copy"} size={15} />
            {copied ? "Copied" : "Copy"}
          </button>
        </span>
      </div>
      {failure && <FailureNote failure={failure} onRetry={() => void load()} />}
    </div>
  );
}

/** Up, then down, then as it came. */
function nextSorting(now: Sorting | undefined, column: number): Sorting | undefined {
  if (now?.column !== column) return { column, down: false };
  return now.down ? undefined : { column, down: true };
}

interface HeaderProps {
  name: string;
  numeric: boolean;
  type: string;
  width: number | undefined;
  sorted: "ascending" | "descending" | "none";
  onSort: () => void;
  onWidth: (width: number) => void;
}

function HeaderCell({ name, numeric, type, width, sorted, onSort, onWidth }: HeaderProps) {
  const cell = useRef<HTMLTableCellElement>(null);

  function drag(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault();
    const grip = event.currentTarget;
    const start = event.clientX - (cell.current?.offsetWidth ?? 0);
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) =>
      onWidth(Math.max(NARROWEST, moved.clientX - start));
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", () => grip.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  function keys(event: KeyboardEvent) {
    const step = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (!step) return;
    event.preventDefault();
    onWidth(Math.max(NARROWEST, (cell.current?.offsetWidth ?? 120) + step));
  }

  return (
    <th
      ref={cell}
      scope="col"
      className={numeric ? "numeric" : undefined}
      aria-sort={sorted}
      style={width ? { width, minWidth: width, maxWidth: width } : undefined}
    >
      <button type="button" className="sort" onClick={onSort} title={`${name} (${type})`}>
        <span className="column-name">{name}</span>
        <span className="sort-mark" aria-hidden="true">
          {sorted === "ascending" ? "▲" : sorted === "descending" ? "▼" : ""}
        </span>
      </button>
      <span
        className="grip"
        role="separator"
        aria-orientation="vertical"
        aria-label={`Width of ${name}`}
        aria-valuenow={width ?? NARROWEST}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={keys}
      />
    </th>
  );
}
