import type { DiffLine, Hunk } from "../api/types";

export interface Segment {
  text: string;
  marked: boolean;
}

/** Cut a line at its marks, which count characters (code points) and not UTF-16 units. */
export function segments(text: string, marks: readonly (readonly number[])[] | null | undefined): Segment[] {
  if (!marks || marks.length === 0) return text === "" ? [] : [{ text, marked: false }];
  const characters = Array.from(text);
  const cut: Segment[] = [];
  let at = 0;
  const push = (end: number, marked: boolean) => {
    if (end > at) cut.push({ text: characters.slice(at, end).join(""), marked });
    at = Math.max(at, end);
  };
  for (const [start = 0, end = start] of marks) {
    push(Math.min(start, characters.length), false);
    push(Math.min(end, characters.length), true);
  }
  push(characters.length, false);
  return cut;
}

/** A row of the diff: unchanged lines left out (and what follows them), or one line a side. */
export type Row =
  | { kind: "gap"; hidden: number | undefined; changeId?: string | undefined }
  | {
      kind: "line";
      left: DiffLine | undefined;
      right: DiffLine | undefined;
      startsChange: boolean;
      changeId?: string | undefined;
    };

/** One line a row: what went, then what came. */
export function unifiedRows(hunks: readonly Hunk[]): Row[] {
  return rows(hunks, (lines) =>
    lines.map((line) => ({
      left: line.type === "added" ? undefined : line,
      right: line.type === "removed" ? undefined : line,
    })),
  );
}

/** Old and new beside each other: the lines of one change are paired in order. */
export function splitRows(hunks: readonly Hunk[]): Row[] {
  return rows(hunks, (lines) => {
    const pairs: Pair[] = [];
    let removed: DiffLine[] = [];
    let added: DiffLine[] = [];
    const flush = () => {
      for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
        pairs.push({ left: removed[i], right: added[i] });
      }
      removed = [];
      added = [];
    };
    for (const line of lines) {
      if (line.type === "removed") {
        // A removal after an addition begins the next change.
        if (added.length > 0) flush();
        removed.push(line);
      } else if (line.type === "added") {
        added.push(line);
      } else {
        flush();
        pairs.push({ left: line, right: line });
      }
    }
    flush();
    return pairs;
  });
}

interface Pair {
  left: DiffLine | undefined;
  right: DiffLine | undefined;
}

function rows(hunks: readonly Hunk[], lay: (lines: readonly DiffLine[]) => Pair[]): Row[] {
  const laid: Row[] = [];
  let seen = 0;
  for (const [index, hunk] of hunks.entries()) {
    const first = hunk.lines[0];
    const hidden = first ? hiddenBefore(hunk, seen) : undefined;
    const changeId = hunk.change_id ?? undefined;
    const named = changeId === undefined ? {} : { changeId };
    // A hunk that can be rejected has a row for that above it.
    if (index > 0 || (hidden ?? 0) > 0 || changeId !== undefined) {
      laid.push({ kind: "gap", hidden, ...named });
    }
    let inChange = false;
    for (const pair of lay(hunk.lines)) {
      const changed = pair.left !== pair.right;
      laid.push({ kind: "line", ...pair, startsChange: changed && !inChange, ...named });
      inChange = changed;
    }
    seen = lastOldLine(hunk) ?? seen;
  }
  return laid;
}

function hiddenBefore(hunk: Hunk, seen: number): number | undefined {
  const old = hunk.lines.find((line) => line.old_line != null)?.old_line;
  // A hunk of additions alone has no old line to count from.
  return old == null ? undefined : Math.max(0, old - seen - 1);
}

function lastOldLine(hunk: Hunk): number | undefined {
  return hunk.lines.findLast((line) => line.old_line != null)?.old_line ?? undefined;
}

export function changedLines(hunks: readonly Hunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.type === "added") added += 1;
      else if (line.type === "removed") removed += 1;
    }
  }
  return { added, removed };
}

export interface Sides {
  old: boolean;
  new: boolean;
}

/** Which of the two files has lines here at all. */
export function sidesOf(hunks: readonly Hunk[]): Sides {
  const has = (other: DiffLine["type"]) =>
    hunks.some((hunk) => hunk.lines.some((line) => line.type !== other));
  return { old: has("added"), new: has("removed") };
}
