import { expect, it } from "vitest";
import { linesOf } from "./textLines";

it("a text has as many lines as an editor counts, whatever ends them", () => {
  expect(linesOf("a\nb\r\nc\rd")).toEqual(["a", "b", "c", "d"]);
  expect(linesOf("a\n\n")).toEqual(["a", ""]);
  expect(linesOf("")).toEqual([]);
});
