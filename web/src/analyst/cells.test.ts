import { expect, test } from "vitest";
import { cellText, compareCells, exactText, tabSeparated, writingOf } from "./cells";

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

const written = (name: string, type: string, cells: (number | string | null)[]) =>
  cells.map((cell) => cellText(cell, writingOf(name, type, cells)));

test("amounts with one digit after the point are written as money", () => {
  expect(written("amount", "decimal", [2398.2, 6428, null])).toEqual(["2,398.20", "6,428.00", ""]);
  expect(written("degrees", "float", [21.5, 7])).toEqual(["21.5", "7.0"]);
  expect(written("amount", "float", [6428, 4140])).toEqual(["6,428", "4,140"]);
});

test("what was worked out has two digits in every row, and more where it is small", () => {
  expect(written("mean", "float", [286.61128205128205, 223.82, 0])).toEqual(["286.61", "223.82", "0.00"]);
  expect(written("share", "float", [0.0123456789, 1 / 3])).toEqual(["0.012", "0.333"]);
});

test("what was written keeps its digits", () => {
  expect(written("latitude", "float", [52.520008, 48.1])).toEqual(["52.520008", "48.100000"]);
});

test("of a file nothing is rounded, however many digits it has", () => {
  const shown = (type: string, cells: (number | string)[]) =>
    cells.map((cell) => cellText(cell, writingOf("x", type, cells, { source: true })));
  expect(shown("float", [52.5200066, 48.1, 1e-7])).toEqual(["52.5200066", "48.1", "1e-7"]);
  expect(shown("decimal", ["0.0000123", "5.1234567"])).toEqual(["0.0000123", "5.1234567"]);
});

test("a decimal too small for its column is shown as it is", () => {
  expect(written("x", "decimal", ["0.0000123", "5.1234567"])).toEqual(["0.0000123", "5.12"]);
});

test("a long text of blanks is told from an amount at once", () => {
  const blanks = `-${" ".repeat(400_000)}x`;
  expect(writingOf("x", "string", [blanks, "€5"]).right).toBe(false);
});

test("a year that came as a float is not grouped", () => {
  expect(written("year", "float", [2021, null])).toEqual(["2021", ""]);
});

test("numbers, and texts that are amounts, stand at the right", () => {
  const right = (type: string, cells: (string | null)[]) => writingOf("x", type, cells).right;
  expect(right("decimal", [])).toBe(true);
  expect(right("string", ["€1,234.50", null, "-€7.00", "US$ 12"])).toBe(true);
  expect(right("string", ["1.234,50 €", "90.00 EUR", "12 %"])).toBe(true);
  for (const others of [["10115", "80331"], ["€5", "free"], [null], ["A4%"]]) {
    expect(right("string", others)).toBe(false);
  }
});

test("a period is told with the day that it begins with, a rounded figure with all of its digits", () => {
  expect(exactText("2024-01-01", writingOf("when", "date", [], { period: "month" }))).toBe("2024-01-01");
  expect(exactText(1 / 3, writingOf("share", "float", [1 / 3]))).toBe(String(1 / 3));
  expect(exactText("2024-01-01", writingOf("when", "date", []))).toBeUndefined();
});
