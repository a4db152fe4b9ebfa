/** Cells of a result as a reader of this browser's language writes them. */
import type { Cell } from "./types";

const NUMBERS = new Set(["integer", "float", "decimal"]);

export function isNumber(type: string | undefined): boolean {
  return type !== undefined && NUMBERS.has(type);
}

const grouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });

/** A number that a double cannot hold comes as a string, and is shown to its last digit. */
export function cellText(value: Cell, type: string | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (!isNumber(type)) return String(value);
  if (typeof value !== "number") {
    // Intl takes digits as text and rounds nothing; TypeScript's library does not know that yet.
    return grouped.format(value as unknown as number);
  }
  if (type === "float" && value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-4)) {
    return value.toPrecision(6);
  }
  return grouped.format(value);
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
