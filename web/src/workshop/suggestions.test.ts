import { expect, test } from "vitest";
import { suggestionsFor } from "./WorkshopPanel";

test("what is suggested is about files that can be read", () => {
  expect(suggestionsFor(["a_locked.xlsx", "blob.bin", "notes.txt", "sales.csv"])).toEqual([
    "What is in notes.txt?",
    "How many rows are in sales.csv?",
    "Convert sales.csv to Excel",
  ]);
  expect(suggestionsFor(["blob.bin"])).toEqual([]);
});
