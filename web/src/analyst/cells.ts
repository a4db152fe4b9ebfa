/** Cells of a result as a reader of this browser's language writes them. */
import type { Cell } from "./types";

const NUMBERS = new Set(["integer", "float", "decimal"]);

export function isNumber(type: string | undefined): boolean {
  return type !== undefined && NUMBERS.has(type);
}

const grouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
const ungrouped = new Intl.NumberFormat(undefined, { useGrouping: false });
const withDigits = Array.from(
  { length: 7 },
  (_, digits) =>
    new Intl.NumberFormat(undefined, {
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(6, digits),
    }),
);

/** Numbers that name something rather than count it: nobody writes the year 1,960. */
const NAMING = /(?:^|[\s_.-])(?:(?:id|ids|zip|plz|code|number|no|nr)$|(?:year|yr|jahr)(?:$|[\s_.-]))/i;
const NAMING_CAMEL = /[a-z](?:Id|ID|Year|Code)$/;

/** Whole numbers that are all years, whatever their column is called: founded, season, built. */
function areYears(cells: readonly Cell[]): boolean {
  const told = cells.filter((cell) => cell !== null && cell !== undefined);
  return told.length > 0 && told.every((cell) => typeof cell === "number" && cell >= 1500 && cell <= 2100);
}

/** How the cells of one column are written. */
export interface Writing {
  type: string | undefined;
  grouping: boolean;
  /** Digits after the point that every cell of a decimal column shows. */
  digits: number;
}

export function writingOf(name: string, type: string | undefined, cells: readonly Cell[]): Writing {
  return {
    type,
    grouping: !(type === "integer" && (NAMING.test(name) || NAMING_CAMEL.test(name) || areYears(cells))),
    digits: type === "decimal" ? Math.min(6, Math.max(0, ...cells.map(fractionDigits))) : 0,
  };
}

function fractionDigits(value: Cell): number {
  if (typeof value !== "number" && typeof value !== "string") return 0;
  const text = String(value).replace(/0+$/, "");
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/** A number that a double cannot hold comes as a string, and is shown to its last digit. */
export function cellText(value: Cell, { type, grouping, digits }: Writing): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (!isNumber(type)) return String(value);
  const format = !grouping ? ungrouped : (withDigits[digits] ?? grouped);
  if (typeof value !== "number") {
    // Intl takes digits as text and rounds nothing; TypeScript's library does not know that yet.
    return format.format(value as unknown as number);
  }
  if (type === "float" && value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-4)) {
    return value.toPrecision(6);
  }
  return format.format(value);
}

/** Order two cells of one column: nulls last, numbers by value, the rest as text. */
export function compareCells(left: Cell, right: Cell, type: string | undefined): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (isNumber(type)) return compareNumbers(left, right);
  return String(left).localeCompare(String(right), undefined, { numeric: true });
}

function compareNumbers(left: Cell, right: Cell): number {
  const difference = Number(left) - Number(right);
  if (difference !== 0) return difference;
  // Equal as doubles: long integers still differ in their last digits.
  const [a, b] = [String(left), String(right)];
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The table as text that a spreadsheet takes from the clipboard. */
export function tabSeparated(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly unknown[]) => cells.map(clipboardText).join("\t");
  return [line(columns), ...rows.map(line)].join("\n");
}

function clipboardText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
