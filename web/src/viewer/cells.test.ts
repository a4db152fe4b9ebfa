import { describe, expect, it } from "vitest";
import { areaOf, columnIndex, columnName, columnsDrawn, lookOf, shownText, spansWithin, widthsByContent } from "./cells";

describe("cell addresses", () => {
  it("count columns as spreadsheets do", () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
    for (const index of [0, 25, 26, 701, 702, 16383]) {
      expect(columnIndex(columnName(index))).toBe(index);
    }
  });

  it("are read with dollar signs and sheets, and refused when they are none", () => {
    expect(areaOf("Sheet1!$B$3:$D$9")).toEqual({ top: 2, left: 1, bottom: 8, right: 3 });
    expect(areaOf("b3")).toEqual({ top: 2, left: 1, bottom: 2, right: 1 });
    expect(areaOf("OFFSET(A1,1,1)")).toBeUndefined();
  });
});

describe("columnsDrawn", () => {
  it("draws as many columns as the sheet beside it has, so that both scroll to the same place", () => {
    expect(columnsDrawn(7, 8)).toBe(8);
    expect(columnsDrawn(8, 7)).toBe(8);
  });

  it("draws no more than a window, nothing beside a sheet that ends before it, and none before it is read", () => {
    expect(columnsDrawn(7, 16384)).toBe(50);
    expect(columnsDrawn(7, -43)).toBe(7);
    expect(columnsDrawn(undefined, 8)).toBe(0);
  });
});

describe("spansWithin", () => {
  it("cuts a merge at the border of what is drawn", () => {
    const drawn = { top: 5, left: 0, bottom: 20, right: 5 };
    const { spans, covered } = spansWithin(["A1:B7", "D8:D8", "Z1:Z9"], drawn);
    expect(spans.get("A6")).toEqual({ rows: 2, cols: 2 });
    expect([...covered].sort()).toEqual(["A7", "B6", "B7"]);
  });
});

describe("a column", () => {
  it("is as wide as what stands in it, within bounds", () => {
    const cell = (value: string) => ({ value, type: "string" as const, formula: null });
    const [short = 0, long = 0] = widthsByContent({
      row_start: 0,
      col_start: 0,
      merged: ["A1:B1"],
      cells: [
        [cell("A title over both of them"), cell("")],
        [cell("id"), cell("y".repeat(2000))],
      ],
    });
    expect(short).toBeLessThan(60);
    expect(long).toBe(300);
  });
});

describe("a cell", () => {
  it("shows what its number format makes of the value", () => {
    const cell = { value: 0.5, type: "number" as const, formula: null };
    expect(shownText({ ...cell, display: "50%" })).toBe("50%");
    expect(shownText(cell)).toBe("0.5");
    expect(shownText({ value: true, type: "boolean", formula: null })).toBe("TRUE");
  });

  it("takes colours and known words from a file, and never CSS", () => {
    const hostile = "red; background: url(https://elsewhere/)";
    const look = lookOf({
      value: "x",
      type: "string",
      formula: null,
      style: { fill_color: hostile, font_color: "#ff0000", font_bold: true, h_align: hostile },
    });
    expect(look).toEqual({ fontWeight: 700, "--cell-ink": "#ff0000" });
  });
});
