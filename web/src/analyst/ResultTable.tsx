import { useEffect, useMemo, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { ColumnGrip } from "../viewer/ColumnGrip";
import { useRowScroll } from "../viewer/useRowScroll";
import { useWindows } from "../viewer/useWindows";
import { count } from "../words";
import { cellText, compareCells, exactText, tabSeparated, type Writing, writingOf } from "./cells";
import { MissingValue } from "./MissingValue";
import type { Period } from "./periods";
import { PAGE, rowsFrom, WHOLE } from "./resultRows";
import type { Cell, ResultTable as Result } from "./types";

const ROW_HEIGHT = 31;
const SHOWN_HEIGHT = 372;

interface Sorting {
  column: number;
  down: boolean;
}

interface Props {
  result: Result;
  /** What the dates of each column stand for. */
  periods: readonly (Period | undefined)[];
  runId: string | null;
}

/** A result's rows: only those in sight are drawn, the rest is read when it comes in sight. */
export function ResultTable({ result, periods, runId }: Props) {
  const total = runId ? result.total_row_count : result.rows.length;
  // All rows, once they were needed together.
  const [whole, setWhole] = useState<Cell[][] | undefined>(
    result.rows.length >= total ? (result.rows as Cell[][]) : undefined,
  );
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(false);
  const [sorting, setSorting] = useState<Sorting>();
  const [widths, setWidths] = useState<Record<number, number>>({});
  const [copied, setCopied] = useState(false);
  const types = result.column_types;
  const tooMany = total > WHOLE;

  const windows = useWindows<Cell[][]>(runId ?? "", (index, signal) =>
    rowsFrom(runId ?? "", index * PAGE, Math.min(PAGE, total - index * PAGE), signal),
  );
  const { scroller, sight, onScroll } = useRowScroll(total, ROW_HEIGHT);
  const { want } = windows;
  const first = Math.floor(sight.first / PAGE);
  const last = Math.floor(Math.max(0, sight.last - 1) / PAGE);
  // What the answer brought along need not be read again.
  const read = whole !== undefined || sight.last <= result.rows.length;
  useEffect(() => {
    if (!read) want(first, last);
  }, [read, want, first, last]);

  const writings = useMemo(
    () =>
      result.columns.map((name, column) =>
        writingOf(
          name,
          types[column],
          result.rows.map((row) => row[column] as Cell),
          { period: periods[column] },
        ),
      ),
    [result, types, periods],
  );

  const sorted = useMemo(() => {
    if (!sorting || !whole) return whole;
    const { column, down } = sorting;
    // Equal rows stay as they came: Array.sort is stable.
    const up = [...whole].sort((a, b) =>
      compareCells(a[column] ?? null, b[column] ?? null, types[column]),
    );
    return down ? up.reverse() : up;
  }, [whole, sorting, types]);

  function rowAt(row: number): Cell[] | undefined {
    if (sorted) return sorted[row];
    const brought = result.rows[row] as Cell[] | undefined;
    return brought ?? windows.get(Math.floor(row / PAGE))?.[row % PAGE];
  }

  /** Return all rows, or nothing when they cannot be read. */
  async function all(): Promise<Cell[][] | undefined> {
    if (whole || !runId) return whole;
    setLoading(true);
    setFailure(undefined);
    try {
      const rows = await rowsFrom(runId, 0, total);
      setWhole(rows);
      return rows;
    } catch (thrown) {
      setFailure(asFailure(thrown));
      return undefined;
    } finally {
      setLoading(false);
    }
  }

  async function sort(column: number) {
    if (await all()) setSorting((now) => nextSorting(now, column));
  }

  async function copy() {
    const rows = await all();
    if (!rows) return;
    await navigator.clipboard.writeText(tabSeparated(result.columns, sorted ?? rows));
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1600);
  }

  const shown = Array.from({ length: sight.last - sight.first }, (_, at) => sight.first + at);
  return (
    <div className="result-table">
      <div
        ref={scroller}
        className="table-scroll"
        style={{ maxHeight: SHOWN_HEIGHT }}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label="Result"
        aria-busy={loading}
      >
        <table aria-rowcount={total + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {result.columns.map((name, column) => (
                <HeaderCell
                  key={column}
                  name={name}
                  numeric={writings[column]?.right ?? false}
                  type={types[column] ?? ""}
                  width={widths[column]}
                  sorted={sorting?.column === column ? (sorting.down ? "descending" : "ascending") : "none"}
                  onSort={tooMany || loading ? undefined : () => void sort(column)}
                  onWidth={(width) => setWidths((now) => ({ ...now, [column]: width }))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer height={sight.above} span={result.columns.length} />
            {shown.map((row) => (
              <tr key={row} aria-rowindex={row + 2}>
                <RowCells cells={rowAt(row)} writings={writings} />
              </tr>
            ))}
            <Spacer height={sight.below} span={result.columns.length} />
          </tbody>
        </table>
      </div>
      <div className="table-foot">
        <span className="quiet">
          {count(total, "row")}
          {tooMany && ` · to sort more than ${WHOLE.toLocaleString()} rows, ask for them in order`}
        </span>
        <span className="table-actions">
          <button
            type="button"
            className="button button-small"
            disabled={tooMany || loading}
            title={tooMany ? "Too many rows for the clipboard: download them" : undefined}
            onClick={() => void copy()}
          >
            <Icon name={copied ? "check" : "copy"} size={15} />
            {copied ? "Copied" : "Copy"}
          </button>
        </span>
      </div>
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}
      {windows.failure && <FailureNote failure={windows.failure} onRetry={windows.retry} />}
    </div>
  );
}

/** Room for the rows that are not drawn. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={span} className="spacer" style={{ height }} />
    </tr>
  );
}

interface RowProps {
  cells: Cell[] | undefined;
  writings: readonly Writing[];
}

/** The cells of one row; a row that is being read has its room already. */
function RowCells({ cells, writings }: RowProps) {
  return writings.map((writing, column) => {
    if (!cells) return <td key={column} className="cell-waiting" />;
    const cell = cells[column] ?? null;
    return (
      <td key={column} className={writing.right ? "numeric" : undefined} title={exactText(cell, writing)}>
        {cell === null ? <MissingValue /> : cellText(cell, writing)}
      </td>
    );
  });
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
  /** Absent where the rows are too many to be sorted here. */
  onSort: (() => void) | undefined;
  onWidth: (width: number) => void;
}

function HeaderCell({ name, numeric, type, width, sorted, onSort, onWidth }: HeaderProps) {
  return (
    <th
      scope="col"
      className={numeric ? "numeric" : undefined}
      aria-sort={sorted}
      style={width ? { width, minWidth: width, maxWidth: width } : undefined}
    >
      <button
        type="button"
        className="sort"
        disabled={!onSort}
        onClick={onSort}
        title={`${name} (${type})`}
      >
        <span className="column-name">{name}</span>
        <span className="sort-mark" aria-hidden="true">
          {sorted === "ascending" ? "▲" : sorted === "descending" ? "▼" : ""}
        </span>
      </button>
      <ColumnGrip name={name} width={width} onWidth={onWidth} />
    </th>
  );
}
