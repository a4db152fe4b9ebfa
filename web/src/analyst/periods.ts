/** Years, quarters, months and weeks that a plan cuts dates to, as a reader names them. */
import type { Cell } from "./types";

const UNITS = ["year", "quarter", "month", "week", "hour"] as const;
/** What a date stands for that is the beginning of something longer. A day is shown as it is. */
export type Period = (typeof UNITS)[number];

type Plan = Readonly<Record<string, unknown>> | null | undefined;

/** Return, for each column of a result, the period that its plan cuts dates to there. */
export function periodsOf(plan: Plan, columns: number): (Period | undefined)[] {
  const selected = listOf(plan?.select);
  // Without anything selected, what is grouped by comes first and its count after it.
  const shown = selected.length > 0 ? selected : listOf(plan?.group_by);
  if (selected.length > 0 && selected.length !== columns) return Array(columns).fill(undefined);
  return Array.from({ length: columns }, (_, at) => periodOf(shown[at]));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function periodOf(item: unknown): Period | undefined {
  const unit = (item as { bucket?: { unit?: unknown } } | null | undefined)?.bucket?.unit;
  return UNITS.find((each) => each === unit);
}

const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });

function monthText(year: number, monthNumber: number): string | undefined {
  const first = new Date(0);
  // Not Date.UTC, to which the year 24 is 1924.
  first.setUTCFullYear(year, monthNumber - 1, 1);
  return Number.isNaN(first.getTime()) ? undefined : month.format(first);
}

const DATE = /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?/;

/** Return the name of the period that begins at `cell`; what is no date stays as it is. */
export function periodText(cell: Cell, period: Period): string {
  const text = String(cell);
  const found = DATE.exec(text);
  if (!found) return text;
  const [, year, monthNumber, , time] = found;
  switch (period) {
    case "year":
      return String(Number(year));
    case "quarter":
      return `${Number(year)} Q${Math.ceil(Number(monthNumber) / 3)}`;
    case "month":
      return monthText(Number(year), Number(monthNumber)) ?? text;
    case "week":
      return `Week of ${text.slice(0, 10)}`;
    case "hour":
      return time ? `${text.slice(0, 10)} ${time}` : text;
  }
}
