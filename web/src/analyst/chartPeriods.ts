/** A chart's periods and missing values under the names that the table shows. */
import { type Period, periodText } from "./periods";
import type { Cell } from "./types";

type Spec = Record<string, unknown>;
type Channel = Record<string, unknown>;
type Row = Record<string, unknown>;

const FORMATS: Record<Period, string> = {
  year: "%Y",
  quarter: "%Y Q%q",
  month: "%b %Y",
  week: "%Y-%m-%d",
  hour: "%Y-%m-%d %H:%M",
};
const MOST_TICKS = 12;
const EMPTY = "(empty)";
/** A date without a time, or a moment that says where it is meant. */
const UTC = /^[\d-]+(?:T.*Z)?$/;

/** Return `spec` as it is read; `periods` are those of the result's columns, c0, c1, … in a chart. */
export function readable(spec: Spec, periods: readonly (Period | undefined)[]): Spec {
  const rows = (spec.data as { values?: Row[] } | undefined)?.values;
  const encoding = spec.encoding as Record<string, Channel> | undefined;
  if (!rows || !encoding) return spec;
  const apart = kindApart(spec);
  let values = rows;
  const channels = Object.entries(encoding).map(([place, channel]): [string, Channel] => {
    const field = String(channel.field);
    if (channel.type === "nominal" && rows.some((row) => row[field] === null)) {
      values = values.map((row) => (row[field] === null ? { ...row, [field]: EMPTY } : row));
    }
    if (channel.type !== "temporal") return [place, channel];
    const period = periods[Number(field.slice(1))];
    if (period && apart) {
      values = values.map((row) => ({ ...row, [field]: periodName(row[field] as Cell, period) }));
      return [place, { ...channel, type: "ordinal", sort: null }];
    }
    return [place, overTime(channel, rows.map((row) => row[field]), period)];
  });
  return { ...spec, data: { values }, encoding: Object.fromEntries(channels) };
}

/** Bars and slices stand apart, each with its name; a line and points lie along the time. */
function kindApart(spec: Spec): boolean {
  const mark = spec.mark as string | { type?: string } | undefined;
  const kind = typeof mark === "string" ? mark : mark?.type;
  return kind === "bar" || kind === "arc";
}

function periodName(cell: Cell, period: Period): string {
  return cell === null ? EMPTY : periodText(cell, period);
}

function overTime(channel: Channel, cells: readonly unknown[], period: Period | undefined): Channel {
  const told = cells.filter((cell) => typeof cell === "string");
  // Days are read as the world's: elsewhere the first of a month would be the day before.
  const scale = told.every((cell) => UTC.test(cell)) ? { scale: { type: "utc" } } : {};
  if (!period) return { ...channel, ...scale };
  const moments = [...new Set(told.map((cell) => Date.parse(cell)))].sort((a, b) => a - b);
  const step = Math.ceil(moments.length / MOST_TICKS);
  const values = moments.filter((moment, at) => !Number.isNaN(moment) && at % step === 0);
  // As an expression: in a list Vega-Lite makes dates of them, which its interpreter gets wrong.
  return { ...channel, ...scale, axis: { format: FORMATS[period], values: { expr: JSON.stringify(values) } } };
}
