import { useCallback, useEffect, useRef, useState } from "react";
import { type PagedKind, readReviewPage } from "../viewer/pages";

export interface PageSearch {
  /** The page looked at now, while looking. */
  at: number | undefined;
  /** The last search came to the end without finding one. */
  none: boolean;
  seek: (from: number, step: 1 | -1, count: number) => void;
}

/** Small pictures are enough to tell whether two pages look alike. */
const SCALE = 0.5;

/** Look page by page for one that looks different in the two versions. */
export function usePageSearch(
  workbenchId: string,
  path: string,
  kind: PagedKind,
  id: string,
  onFound: (index: number) => void,
): PageSearch {
  const [at, setAt] = useState<number>();
  const [none, setNone] = useState(false);
  const running = useRef<AbortController>(undefined);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => () => running.current?.abort(), [id]);

  const seek = useCallback(
    (from: number, step: 1 | -1, count: number) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setNone(false);
      const picture = (version: "draft" | "published", index: number) =>
        readReviewPage(kind, { workbenchId, path, version, index, scale: SCALE }, controller.signal).then(
          (page) => page.bytes_base64,
          // A page that one version lacks or that cannot be drawn differs: the frame says why.
          () => version,
        );
      async function look() {
        for (let index = from + step; index >= 0 && index < count; index += step) {
          setAt(index);
          const [old, now] = await Promise.all([picture("published", index), picture("draft", index)]);
          if (controller.signal.aborted) return;
          if (old === now) continue;
          setAt(undefined);
          found.current(index);
          return;
        }
        setAt(undefined);
        setNone(true);
      }
      void look();
    },
    [workbenchId, path, kind],
  );
  return { at, none, seek };
}
