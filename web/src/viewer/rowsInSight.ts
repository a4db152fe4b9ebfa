/** Which rows of a long list are drawn, and how much room stands for the others. */

/** Rows drawn above and below what is seen, so that a quick scroll shows no gap. */
const BESIDE = 8;
/** Browsers lay out nothing taller than some 17 to 33 million pixels. */
export const TALLEST = 15_000_000;

export interface Sight {
  first: number;
  /** One past the last row drawn. */
  last: number;
  /** Pixels above the first row drawn, and below the last. */
  above: number;
  below: number;
}

export interface Extent {
  total: number;
  rowHeight: number;
  /** Height of the window that the rows are seen through. */
  view: number;
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Return what to draw when the window is scrolled to `top`. */
export function rowsInSight(top: number, { total, rowHeight, view }: Extent): Sight {
  const full = total * rowHeight;
  const height = Math.min(full, TALLEST);
  const seen = Math.ceil(view / rowHeight);
  // Past the tallest a pixel of scrolling stands for several rows. A header in the same window
  // lets `top` go beyond the last of them.
  const share = Math.min(1, top / Math.max(1, height - view));
  const at =
    full <= TALLEST ? Math.floor(top / rowHeight) : Math.floor(share * Math.max(0, total - seen));
  const first = clamp(at - BESIDE, 0, Math.max(0, total - 1));
  const last = clamp(at + seen + BESIDE, 0, total);
  const drawn = (last - first) * rowHeight;
  const above =
    full <= TALLEST ? first * rowHeight : clamp(top - (at - first) * rowHeight, 0, height - drawn);
  return { first, last, above, below: Math.max(0, height - above - drawn) };
}

/** Return where to scroll so that `row` is the first one seen. */
export function topOfRow(row: number, { total, rowHeight, view }: Extent): number {
  const full = total * rowHeight;
  if (full <= TALLEST) return row * rowHeight;
  const seen = Math.ceil(view / rowHeight);
  return Math.min(1, row / Math.max(1, total - seen)) * (TALLEST - view);
}
