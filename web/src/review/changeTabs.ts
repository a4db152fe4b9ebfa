/** What can be seen of a changed file. */
import type { Change } from "../api/types";

export type ChangeTab = "diff" | "cells" | "pages" | "images";

/** The tabs of a change, the one to begin with first; none where nothing can be shown. */
export function tabsOf(change: Pick<Change, "path" | "file_kind" | "change_type">): ChangeTab[] {
  const whole = change.change_type !== "modified";
  switch (change.file_kind) {
    case "text":
      return ["diff"];
    case "docx":
    case "odt":
    case "pptx":
    case "pdf":
      // A new file has nothing to differ from: how it looks comes first.
      return whole ? ["pages", "diff"] : ["diff", "pages"];
    case "xlsx":
      return ["cells", "pages", "diff"];
    case "image":
      return ["images"];
    case "binary":
      return [];
  }
}

export const TAB_NAMES: Record<ChangeTab, string> = {
  diff: "Diff",
  cells: "Cells",
  pages: "Pages",
  images: "Images",
};

export function tabName(tab: ChangeTab, change: Pick<Change, "file_kind" | "change_type">): string {
  if (tab === "diff" && change.change_type !== "modified") return "Text";
  if (tab === "pages" && change.file_kind === "pptx") return "Slides";
  return TAB_NAMES[tab];
}
