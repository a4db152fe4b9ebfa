import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { rowsInSight, type Sight, topOfRow } from "./rowsInSight";

export interface RowScroll {
  scroller: RefObject<HTMLDivElement | null>;
  sight: Sight;
  onScroll: () => void;
  /** Bring a row into sight, a few rows below the upper edge. */
  show: (row: number) => void;
}

/** Rows of one height in a window that scrolls over them. */
export function useRowScroll(total: number, rowHeight: number): RowScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, view: 480 });
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    setPlace((before) =>
      before.top === element.scrollTop && before.view === element.clientHeight
        ? before
        : { top: element.scrollTop, view: element.clientHeight },
    );
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    onScroll();
    const watched = new ResizeObserver(onScroll);
    watched.observe(element);
    return () => watched.disconnect();
  }, [onScroll]);
  const show = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const extent = { total, rowHeight, view: element.clientHeight };
      element.scrollTop = Math.max(0, topOfRow(Math.max(0, row - 3), extent));
    },
    [total, rowHeight],
  );
  return { scroller, sight: rowsInSight(place.top, { total, rowHeight, view: place.view }), onScroll, show };
}
