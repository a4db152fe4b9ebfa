import { describe, expect, it } from "vitest";
import { tabName, tabsOf } from "./changeTabs";

const changed = (path: string, file_kind: Parameters<typeof tabsOf>[0]["file_kind"]) => ({
  path,
  file_kind,
  change_type: "modified" as const,
});

describe("tabsOf", () => {
  it("shows what fits the file", () => {
    expect(tabsOf(changed("a.docx", "docx"))).toEqual(["diff", "pages"]);
    expect(tabsOf(changed("a.xlsx", "xlsx"))[0]).toBe("cells");
    expect(tabsOf(changed("a.png", "image"))).toEqual(["images"]);
    expect(tabsOf(changed("a.md", "text"))).toEqual(["diff"]);
    expect(tabsOf(changed("a.7z", "binary"))).toEqual([]);
  });

  it("begins with the look of a new file, and calls its words Text", () => {
    const added = { ...changed("a.docx", "docx"), change_type: "added" as const };
    expect(tabsOf(added)).toEqual(["pages", "diff"]);
    expect(tabName("diff", added)).toBe("Text");
  });
});
