import { expect, test } from "vitest";
import { asKind } from "./Chart";

const bars = {
  mark: { type: "bar", tooltip: true },
  encoding: {
    x: { field: "country", type: "nominal", sort: null, axis: { labelAngle: 0 } },
    y: { field: "revenue", type: "quantitative" },
  },
};

test("bars become a pie: the measure is the angle, the label the colour", () => {
  const pie = asKind(bars, "arc");
  expect(pie.mark).toEqual({ type: "arc", tooltip: true });
  expect(pie.encoding).toEqual({
    theta: { field: "revenue", type: "quantitative" },
    color: { field: "country", type: "nominal", sort: null },
  });
});

test("lying bars become a pie by what they measure, not by where it stands", () => {
  const lying = { mark: "bar", encoding: { x: bars.encoding.y, y: bars.encoding.x } };
  expect(asKind(lying, "arc").encoding).toMatchObject({ theta: { field: "revenue" } });
});

test("a pie becomes bars again", () => {
  const again = asKind(asKind(bars, "arc"), "bar");
  expect(again.encoding).toMatchObject({ x: { field: "country" }, y: { field: "revenue" } });
});
