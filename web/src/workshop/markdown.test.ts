import { describe, expect, test } from "vitest";
import { inlines, parseMarkdown } from "./markdown";

describe("markdown of a model", () => {
  test("paragraphs, headings, lists, code and tables are told apart", () => {
    const text = [
      "# Result",
      "",
      "Two lines",
      "of one paragraph",
      "",
      "- first",
      "- second",
      "  with more",
      "",
      "3. third",
      "",
      "```sql",
      "SELECT *",
      "```",
      "",
      "| a | b |",
      "| --- | ---: |",
      "| x \\| y | 2 |",
      "",
      "> said",
      "---",
    ].join("\n");
    const blocks = parseMarkdown(text);
    expect(blocks.map((block) => block.kind)).toEqual([
      "heading",
      "paragraph",
      "list",
      "list",
      "code",
      "table",
      "quote",
      "rule",
    ]);
    expect(blocks[3]).toMatchObject({ ordered: true, start: 3 });
    expect(blocks[5]).toMatchObject({
      align: ["left", "right"],
      rows: [[[{ kind: "text", text: "x | y" }], [{ kind: "text", text: "2" }]]],
    });
  });

  test("marks inside a line nest", () => {
    expect(inlines("a **b *c*** `d * e` \\*f\\* &lt;g>")).toEqual([
      { kind: "text", text: "a " },
      {
        kind: "strong",
        children: [
          { kind: "text", text: "b " },
          { kind: "emphasis", children: [{ kind: "text", text: "c" }] },
        ],
      },
      { kind: "text", text: " " },
      { kind: "code", text: "d * e" },
      { kind: "text", text: " *f* <g>" },
    ]);
  });

  test("names with underscores and sums with stars stay as they are", () => {
    expect(inlines("order_item_id and 2*3*4")).toEqual([
      { kind: "text", text: "order_item_id and 2*3*4" },
    ]);
  });

  test("a link that could run or fetch stays words", () => {
    for (const href of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil"]) {
      expect(inlines(`[go](${href})`)).toEqual([{ kind: "text", text: `go (${href})` }]);
    }
    expect(inlines("![pixel](https://example.com/p.png)")).toEqual([
      { kind: "text", text: "pixel" },
    ]);
    expect(inlines("[site](https://example.com)")).toMatchObject([{ kind: "link" }]);
  });

  test("html stays text", () => {
    expect(parseMarkdown("<script>alert(1)</script>")).toEqual([
      { kind: "paragraph", children: [{ kind: "text", text: "<script>alert(1)</script>" }] },
    ]);
  });

  test("what never ends is read all the same", () => {
    for (const piece of ["*", "**a", "`", "[", "> ", "- ", "_a ", "|-"]) {
      expect(parseMarkdown(piece.repeat(20_000)).length).toBeGreaterThan(0);
    }
  });
});
