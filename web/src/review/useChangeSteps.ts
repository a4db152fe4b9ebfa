import { type RefObject, useCallback, useEffect, useRef } from "react";

export type Step = 1 | -1;

/** Below the bar at the top of the page. */
const UPPER_EDGE = 90;

/** Whether a key was meant for the page rather than for something one types or chooses in. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : undefined;
  return !target?.closest("input:not([type=checkbox]):not([type=radio]), select, textarea, dialog");
}

/**
 * From change to change, with n and p or by the returned function.
 *
 * `onEnd` is called where there is no further one in `frame`.
 */
export function useChangeSteps(
  frame: RefObject<HTMLElement | null>,
  onEnd?: (step: Step) => void,
): (step: Step) => void {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const go = useCallback(
    (step: Step) => {
      const changes = stops(frame.current);
      const current = document.activeElement?.closest<HTMLElement>("[data-change]");
      const at = current ? changes.indexOf(current) : -1;
      const next = at >= 0 ? at + step : nearest(changes, step);
      const target = changes[next];
      if (!target) end.current?.(step);
      else showChange(target);
    },
    [frame],
  );
  useFocusAfterReject(frame);
  useEffect(() => {
    function key(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      if (event.key === "n") go(1);
      else if (event.key === "p") go(-1);
      else if (event.key === "x") reject(frame.current);
      else return;
      event.preventDefault();
    }
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [frame, go]);
  return go;
}

/** A change that is rejected goes with its focus: the one that follows gets it. */
function useFocusAfterReject(frame: RefObject<HTMLElement | null>): void {
  const rejected = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    function remember(event: MouseEvent) {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>("[data-reject]");
      const id = button && frame.current?.contains(button) ? button.dataset["reject"] : undefined;
      if (id === undefined) return;
      rejected.current = { id, at: stops(frame.current).findIndex((one) => one.dataset["change"] === id) };
    }
    window.addEventListener("click", remember, true);
    return () => window.removeEventListener("click", remember, true);
  }, [frame]);
  // After every drawing: which of them takes the change away is not known here.
  useEffect(() => {
    const gone = rejected.current;
    const changes = stops(frame.current);
    if (!gone || changes.some((one) => one.dataset["change"] === gone.id)) return;
    const next = changes[gone.at] ?? changes.at(-1);
    if (!next) return;
    rejected.current = undefined;
    // The title has it where the Reject button was pressed: a disabled button loses its focus.
    const { activeElement: has } = document;
    if (has === document.body || has?.id === "change-title") showChange(next);
  });
}

function stops(frame: HTMLElement | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
}

function nearest(changes: readonly HTMLElement[], step: Step): number {
  const tops = changes.map((change) => change.getBoundingClientRect().top - UPPER_EDGE);
  return step === 1 ? tops.findIndex((top) => top >= 0) : tops.findLastIndex((top) => top < 0);
}

/** Bring a change into sight and give it the focus, so that it is read out, too. */
export function showChange(change: HTMLElement): void {
  change.focus({ preventScroll: true });
  change.scrollIntoView({ block: "center" });
}

/** Press the Reject button of the change that has the focus. */
function reject(frame: HTMLElement | null): void {
  const id = document.activeElement?.closest<HTMLElement>("[data-change]")?.dataset["change"];
  if (!id) return;
  frame?.querySelector<HTMLButtonElement>(`[data-reject="${CSS.escape(id)}"]`)?.click();
}
