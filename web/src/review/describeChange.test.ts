import { describe, expect, it } from "vitest";
import {
  describeDocumentChange,
  describePageChange,
  describeRowChange,
  describeSlideChange,
  valueWords,
} from "./describeChange";

describe("a change of a document", () => {
  it("says what changed and under which heading", () => {
    const told = describeDocumentChange({
      change_id: "c1",
      type: "paragraph_changed",
      heading: "Costs",
      text_before: "ten",
      text_after: "twelve",
      marks_before: [[0, 3]],
      marks_after: [[0, 6]],
    });
    expect(told.what).toBe("Paragraph changed");
    expect(told.where).toBe("Costs");
    expect(told.before).toEqual({ text: "ten", marks: [[0, 3]] });
  });

  it("counts tables, rows and columns from one", () => {
    const told = describeDocumentChange({
      change_id: "c1",
      type: "table_cell_changed",
      index: 0,
      row: 2,
      col: 1,
      text_before: "a",
      text_after: "b",
    });
    expect(told.where).toBe("table 1 · row 3 · column 2");
  });

  it("calls a footnote a footnote", () => {
    const told = describeDocumentChange({ change_id: "c1", type: "aside_added", kind: "footnote" });
    expect(told.what).toBe("Footnote added");
    expect(told.tone).toBe("added");
  });
});

describe("a change of slides and pages", () => {
  it("leads to the slide it is on", () => {
    const told = describeSlideChange({
      change_id: "c1",
      type: "text_changed",
      slide_index: 2,
      title: "Plan",
      text_after: "New point",
    });
    expect(told.page).toBe(2);
    expect(told.what).toBe("Text added");
    expect(told.where).toBe("Slide 3 · Plan");
  });

  it("leads to the page of an annotation", () => {
    const told = describePageChange({
      change_id: "c1",
      type: "annotation_added",
      page: 2,
      kind: "highlight",
      text_after: "see here",
    });
    expect(told.what).toBe("Highlight added");
    expect(told.page).toBe(1);
  });
});

describe("a change of a table's row", () => {
  it("names each cell that differs", () => {
    const told = describeRowChange({
      change_id: "c1",
      type: "row_changed",
      row: 5,
      old_row: 4,
      cells: [{ column: "total", before: "1", after: "2" }],
    });
    expect(told.where).toBe("Row 5 (was 4)");
    expect(told.differences).toEqual([{ property: "total", before: "1", after: "2" }]);
  });
});

it("values of formatting read as words", () => {
  expect([null, true, false, "#ff0000", 12].map(valueWords)).toEqual(["none", "yes", "no", "#ff0000", "12"]);
  expect(valueWords({ style: "thin", color: null })).toBe("style thin, color none");
});
