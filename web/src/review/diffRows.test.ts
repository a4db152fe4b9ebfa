import { describe, expect, it } from "vitest";
import type { DiffLine } from "../api/types";
import { changedLines, type Row, segments, sidesOf, splitRows, unifiedRows } from "./diffRows";

const context = (text: string, old: number, now: number): DiffLine => ({
  type: "context",
  text,
  old_line: old,
  new_line: now,
});
const removed = (text: string, old: number): DiffLine => ({ type: "removed", text, old_line: old });
const added = (text: string, now: number): DiffLine => ({ type: "added", text, new_line: now });

function drawn(rows: Row[]): string[] {
  return rows.map((row) =>
    row.kind === "gap"
      ? `… ${row.hidden}`
      : `${row.left?.text ?? ""} | ${row.right?.text ?? ""}${row.startsChange ? " *" : ""}`,
  );
}

describe("segments", () => {
  it("cuts a line at its marks and loses no character", () => {
    const cut = segments("one two three", [[4, 7]]);
    expect(cut).toEqual([
      { text: "one ", marked: false },
      { text: "two", marked: true },
      { text: " three", marked: false },
    ]);
  });

  it("counts characters, so that a mark after an emoji is not shifted", () => {
    expect(segments("🎉 new", [[2, 5]])).toEqual([
      { text: "🎉 ", marked: false },
      { text: "new", marked: true },
    ]);
  });

  it("keeps the whole text where marks overlap or run past the end", () => {
    const marks: [number, number][] = [
      [0, 3],
      [2, 5],
      [4, 99],
    ];
    const cut = segments("abcdef", marks);
    expect(cut.map((segment) => segment.text).join("")).toBe("abcdef");
  });
});

describe("rows", () => {
  const hunk = {
    lines: [
      context("a", 4, 4),
      removed("b", 5),
      removed("c", 6),
      added("B", 5),
      context("d", 7, 6),
    ],
  };

  it("pairs the old and new lines of one change side by side", () => {
    expect(drawn(splitRows([hunk]))).toEqual(["… 3", "a | a", "b | B *", "c | ", "d | d"]);
  });

  it("puts what went before what came in one column", () => {
    expect(drawn(unifiedRows([hunk]))).toEqual([
      "… 3",
      "a | a",
      "b |  *",
      "c | ",
      " | B",
      "d | d",
    ]);
  });

  it("says how many unchanged lines stand between two hunks", () => {
    const later = { lines: [context("x", 20, 19), added("y", 20)] };
    expect(drawn(unifiedRows([hunk, later]))).toContain("… 12");
  });

  it("does not pair an addition with a removal that follows it", () => {
    const lines = [added("new", 1), removed("old", 1)];
    expect(drawn(splitRows([{ lines }]))).toEqual([" | new *", "old | "]);
  });

  it("draws every line of a hunk exactly once in either layout", () => {
    const texts = (rows: Row[]) =>
      rows.flatMap((row) => {
        if (row.kind === "gap") return [];
        return row.left === row.right ? [row.left?.text] : [row.left?.text, row.right?.text];
      });
    const sorted = (rows: Row[]) => texts(rows).filter((text) => text !== undefined).sort();
    const wanted = hunk.lines.map((line) => line.text).sort();
    expect(sorted(splitRows([hunk]))).toEqual(wanted);
    expect(sorted(unifiedRows([hunk]))).toEqual(wanted);
  });
});

describe("what a diff says of itself", () => {
  it("counts the lines that came and went", () => {
    const lines = [removed("a", 1), added("b", 1), added("c", 2)];
    expect(changedLines([{ lines }])).toEqual({ added: 2, removed: 1 });
  });

  it("knows that a new file has no old side", () => {
    expect(sidesOf([{ lines: [added("a", 1)] }])).toEqual({ old: false, new: true });
    expect(sidesOf([{ lines: [context("a", 1, 1)] }])).toEqual({ old: true, new: true });
  });
});
