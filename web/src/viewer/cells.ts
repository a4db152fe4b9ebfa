/** Addresses and looks of spreadsheet cells. */
import type { CSSProperties } from "react";
import type { Grid, GridCell } from "./types";

/** The most columns that the server draws at once. */
export const COLUMNS = 50;

/** "A" for 0, "AB" for 27. */
export function columnName(index: number): string {
  let name = "";
  for (let left = index; left >= 0; left = Math.floor(left / 26) - 1) {
    name = String.fromCharCode(65 + (left % 26)) + name;
  }
  return name;
}

export function columnIndex(name: string): number {
  let index = 0;
  for (const letter of name.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The 0-based area of "B3" or "B3:D9" (with or without a sheet and dollar signs). */
export function areaOf(address: string): Area | undefined {
  const plain = address.slice(address.lastIndexOf("!") + 1).replaceAll("$", "");
  const match = /^([A-Za-z]{1,3})([0-9]{1,7})(?::([A-Za-z]{1,3})([0-9]{1,7}))?$/.exec(plain);
  if (!match) return undefined;
  const [, column = "", row = "", otherColumn = column, otherRow = row] = match;
  return {
    top: Number(row) - 1,
    left: columnIndex(column),
    bottom: Number(otherRow) - 1,
    right: columnIndex(otherColumn),
  };
}

/** What a merge covers of the drawn rows and columns: its corner there, and how far it spans. */
export interface Span {
  rows: number;
  cols: number;
}

/** Return spans by the address of their corner, and the addresses that are covered. */
export function spansWithin(
  merged: readonly string[],
  drawn: Area,
): { spans: Map<string, Span>; covered: Set<string> } {
  const spans = new Map<string, Span>();
  const covered = new Set<string>();
  for (const address of merged) {
    const area = areaOf(address);
    if (!area) continue;
    const top = Math.max(area.top, drawn.top);
    const left = Math.max(area.left, drawn.left);
    const bottom = Math.min(area.bottom, drawn.bottom);
    const right = Math.min(area.right, drawn.right);
    if (top > bottom || left > right) continue;
    spans.set(`${columnName(left)}${top + 1}`, { rows: bottom - top + 1, cols: right - left + 1 });
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) {
        if (row !== top || col !== left) covered.add(`${columnName(col)}${row + 1}`);
      }
    }
  }
  return { spans, covered };
}

/** What stands in a cell, as its workbook shows it. */
export function shownText(cell: GridCell): string {
  if (cell.display != null) return cell.display;
  if (cell.value === null) return "";
  if (typeof cell.value === "boolean") return cell.value ? "TRUE" : "FALSE";
  return String(cell.value);
}

const COLOUR = /^#[0-9a-fA-F]{6}$/;
const LINES: Record<string, string> = {
  thin: "1px solid",
  medium: "2px solid",
  thick: "3px solid",
  dashed: "1px dashed",
  dotted: "1px dotted",
  double: "3px double",
  hair: "1px dotted",
};
const SIDES = ["top", "bottom", "left", "right"] as const;

/**
 * How a cell looks, from the names that edits take.
 *
 * Only colours and known words reach the style: nothing of a file is passed on as CSS.
 */
export function lookOf(cell: GridCell): CSSProperties {
  const style = cell.style ?? {};
  const look: Record<string, string | number> = {};
  const colour = (name: string) => {
    const value = style[name];
    return typeof value === "string" && COLOUR.test(value) ? value : undefined;
  };
  if (style["font_bold"] === true) look["fontWeight"] = 700;
  if (style["font_italic"] === true) look["fontStyle"] = "italic";
  if (style["font_underline"]) look["textDecoration"] = "underline";
  const fill = colour("fill_color");
  const ink = colour("font_color");
  if (fill) {
    look["background"] = fill;
    look["color"] = ink ?? "#000000";
  } else if (ink) {
    look["--cell-ink"] = ink;
  }
  const align = style["h_align"];
  if (align === "left" || align === "center" || align === "right") look["textAlign"] = align;
  else if (align === "centerContinuous") look["textAlign"] = "center";
  else if (cell.type === "number" || cell.type === "date") look["textAlign"] = "right";
  else if (cell.type === "boolean" || cell.type === "error") look["textAlign"] = "center";
  for (const side of SIDES) {
    const border = style[`border_${side}`] as { style?: unknown; color?: unknown } | undefined;
    const line = typeof border?.style === "string" ? LINES[border.style] : undefined;
    if (!line) continue;
    const of = border?.color;
    const tint = typeof of === "string" && COLOUR.test(of) ? of : "currentColor";
    look[`border${side[0]?.toUpperCase()}${side.slice(1)}`] = `${line} ${tint}`;
  }
  return look as CSSProperties;
}

/** Pixels of a column that is so many characters wide. */
export function columnWidth(characters: number | null | undefined): number {
  return Math.round(Math.max(28, Math.min(420, (characters ?? 9.5) * 7.4 + 8)));
}

/** The widest that a column is made for what stands in it, in pixels. */
const WIDEST_BY_CONTENT = 300;
/** The same where two sheets stand side by side. */
export const WIDEST_OF_PAIR = 170;

/** Pixels that the texts of each column need, within bounds; one merged over several counts for none. */
export function widthsByContent(
  grid: Pick<Grid, "cells" | "merged" | "row_start" | "col_start">,
  most = WIDEST_BY_CONTENT,
): number[] {
  const areas = grid.merged.map(areaOf).filter((area) => area !== undefined);
  const broad = new Set(
    areas.filter(({ left, right }) => left < right).map(({ top, left }) => `${top},${left}`),
  );
  const longest: number[] = [];
  grid.cells.forEach((row, down) => {
    row.forEach((cell, at) => {
      const spans = broad.has(`${grid.row_start + down},${grid.col_start + at}`);
      const length = cell && !spans ? shownText(cell).length : 0;
      longest[at] = Math.max(longest[at] ?? 0, length);
    });
  });
  return longest.map((length) => Math.min(most, Math.ceil(length * 7.4 + 16)));
}

/** How many columns a grid draws: its own, and as many as the one beside it has. */
export function columnsDrawn(own: number | undefined, beside: number): number {
  return own === undefined ? 0 : Math.max(own, Math.min(beside, COLUMNS));
}
