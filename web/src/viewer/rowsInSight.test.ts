import { describe, expect, it } from "vitest";
import { rowsInSight, TALLEST, topOfRow } from "./rowsInSight";

const short = { total: 1000, rowHeight: 20, view: 400 };
const long = { total: 20_000_000, rowHeight: 20, view: 400 };

describe("rowsInSight", () => {
  it("draws what is seen and a little beside it, and keeps the room of the rest", () => {
    const sight = rowsInSight(5000, short);
    expect(sight.first).toBeLessThanOrEqual(250);
    expect(sight.last).toBeGreaterThanOrEqual(270);
    expect(sight.last - sight.first).toBeLessThan(60);
    expect(sight.above + (sight.last - sight.first) * 20 + sight.below).toBe(20_000);
  });

  it("draws nothing of an empty list", () => {
    expect(rowsInSight(0, { ...short, total: 0 })).toEqual({ first: 0, last: 0, above: 0, below: 0 });
  });

  it("reaches the first and the last row of a list that no browser could lay out", () => {
    expect(rowsInSight(0, long).first).toBe(0);
    const header = 35;
    for (const top of [TALLEST - 400, TALLEST - 400 + header]) {
      const end = rowsInSight(top, long);
      expect(end.last).toBe(long.total);
      expect(end.below).toBe(0);
    }
  });

  it("shows the row that was asked for", () => {
    for (const extent of [short, long]) {
      for (const row of [0, 7, Math.floor(extent.total / 2), extent.total - 1]) {
        const sight = rowsInSight(topOfRow(row, extent), extent);
        expect(sight.first).toBeLessThanOrEqual(row);
        expect(sight.last).toBeGreaterThan(row);
      }
    }
  });
});
