/** The files of a workbench as its Draft shows them. */
import type { Change, ChangeType, FileEntry, FileKind } from "../api/types";

export interface ShownFile {
  path: string;
  file_kind: FileKind;
  is_opaque: boolean;
  read_only: boolean;
  /** Null where the Draft deletes the file. */
  size: number | null;
  modified_at?: string | undefined;
  change?: ChangeType | undefined;
}

function shown(entry: FileEntry | undefined, change: Change | undefined): ShownFile | undefined {
  if (change) {
    return {
      path: change.path,
      file_kind: change.file_kind,
      is_opaque: change.is_opaque,
      read_only: change.read_only,
      size: change.bytes_after,
      modified_at: entry?.modified_at,
      change: change.change_type,
    };
  }
  return entry;
}

/** One file by its name, published or only drafted. */
export function fileAsShown(
  files: readonly FileEntry[],
  change: Change | undefined,
  path: string,
): ShownFile | undefined {
  return shown(files.find((file) => file.path === path), change);
}

/** All files: the published ones with what the Draft does to them, then those it adds. */
export function filesAsShown(files: readonly FileEntry[], changes: readonly Change[]): ShownFile[] {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const published = files.flatMap((file) => shown(file, byPath.get(file.path)) ?? []);
  const there = new Set(files.map((file) => file.path));
  const added = changes.filter(({ path }) => !there.has(path)).flatMap((change) => shown(undefined, change) ?? []);
  return [...published, ...added];
}
