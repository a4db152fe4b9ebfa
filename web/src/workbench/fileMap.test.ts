import { describe, expect, it } from "vitest";
import { mapOfImage, mapOfPdf, mapOfText } from "./fileMap";

const base = { path: "a", size_bytes: 10, warnings: [] };
const chunking = { unit: "lines", size: 200, count: 1 };

describe("the map of a PDF", () => {
  const pdf = {
    ...base,
    format: "pdf",
    page_count: 60,
    total_char_count: 100,
    has_toc: false,
    toc_count: 0,
    toc: [],
    has_forms: true,
    has_annotations: true,
    annotations: { highlight: 2 },
    has_images: false,
    attachments_count: 0,
    exceeds_chunk: true,
    pages_count: 60,
    pages: [{ page: 1, char_count: 0 }],
    chunking,
    chunks_count: 1,
    chunks: [],
  };

  it("leads to its pages, and says how many the list leaves out", () => {
    const map = mapOfPdf(pdf as unknown as Parameters<typeof mapOfPdf>[0]);
    expect(map.facts).toEqual(["60 pages", "form fields", "2 highlights"]);
    expect(map.entries[0]).toMatchObject({ label: "Page 1", detail: "no text", target: { to: "page", index: 0 } });
    expect(map.left_off).toBe(59);
  });

  it("leads by its bookmarks where it has some", () => {
    const toc = [{ title: "Costs", page: 7, level: 2 }];
    const map = mapOfPdf({ ...pdf, has_toc: true, toc_count: 1, toc } as unknown as Parameters<typeof mapOfPdf>[0]);
    expect(map.entries).toEqual([
      { label: "Costs", detail: "page 7", level: 1, target: { to: "page", index: 6 } },
    ]);
    expect(map.left_off).toBe(0);
  });
});

it("the map of a text says how many lines there are to read", () => {
  const map = mapOfText({
    ...base,
    format: "text",
    line_count: 3,
    char_count: 12,
    encoding: "utf-8",
    encoding_confidence: 1,
    has_bom: false,
    line_ending: "lf",
    exceeds_chunk: false,
    chunking,
    chunks_count: 1,
    chunks: [],
    keys: ["name"],
    keys_count: 4,
  });
  expect(map.lines).toBe(3);
  expect([map.title, map.left_off]).toEqual(["Keys", 3]);
});

it("a drawing without a size of its own is scalable", () => {
  const map = mapOfImage({ ...base, format: "svg", width: null, height: null, color_depth: null });
  expect(map.facts).toContain("Dimensions: scalable");
});
