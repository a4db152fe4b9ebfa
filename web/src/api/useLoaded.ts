import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "./failure";

export interface Loaded<Value> {
  value: Value | undefined;
  failure: Failure | undefined;
  /** Read again, keeping what is shown until the new value is there. */
  reload: () => Promise<void>;
}

/**
 * Load a value when `key` changes; a value that belongs to an older key is never shown.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [state, setState] = useState<{ key: string; value?: Value; failure?: Failure }>({ key });
  const loader = useRef(load);
  const current = useRef<AbortController>(undefined);
  useEffect(() => {
    loader.current = load;
  });

  const reload = useCallback(async () => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    try {
      const value = await loader.current(controller.signal);
      if (!controller.signal.aborted) setState({ key, value });
    } catch (thrown) {
      if (controller.signal.aborted) return;
      setState((before) => ({
        ...(before.key === key ? before : { key }),
        failure: asFailure(thrown),
      }));
    }
  }, [key]);

  useEffect(() => {
    void reload();
    return () => current.current?.abort();
  }, [reload]);

  const mine = state.key === key ? state : undefined;
  return { value: mine?.value, failure: mine?.failure, reload };
}
