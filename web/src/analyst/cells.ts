/** Cells of a result as a reader of this browser's language writes them. */
import { type Period, periodText } from "./periods";
import type { Cell } from "./types";

const NUMBERS = new Set(["integer", "float", "decimal"]);

export function isNumber(type: string | undefined): boolean {
  return type !== undefined && NUMBERS.has(type);
}

const MOST_DIGITS = 6;
/** What every browser's Intl can write. */
const ALL_DIGITS = 20;
/** Below it a fraction has no digit left that would be shown. */
const TINY = 1e-4;
const formats = new Map<string, Intl.NumberFormat>();

function formatOf({ grouping, digits, most }: Writing): Intl.NumberFormat {
  const key = `${grouping} ${digits} ${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(undefined, {
      // Also between four digits where the language does without: 4 140 stands above 13 051.
      useGrouping: grouping ? "always" : false,
      minimumFractionDigits: digits,
      maximumFractionDigits: most,
    });
    formats.set(key, format);
  }
  return format;
}

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
  /** Digits after the point that every cell of a column of numbers shows. */
  digits: number;
  /** Digits after the point that a cell shows at most. */
  most: number;
  /** The cells have more digits than anyone reads: they were worked out, not written. */
  rounded: boolean;
  /** Numbers and amounts stand under each other by their last digit. */
  right: boolean;
  period: Period | undefined;
}

interface Kind {
  period?: Period | undefined;
  /** Cells of the user's own file: nothing of them is rounded away. */
  source?: boolean;
}

const WHOLE = { digits: 0, most: MOST_DIGITS, rounded: false };

export function writingOf(
  name: string,
  type: string | undefined,
  cells: readonly Cell[],
  { period, source = false }: Kind = {},
): Writing {
  const number = isNumber(type);
  const { digits, most, rounded } = number && type !== "integer" ? digitsOf(cells, source) : WHOLE;
  const names = NAMING.test(name) || NAMING_CAMEL.test(name) || (type === "integer" && areYears(cells));
  return {
    type,
    grouping: !(digits === 0 && names),
    digits,
    most,
    rounded,
    right: number || (type === "string" && areAmounts(cells)),
    period,
  };
}

/**
 * As many digits as the longest cell has. Of a hundred on two, if any: 2,398.20 as money is written.
 * Figures that were worked out have two, or more where that would leave nothing of the smallest; those of
 * a file have each its own.
 */
function digitsOf(cells: readonly Cell[], source: boolean): Pick<Writing, "digits" | "most" | "rounded"> {
  const longest = Math.max(0, ...cells.map(fractionDigits));
  const sizes = cells.map((cell) => Math.abs(Number(cell ?? 0))).filter((size) => size >= TINY);
  if (longest <= MOST_DIGITS) {
    const large = sizes.some((size) => size >= 100);
    return { digits: longest === 1 && large ? 2 : longest, most: MOST_DIGITS, rounded: false };
  }
  if (source) return { digits: 0, most: ALL_DIGITS, rounded: false };
  const smallest = Math.min(...sizes, 1);
  const digits = Math.min(MOST_DIGITS, Math.max(2, 1 - Math.floor(Math.log10(smallest))));
  return { digits, most: digits, rounded: true };
}

function fractionDigits(value: Cell): number {
  if (typeof value !== "number" && typeof value !== "string") return 0;
  const text = String(value);
  // 1e-7 and the like are shown as they are.
  if (/e/i.test(text)) return 0;
  const [, fraction = ""] = text.split(".");
  return fraction.replace(/0+$/, "").length;
}

/** Texts that are all amounts: €1,234.50, -12 %, 90.00 EUR. */
const AMOUNT = /^[-+−(]?\s*(?:(?:\p{Sc}|[A-Z]{2,3}\p{Sc}?)\s*)?[-−]?\d[\d.,'’\s]*(?:\p{Sc}|%|[A-Z]{3}|-)?\)?$/u;
/** No amount is longer; matching a text of megabytes would hold up the page. */
const LONGEST_AMOUNT = 40;
const CURRENCY = /\p{Sc}|%|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CAD|AUD|INR|CNY)\b/u;

function areAmounts(cells: readonly Cell[]): boolean {
  const told = cells.filter((cell) => typeof cell === "string" && cell.trim() !== "") as string[];
  return told.length > 0 && told.every(isAmount);
}

function isAmount(text: string): boolean {
  return text.length <= LONGEST_AMOUNT && AMOUNT.test(text.trim()) && CURRENCY.test(text);
}

/** A number that a double cannot hold comes as a string, and is shown to its last digit. */
export function cellText(value: Cell, writing: Writing): string {
  const { type, period } = writing;
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (period) return periodText(value, period);
  if (!isNumber(type)) return String(value);
  const format = formatOf(writing);
  const size = Math.abs(Number(value));
  if (typeof value !== "number") {
    // Of a decimal so small nothing would be left.
    if (size !== 0 && size < TINY) return String(value);
    // Intl takes digits as text and rounds nothing; TypeScript's library does not know that yet.
    return format.format(value as unknown as number);
  }
  if (type === "float" && size !== 0 && (size >= 1e15 || size < TINY)) {
    return writing.most === ALL_DIGITS ? String(value) : value.toPrecision(6);
  }
  return format.format(value);
}

/** Return a cell as it is where it is shown otherwise: a period's first day, all of its digits. */
export function exactText(value: Cell, { period, rounded }: Writing): string | undefined {
  if (value === null || value === undefined || !(period || rounded)) return undefined;
  return String(value);
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
