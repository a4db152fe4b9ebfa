import { readRows } from "./client";
import type { Cell } from "./types";

/** Rows that one look fetches. */
export const PAGE = 200;
/** A result up to this is sorted and copied here; a longer one is ordered by asking for it. */
export const WHOLE = 10_000;

/** Return the rows from `offset` on. An answer is bounded in bytes, so it may take several. */
export async function rowsFrom(
  runId: string,
  offset: number,
  count: number,
  signal?: AbortSignal,
): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  while (rows.length < count) {
    const page = await readRows(runId, offset + rows.length, count - rows.length, signal);
    if (page.rows.length === 0) break;
    rows.push(...(page.rows as Cell[][]));
  }
  return rows;
}
