import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../api/failure";

/** Windows kept at once: a long scroll must not fill the browser's memory. */
const KEPT = 40;
/** A scroll that passes over a window in less does not ask for it. */
const PAUSE_MS = 60;

export interface Windows<Window> {
  get: (index: number) => Window | undefined;
  /** Any window that is there, for what all of them say alike. */
  any: Window | undefined;
  /** Ask for the windows of these; those of no use any more are given up. */
  want: (first: number, last: number) => void;
  failure: Failure | undefined;
  retry: () => void;
}

interface State<Window> {
  key: string;
  windows: Map<number, Window>;
  failure?: Failure | undefined;
}

/** Parts of something long, read when they come in sight and remembered while `key` stays. */
export function useWindows<Window>(
  key: string,
  load: (index: number, signal: AbortSignal) => Promise<Window>,
): Windows<Window> {
  const [state, setState] = useState<State<Window>>({ key, windows: new Map() });
  const mine = state.key === key ? state : { key, windows: new Map<number, Window>() };
  const loader = useRef(load);
  const there = useRef(mine.windows);
  useEffect(() => {
    loader.current = load;
    there.current = mine.windows;
  });
  const asked = useRef(new Map<number, AbortController>());
  const timer = useRef<number>(undefined);
  const wanted = useRef<[number, number]>([0, 0]);

  const ask = useCallback(
    (index: number) => {
      const controller = new AbortController();
      asked.current.set(index, controller);
      loader.current(index, controller.signal).then(
        (window) => {
          if (controller.signal.aborted) return;
          asked.current.delete(index);
          setState((before) => {
            const windows = new Map(before.key === key ? before.windows : []);
            windows.set(index, window);
            for (const old of windows.keys()) {
              if (windows.size <= KEPT) break;
              if (old !== index) windows.delete(old);
            }
            return { key, windows };
          });
        },
        (thrown) => {
          if (controller.signal.aborted) return;
          asked.current.delete(index);
          setState((before) => ({
            key,
            windows: before.key === key ? before.windows : new Map<number, Window>(),
            failure: asFailure(thrown),
          }));
        },
      );
    },
    [key],
  );

  const lookAfter = useCallback(() => {
    const [first, last] = wanted.current;
    for (const [index, controller] of asked.current) {
      if (index >= first && index <= last) continue;
      controller.abort();
      asked.current.delete(index);
    }
    for (let index = first; index <= last; index += 1) {
      if (!there.current.has(index) && !asked.current.has(index)) ask(index);
    }
  }, [ask]);

  const want = useCallback(
    (first: number, last: number) => {
      wanted.current = [first, last];
      window.clearTimeout(timer.current);
      if (there.current.size === 0 && asked.current.size === 0) lookAfter();
      else timer.current = window.setTimeout(lookAfter, PAUSE_MS);
    },
    [lookAfter],
  );

  useEffect(() => {
    const requests = asked.current;
    return () => {
      window.clearTimeout(timer.current);
      for (const controller of requests.values()) controller.abort();
      requests.clear();
    };
  }, [key]);

  return {
    get: (index) => mine.windows.get(index),
    any: mine.windows.values().next().value,
    want,
    failure: mine.failure,
    retry: () => {
      setState((before) => ({ ...before, failure: undefined }));
      lookAfter();
    },
  };
}
