import { expect, test } from "vitest";
import { cellText, compareCells, tabSeparated, writingOf } from "./cells";

test("a number past what a double holds keeps its last digit", () => {
  expect(cellText("9007199254740993", writingOf("n", "integer", [])).replace(/\D/g, "")).toBe("9007199254740993");
});

test("an id that is text is not grouped", () => {
  expect(cellText("10000", writingOf("code", "string", []))).toBe("10000");
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

test("a year and an id are not counted, so they are not grouped", () => {
  for (const name of ["Year", "order_id", "customerId", "zip"]) {
    expect(cellText(19600, writingOf(name, "integer", [19600]))).toBe("19600");
  }
  expect(cellText(19600, writingOf("paid", "integer", [19600]))).not.toBe("19600");
});

test("years are not grouped, whatever their column is called", () => {
  for (const name of ["founded", "year built", "season"]) {
    expect(cellText(2021, writingOf(name, "integer", [1998, null, 2021]))).toBe("2021");
  }
  expect(cellText(2021, writingOf("visitors", "integer", [12, 2021, 40000]))).not.toBe("2021");
});

test("money in one column has as many digits in every row", () => {
  const cells = [47874, 44691.03, 11158.3];
  const writing = writingOf("total", "decimal", cells);
  expect(cells.map((cell) => cellText(cell, writing).slice(-3))).toEqual([".00", ".03", ".30"]);
});
