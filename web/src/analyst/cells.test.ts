import { expect, test } from "vitest";
import { cellText, compareCells, tabSeparated } from "./cells";

test("a number past what a double holds keeps its last digit", () => {
  expect(cellText("9007199254740993", "integer").replace(/\D/g, "")).toBe("9007199254740993");
});

test("an id that is text is not grouped", () => {
  expect(cellText("10000", "string")).toBe("10000");
});

test("nulls come last, numbers by value and not by letters", () => {
  const column = [10, null, 9, 2];
  expect([...column].sort((a, b) => compareCells(a, b, "integer"))).toEqual([2, 9, 10, null]);
});

test("integers that are one double apart are told apart", () => {
  expect(compareCells("9007199254740993", "9007199254740992", "integer")).toBeGreaterThan(0);
});

test("a cell with a tab or a quote stays one cell on the clipboard", () => {
  expect(tabSeparated(["a", "b"], [['x\ty', 'say "hi"'], [null, 1]])).toBe(
    'a\tb\n"x\ty"\t"say ""hi"""\n\t1',
  );
});
