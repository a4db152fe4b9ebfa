import { describe, expect, it } from "vitest";
import { describeCell, marksOf, summaryWords } from "./cellChanges";

describe("describeCell", () => {
  it("tells value, formula and format apart", () => {
    const told = describeCell({
      change_id: "c1",
      type: "cell",
      sheet: "Plan",
      cell: "B4",
      old_cell: "B3",
      aspects: ["value", "formula", "format"],
      before: { value: 1, type: "number", formula: null },
      after: { value: 3, type: "number", formula: "SUM(B1:B2)" },
      formats: [{ property: "font_bold", before: null, after: true }],
    });
    expect(told.where).toBe("B4 (was B3)");
    expect(told.aspects).toEqual(["Value", "Formula", "Format"]);
    expect([told.before, told.after, told.afterFormula]).toEqual(["1", "3", "=SUM(B1:B2)"]);
    expect(told.differences).toEqual([{ property: "Font bold", before: "none", after: "yes" }]);
    expect(told.place).toEqual({ row: 3, column: 1 });
    expect(told.oldPlace).toEqual({ row: 2, column: 1 });
  });

  it("lists the cells of a row that came on the Draft's side alone", () => {
    const told = describeCell({
      change_id: "c1",
      type: "row_inserted",
      sheet: "Plan",
      row: 4,
      values: ["Rent", 900, null],
    });
    expect([told.where, told.before, told.after]).toEqual(["Row 4", "", "Rent · 900"]);
  });
});

it("both grids are marked where each version has the change", () => {
  const marks = marksOf([
    { change_id: "a", type: "cell", sheet: "S", cell: "B4", old_cell: "B3", aspects: ["value"] },
    { change_id: "b", type: "row_inserted", sheet: "S", row: 2 },
    { change_id: "c", type: "row_deleted", sheet: "S", old_row: 9 },
  ]);
  expect([...marks.draft]).toEqual([
    ["B4", "changed"],
    ["2", "added"],
  ]);
  expect([...marks.published]).toEqual([
    ["B3", "changed"],
    ["9", "removed"],
  ]);
});

it("a summary counts what a reader would count", () => {
  expect(summaryWords({ cell: 22, cell_value: 20, cell_formula: 1, row_inserted: 1 })).toEqual([
    "20 values",
    "1 formula",
    "1 row inserted",
  ]);
});
