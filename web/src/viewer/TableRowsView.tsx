import { useEffect, useMemo, useState } from "react";
import { cellText, writingOf } from "../analyst/cells";
import { MissingValue } from "../analyst/MissingValue";
import type { Cell } from "../analyst/types";
import { rpc } from "../api/client";
import { FailureNote } from "../shell/FailureNote";
import { count } from "../words";
import { Room } from "./SheetGrid";
import type { TableRows } from "./types";
import { useRowScroll } from "./useRowScroll";
import { useWindows } from "./useWindows";
import "./viewer.css";

const ROW_HEIGHT = 29;
const ROWS = 200;
/** Columns drawn at once: a table may have thousands. */
const MOST_COLUMNS = 60;

interface Props {
  workbenchId: string;
  path: string;
  version: "active" | "draft" | "published";
  id: string;
  /** The column to bring into sight, 0-based. */
  column?: number | undefined;
}

/** The rows of a table; only those in sight are read and drawn. */
export function TableRowsView({ workbenchId, path, version, id, column = 0 }: Props) {
  const windows = useWindows<TableRows>(id, (index, signal) =>
    rpc(
      "TabularReadRows",
      { workbench_id: workbenchId, path, version, row_start: index * ROWS + 1, row_count: ROWS },
      signal,
    ),
  );
  const table = windows.any;
  const total = table?.total_rows ?? 0;
  const { scroller, sight, onScroll } = useRowScroll(total, ROW_HEIGHT);
  const { want } = windows;
  const first = Math.floor(sight.first / ROWS);
  const last = Math.floor(Math.max(0, sight.last - 1) / ROWS);
  useEffect(() => want(first, last), [want, first, last]);

  const all = table?.columns ?? [];
  const [start, setStart] = useState(0);
  const totalColumns = all.length;
  useEffect(() => {
    setStart(Math.max(0, Math.min(column, totalColumns - MOST_COLUMNS)));
  }, [column, totalColumns]);
  const columns = all.slice(start, start + MOST_COLUMNS);
  const types = (table?.column_types ?? []).slice(start, start + MOST_COLUMNS);
  const writings = useMemo(
    () =>
      columns.map((name, at) =>
        writingOf(name, types[at], (table?.rows ?? []).map((row) => row[start + at] as Cell), {
          source: true,
        }),
      ),
    [table, start],
  );
  useEffect(() => {
    const header = scroller.current?.querySelector(`[data-column="${column}"]`);
    if (column > 0) header?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [column, start, scroller]);

  if (windows.failure && !table) {
    return <FailureNote failure={windows.failure} onRetry={windows.retry} />;
  }
  const rows = Array.from({ length: sight.last - sight.first }, (_, at) => sight.first + at);
  return (
    <>
      <div
        className="sheet table-rows"
        role="region"
        aria-label={`Rows of ${path}`}
        aria-busy={!table}
        tabIndex={0}
        ref={scroller}
        onScroll={onScroll}
      >
        {!table ? (
          <div className="sheet-waiting" />
        ) : (
          <table aria-rowcount={total + 1}>
            <thead>
              <tr aria-rowindex={1}>
                <th className="sheet-corner">
                  <span className="visually-hidden">Row</span>
                </th>
                {columns.map((name, at) => (
                  <th
                    key={at}
                    scope="col"
                    data-column={start + at}
                    title={`${name} (${types[at]})`}
                    className={writings[at]?.right ? "numeric" : undefined}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Room height={sight.above} span={columns.length + 1} />
              {rows.map((row) => {
                const window = windows.get(Math.floor(row / ROWS));
                const cells = window?.rows[row + 1 - window.row_start];
                return (
                  <tr key={row} aria-rowindex={row + 2} style={{ height: ROW_HEIGHT }}>
                    <th scope="row">{(row + 1).toLocaleString()}</th>
                    {columns.map((_, at) => (
                      <TableCell
                        key={at}
                        cell={cells ? (cells[start + at] as Cell) : undefined}
                        numeric={writings[at]?.right ?? false}
                        text={(cell) => cellText(cell, writings[at] ?? writingOf("", undefined, []))}
                      />
                    ))}
                  </tr>
                );
              })}
              <Room height={sight.below} span={columns.length + 1} />
            </tbody>
          </table>
        )}
      </div>
      {windows.failure && <FailureNote failure={windows.failure} onRetry={windows.retry} />}
      <p className="quiet viewer-foot">
        {table ? `${count(total, "row")}, ${count(totalColumns, "column")}` : " "}
        {totalColumns > MOST_COLUMNS && (
          <>
            <span>
              columns {start + 1}–{start + columns.length} are shown
            </span>
            <button
              type="button"
              className="button button-small"
              disabled={start === 0}
              onClick={() => setStart(Math.max(0, start - MOST_COLUMNS))}
            >
              Columns before
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={start + columns.length >= totalColumns}
              onClick={() => setStart(Math.min(totalColumns - MOST_COLUMNS, start + MOST_COLUMNS))}
            >
              Columns after
            </button>
          </>
        )}
      </p>
    </>
  );
}

interface CellProps {
  cell: Cell | undefined;
  numeric: boolean;
  text: (cell: Exclude<Cell, null>) => string;
}

function TableCell({ cell, numeric, text }: CellProps) {
  if (cell === undefined) return <td className="cell-waiting" />;
  if (cell === null) {
    return (
      <td className={numeric ? "numeric" : undefined}>
        <MissingValue />
      </td>
    );
  }
  const shown = text(cell);
  return (
    <td className={numeric ? "numeric" : undefined} title={shown}>
      {shown}
    </td>
  );
}
