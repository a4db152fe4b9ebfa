import { expect, test } from "vitest";
import { readable } from "./chartPeriods";

const chart = (type: string, ...days: (string | null)[]) => ({
  mark: { type },
  data: { values: days.map((c0, c1) => ({ c0, c1 })) },
  encoding: { x: { field: "c0", type: "temporal", title: "when" }, y: { field: "c1", type: "quantitative" } },
});

test("a line of quarters has its marks where they begin, under their names", () => {
  const drawn = readable(chart("line", "2024-04-01", "2024-01-01"), ["quarter", undefined]);
  expect(drawn.encoding).toMatchObject({
    x: {
      type: "temporal",
      scale: { type: "utc" },
      axis: { format: "%Y Q%q", values: { expr: `[${Date.UTC(2024, 0)},${Date.UTC(2024, 3)}]` } },
    },
  });
});

test("many months have some of their marks", () => {
  const months = Array.from({ length: 30 }, (_, at) => new Date(Date.UTC(2020, at)).toISOString().slice(0, 10));
  const { encoding } = readable(chart("line", ...months), ["month"]) as ReturnType<typeof chart> & {
    encoding: { x: { axis: { values: { expr: string } } } };
  };
  expect(JSON.parse(encoding.x.axis.values.expr)).toHaveLength(10);
});

test("bars and slices have names in place of days, in the order of the rows", () => {
  for (const kind of ["bar", "arc"]) {
    const drawn = readable(chart(kind, "2025-01-01", "2024-01-01", null), ["year"]);
    expect(drawn.data).toEqual({ values: [{ c0: "2025", c1: 0 }, { c0: "2024", c1: 1 }, { c0: "(empty)", c1: 2 }] });
    expect(drawn.encoding).toMatchObject({ x: { type: "ordinal", sort: null } });
  }
});

test("a moment of no place in the world stays the reader's own", () => {
  const drawn = readable(chart("line", "2024-01-01T13:00:00"), []);
  expect(drawn.encoding).toMatchObject({ x: { type: "temporal" } });
  expect(drawn.encoding).not.toHaveProperty("x.scale");
});
