/** Changes of a workbook: where they stand in either version, and their words. */
import { areaOf, columnName } from "../viewer/cells";
import type { CellMark } from "../viewer/SheetGrid";
import { count } from "../words";
import { differencesOf, spoken } from "./describeChange";
import type { CellChange, Difference } from "./types";

export interface DescribedCell {
  id: string;
  type: string;
  sheet: string | null;
  /** "B3", "Row 4", "Chart 1". */
  where: string;
  /** What of it changed: "Value", "Formula", "Format", or "Row inserted". */
  aspects: string[];
  before: string;
  after: string;
  beforeFormula?: string | undefined;
  afterFormula?: string | undefined;
  differences: Difference[];
  /** Where to look, 0-based, in the Draft and in the reference. */
  place?: { row: number; column: number } | undefined;
  oldPlace?: { row: number; column: number } | undefined;
}

const ASPECTS: Record<string, string> = {
  value: "Value",
  formula: "Formula",
  result: "Result",
  format: "Format",
};

type Side = CellChange["before"];

const sideText = (side: Side): string =>
  side == null || side.value === null
    ? ""
    : typeof side.value === "boolean"
      ? String(side.value).toUpperCase()
      : String(side.value);

const withEquals = (formula: string | null | undefined): string | undefined =>
  formula == null ? undefined : formula.startsWith("=") ? formula : `=${formula}`;

function placeOf(cell: string | null | undefined, row: number | null | undefined) {
  const area = cell == null ? undefined : areaOf(cell);
  if (area) return { row: area.top, column: area.left };
  return row == null ? undefined : { row: row - 1, column: 0 };
}

export function describeCell(change: CellChange): DescribedCell {
  const listed = listedValues(change.values ?? []);
  const gone = /_(deleted|removed)$/.test(change.type);
  const { before, after } = change;
  return {
    id: change.change_id,
    type: change.type,
    sheet: change.sheet,
    where: whereOf(change),
    aspects:
      change.type === "cell"
        ? (change.aspects ?? []).map((aspect) => ASPECTS[aspect] ?? spoken(aspect))
        : [spoken(change.type)],
    before: change.text_before ?? (before ? sideText(before) : gone ? listed : ""),
    after: change.text_after ?? (after ? sideText(after) : gone ? "" : listed),
    beforeFormula: withEquals(before?.formula),
    afterFormula: withEquals(after?.formula),
    differences: differencesOf(change.formats),
    place: placeOf(change.cell ?? change.range, change.row) ?? columnPlace(change.column),
    oldPlace: placeOf(change.old_cell ?? change.old_range, change.old_row) ?? columnPlace(change.old_column),
  };
}

/** The cells of a whole row or column; what is empty at its end says nothing. */
function listedValues(values: readonly (string | number | boolean | null)[]): string {
  const last = values.findLastIndex((value) => value !== null && value !== "");
  return values
    .slice(0, last + 1)
    .map((value) => (value === null ? "" : String(value)))
    .join(" · ");
}

function columnPlace(column: string | null | undefined) {
  const area = column == null ? undefined : areaOf(`${column}1`);
  return area && { row: 0, column: area.left };
}

function whereOf(change: CellChange): string {
  const { cell, old_cell: old, row, old_row: oldRow, column, old_column: oldColumn } = change;
  if (cell != null) return old != null && old !== cell ? `${cell} (was ${old})` : cell;
  if (old != null) return `${old} (gone)`;
  if (row != null) return oldRow != null && oldRow !== row ? `Row ${row} (was ${oldRow})` : `Row ${row}`;
  if (oldRow != null) return `Row ${oldRow} (gone)`;
  if (column != null) return `Column ${column}`;
  if (oldColumn != null) return `Column ${oldColumn} (gone)`;
  return change.name ?? change.range ?? change.old_range ?? change.sheet ?? "";
}

export interface CellMarks {
  draft: Map<string, CellMark>;
  published: Map<string, CellMark>;
}

/** Marks for the two grids: addresses, rows ("3") and columns ("B"). */
export function marksOf(changes: readonly CellChange[]): CellMarks {
  const draft = new Map<string, CellMark>();
  const published = new Map<string, CellMark>();
  for (const change of changes) {
    const [now, before]: [CellMark, CellMark] = ["changed", "changed"];
    if (change.type === "cell") {
      if (change.cell) draft.set(change.cell, now);
      const old = change.old_cell ?? change.cell;
      if (old) published.set(old, before);
    } else if (change.type === "row_inserted" && change.row != null) {
      draft.set(String(change.row), "added");
    } else if (change.type === "row_deleted" && change.old_row != null) {
      published.set(String(change.old_row), "removed");
    } else if (change.type === "column_inserted" && change.column) {
      draft.set(change.column, "added");
    } else if (change.type === "column_deleted" && change.old_column) {
      published.set(change.old_column, "removed");
    } else if (change.type.startsWith("merge_") || change.type.startsWith("comment_")) {
      const area = areaOf(change.range ?? change.cell ?? "");
      if (area) draft.set(`${columnName(area.left)}${area.top + 1}`, "changed");
    }
  }
  return { draft, published };
}

const SUMMARY: [string, string, string][] = [
  ["cell_value", "value", "values"],
  ["cell_formula", "formula", "formulas"],
  ["cell_broken", "broken formula", "broken formulas"],
  ["cell_result", "result", "results"],
  ["cell_format", "format", "formats"],
];

/** "20 values, 3 formulas, 1 row inserted". */
export function summaryWords(summary: Readonly<Record<string, number>>): string[] {
  const cells = SUMMARY.flatMap(([key, one, many]) => {
    const number = summary[key];
    return number ? [count(number, one, many)] : [];
  });
  const others = Object.entries(summary)
    .filter(([key]) => key !== "cell" && !key.startsWith("cell_"))
    .map(([key, number]) => {
      const [thing = "", ...done] = key.split("_");
      return `${count(number, thing, `${thing}s`)} ${done.join(" ")}`.trim();
    });
  return [...cells, ...others];
}
