import { describe, expect, it } from "vitest";
import { paths, placeOf } from "./router";

describe("placeOf", () => {
  it("finds the place that each address names", () => {
    expect(placeOf("/")).toEqual({ name: "home" });
    expect(placeOf("/workbenches/w1")).toEqual({ name: "workbench", workbenchId: "w1" });
    expect(placeOf("/workbenches/w1/review")).toEqual({ name: "review", workbenchId: "w1" });
    expect(placeOf("/workbenches/w1/other")).toEqual({ name: "unknown" });
    expect(placeOf("/analyst")).toEqual({ name: "analyst" });
    expect(placeOf("/analyst/runs/r1")).toEqual({ name: "run", runId: "r1" });
    expect(placeOf("/%E0%A4%A")).toEqual({ name: "unknown" });
  });

  it("leads back to the place an address was made for", () => {
    const id = "odd id/%";
    expect(placeOf(paths.review(id))).toEqual({ name: "review", workbenchId: id });
    const path = "größe #1 & 50%.txt";
    expect(placeOf(paths.file(id, path))).toEqual({ name: "file", workbenchId: id, path });
    expect(placeOf(paths.analyst("workbench:w/1"))).toEqual({
      name: "analyst",
      datasetId: "workbench:w/1",
    });
  });
});
