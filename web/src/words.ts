/** Numbers, sizes and times as a reader of this browser's language writes them. */

const UNITS = ["B", "KB", "MB", "GB", "TB"];

export function fileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  const number = value.toLocaleString(undefined, { maximumFractionDigits: digits });
  return `${number} ${UNITS[unit]}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

function written(format: Intl.DateTimeFormat, iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : format.format(moment);
}

export const day = (iso: string) => written(date, iso);
export const moment = (iso: string) => written(dateAndTime, iso);
export const clock = (iso: string) => written(time, iso);

/** "about 3 hours", for how long the server has been up. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return count(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return count(hours, "hour");
  return count(Math.floor(hours / 24), "day");
}

/** A name with what would be invisible in it made visible: it may hide what kind of file it is. */
export function nameShown(name: string): string {
  return name
    .replace(/[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (hidden) => {
      const code = hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      return `⟨U+${code}⟩`;
    })
    .replace(/^ +| +$| {2,}/g, (spaces) => "␣".repeat(spaces.length));
}
