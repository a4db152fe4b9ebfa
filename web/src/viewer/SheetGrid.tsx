import { type RefObject, useEffect, useMemo, useState } from "react";
import { FailureNote } from "../shell/FailureNote";
import {
  type Area,
  COLUMNS,
  columnName,
  columnsDrawn,
  columnWidth,
  lookOf,
  shownText,
  spansWithin,
  WIDEST_OF_PAIR,
  widthsByContent,
} from "./cells";
import { ColumnGrip } from "./ColumnGrip";
import type { Grid, GridCell } from "./types";
import { useRowScroll } from "./useRowScroll";
import { useWindows } from "./useWindows";
import "./viewer.css";

const ROW_HEIGHT = 25;
const ROWS = 100;
const NUMBER_WIDTH = 52;

export interface GridWindow {
  row_start: number;
  row_count: number;
  col_start: number;
  col_count: number;
}

export type CellMark = "added" | "removed" | "changed";

/** By the number of the column, 0-based in the sheet. */
export type Widths = Readonly<Record<number, number>>;

export interface SharedWidths {
  /** What stands in both sheets needs so much. */
  needed: Widths;
  /** The reader made them so wide. */
  chosen: Widths;
  onChoose: (column: number, width: number) => void;
}

interface Props {
  /** Names what is shown: another means other cells. */
  id: string;
  label: string;
  load: (window: GridWindow, signal: AbortSignal) => Promise<Grid>;
  /** First column shown, 0-based. */
  columnStart?: number;
  /** Columns of the sheet beside this one: so many are drawn at least, so that both scroll alike. */
  columnCount?: number;
  /** Marks by address ("B3"), whole rows by number ("3"), whole columns by letter ("B"). */
  marks?: ReadonlyMap<string, CellMark>;
  /** The cell to bring into sight; a new object does so again. */
  focus?: { row: number; column: number } | undefined;
  /** Widths of columns that the sheet beside this one needs or was given: both scroll alike. */
  shared?: SharedWidths;
  frame?: RefObject<HTMLDivElement | null>;
  onGrid?: (grid: Grid) => void;
}

