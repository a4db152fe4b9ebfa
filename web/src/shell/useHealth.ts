import { useEffect, useState } from "react";
import { health } from "../api/client";
import { onUnreachable } from "../api/reach";
import { asFailure, type Failure } from "../api/failure";
import type { Health } from "../api/types";

export interface HealthView {
  health: Health | undefined;
  failure: Failure | undefined;
}

const QUIET_MS = 15_000;
const BUSY_MS = 1_000;

/** The server's health: asked often while something is being checked or is down, else seldom. */
export function useHealth(): HealthView {
  const [view, setView] = useState<HealthView>({ health: undefined, failure: undefined });
  useEffect(() => {
    const controller = new AbortController();
    let timer: number | undefined;
    async function ask() {
      let wait = QUIET_MS;
      // A page nobody looks at asks nothing.
      if (document.visibilityState === "visible") {
        try {
          const answer = await health(controller.signal);
          setView({ health: answer, failure: undefined });
          if (answer.sandbox.state === "checking") wait = BUSY_MS;
        } catch (thrown) {
          if (controller.signal.aborted) return;
          setView((before) => ({ ...before, failure: asFailure(thrown) }));
          wait = BUSY_MS * 2;
        }
      }
      timer = window.setTimeout(ask, wait);
    }
    void ask();
    function lookedAt() {
      if (document.visibilityState !== "visible") return;
      window.clearTimeout(timer);
      void ask();
    }
    document.addEventListener("visibilitychange", lookedAt);
    const unlisten = onUnreachable(lookedAt);
    return () => {
      unlisten();
      document.removeEventListener("visibilitychange", lookedAt);
      controller.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return view;
}
