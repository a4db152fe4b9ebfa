import { expect, it } from "vitest";
import type { Change, FileEntry } from "../api/types";
import { filesAsShown } from "./shownFiles";

const entry = (path: string): FileEntry => ({
  path,
  size: 10,
  modified_at: "2026-01-01T00:00:00Z",
  added_at: "2026-01-01T00:00:00Z",
  file_kind: "text",
  mime_type: "text/plain",
  is_opaque: false,
  read_only: false,
});

const change = (path: string, change_type: Change["change_type"]): Change => ({
  path,
  change_type,
  file_kind: "text",
  preview_kind: "diff",
  mime_type: "text/plain",
  is_opaque: false,
  read_only: false,
  bytes_before: 10,
  bytes_after: change_type === "deleted" ? null : 20,
});

it("files carry what the Draft does to them, and those it adds come last", () => {
  const files = filesAsShown(
    [entry("a.txt"), entry("b.txt"), entry("c.txt")],
    [change("b.txt", "modified"), change("c.txt", "deleted"), change("new.txt", "added")],
  );
  expect(files.map(({ path, change: what, size }) => [path, what, size])).toEqual([
    ["a.txt", undefined, 10],
    ["b.txt", "modified", 20],
    ["c.txt", "deleted", null],
    ["new.txt", "added", 20],
  ]);
});