/** A sheet as its workbook shows it; rows come as they are scrolled to. */
export function SheetGrid(props: Props) {
  const { id, label, load, columnStart = 0, columnCount = 0, marks, focus, shared, frame, onGrid } = props;
  const [own, setOwn] = useState<Widths>({});
  const chosen = shared?.chosen ?? own;
  const choose = shared?.onChoose ?? ((column, width) => setOwn((now) => ({ ...now, [column]: width })));
  const windows = useWindows(`${id}/${columnStart}`, (index, signal) =>
    load({ row_start: index * ROWS, row_count: ROWS, col_start: columnStart, col_count: COLUMNS }, signal),
  );
  const grid = windows.any;
  const total = grid?.total_rows ?? 0;
  const { scroller, sight, onScroll, show } = useRowScroll(total, ROW_HEIGHT);
  const { want } = windows;
  const firstWindow = Math.floor(sight.first / ROWS);
  const lastWindow = Math.floor(Math.max(0, sight.last - 1) / ROWS);
  useEffect(() => want(firstWindow, lastWindow), [want, firstWindow, lastWindow]);
  useEffect(() => {
    if (grid) onGrid?.(grid);
  }, [grid, onGrid]);
  const ready = total > 0;
  const drawn = columnsDrawn(grid?.col_count, columnCount - columnStart);
  const most = shared ? WIDEST_OF_PAIR : undefined;
  const contents = useMemo(() => (grid ? widthsByContent(grid, most) : []), [grid, most]);
  const needed = shared?.needed;
  const widthAt = (at: number) =>
    chosen[columnStart + at] ??
    Math.max(columnWidth(grid?.column_widths[at]), contents[at] ?? 0, needed?.[columnStart + at] ?? 0);
  useEffect(() => {
    if (!focus || !ready) return;
    show(focus.row);
    let left = 0;
    for (let at = 0; at < focus.column - columnStart; at += 1) left += widthAt(at);
    const element = scroller.current;
    if (!element) return;
    const ownWidth = widthAt(focus.column - columnStart);
    // What fits beside the first columns is shown beside them.
    const fits = NUMBER_WIDTH + left + ownWidth <= element.clientWidth;
    element.scrollLeft = fits ? 0 : Math.max(0, left - 60);
    // The widths of the first window that came are enough; later ones must not scroll again.
  }, [focus, ready, show, columnStart, drawn]);

  const columns = useMemo(() => {
    const hidden = new Set(grid?.hidden_columns ?? []);
    return Array.from({ length: drawn }, (_, at) => ({
      at,
      name: columnName(columnStart + at),
      width: widthAt(at),
    })).filter(({ at }) => !hidden.has(columnStart + at));
  }, [grid, columnStart, drawn, contents, chosen, needed]);
  const width = columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH);

  const merged = useMemo(() => {
    const all = new Set<string>();
    for (let index = firstWindow; index <= lastWindow; index += 1) {
      for (const address of windows.get(index)?.merged ?? []) all.add(address);
    }
    const area: Area = {
      top: sight.first,
      left: columnStart,
      bottom: sight.last - 1,
      right: columnStart + (grid?.col_count ?? 1) - 1,
    };
    return spansWithin([...all], area);
  }, [grid, windows.get(firstWindow), windows.get(lastWindow), sight.first, sight.last, columnStart]);

  if (windows.failure && !grid) {
    return <FailureNote failure={windows.failure} onRetry={windows.retry} />;
  }
  const rows = Array.from({ length: sight.last - sight.first }, (_, at) => sight.first + at);
  const span = columns.length + 1;
  return (
    <>
      <div
        className="sheet"
        role="region"
        aria-label={label}
        aria-busy={!grid}
        tabIndex={0}
        onScroll={onScroll}
        ref={(element) => {
          scroller.current = element;
          if (frame) frame.current = element;
        }}
      >
        {!grid ? (
          <div className="sheet-waiting" />
        ) : total === 0 ? (
          <p className="viewer-empty">This sheet is empty.</p>
        ) : (
          <table aria-rowcount={total + 1} style={{ width }}>
            <colgroup>
              <col style={{ width: NUMBER_WIDTH }} />
              {columns.map((column) => (
                <col key={column.name} style={{ width: column.width }} />
              ))}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                <th className="sheet-corner">
                  <span className="visually-hidden">Row</span>
                </th>
                {columns.map(({ at, name, width: wide }) => (
                  <th key={name} scope="col" data-mark={marks?.get(name)}>
                    {name}
                    <ColumnGrip
                      name={`column ${name}`}
                      width={wide}
                      pointerOnly
                      onWidth={(to) => choose(columnStart + at, to)}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Room height={sight.above} span={span} />
              {rows.map((row) => {
                const window = windows.get(Math.floor(row / ROWS));
                const cells = window?.cells[row - window.row_start];
                return (
                  <tr key={row} aria-rowindex={row + 2} style={{ height: ROW_HEIGHT }}>
                    <th scope="row" data-mark={marks?.get(String(row + 1))}>
                      {row + 1}
                    </th>
                    {columns.map(({ at, name }) => {
                      const address = `${name}${row + 1}`;
                      if (merged.covered.has(address)) return null;
                      const span = merged.spans.get(address);
                      return (
                        <Cell
                          key={name}
                          cell={cells?.[at]}
                          beyond={at >= (grid?.col_count ?? 0)}
                          span={span}
                          mark={marks?.get(address) ?? marks?.get(String(row + 1)) ?? marks?.get(name)}
                          focused={focus?.row === row && focus.column === columnStart + at}
                        />
                      );
                    })}
                  </tr>
                );
              })}
              <Room height={sight.below} span={span} />
            </tbody>
          </table>
        )}
      </div>
      {windows.failure && <FailureNote failure={windows.failure} onRetry={windows.retry} />}
    </>
  );
}

/** The room that rows out of sight would take. */
export function Room({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="room">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

interface CellProps {
  cell: GridCell | undefined;
  /** The sheet itself does not reach so far. */
  beyond: boolean;
  span: { rows: number; cols: number } | undefined;
  mark: CellMark | undefined;
  focused: boolean;
}

function Cell({ cell, beyond, span, mark, focused }: CellProps) {
  const spanned = span && { rowSpan: span.rows, colSpan: span.cols };
  if (!cell) {
    return <td {...spanned} data-focus={focused || undefined} className={beyond ? undefined : "cell-waiting"} />;
  }
  const text = shownText(cell);
  const formula = cell.formula && (cell.formula.startsWith("=") ? cell.formula : `=${cell.formula}`);
  return (
    <td
      {...spanned}
      style={lookOf(cell)}
      data-mark={mark}
      data-focus={focused || undefined}
      title={formula || text}
    >
      {mark && <span className="visually-hidden">{SPOKEN[mark]} </span>}
      {/* A formula whose result the file does not hold shows itself. */}
      {text === "" && formula ? <span className="uncalculated">{formula}</span> : text}
    </td>
  );
}

const SPOKEN: Record<CellMark, string> = { added: "Added:", removed: "Removed:", changed: "Changed:" };
