import { useState } from "react";

/**
 * The value, or while a new one is on its way, the last one of the same group.
 *
 * What is shown stays where it is until what follows is there: nothing jumps.
 */
export function useKept<Value>(value: Value | undefined, group: string): Value | undefined {
  const [kept, setKept] = useState<{ group: string; value: Value }>();
  if (value !== undefined && (kept?.value !== value || kept.group !== group)) {
    setKept({ group, value });
  }
  return value ?? (kept?.group === group ? kept.value : undefined);
}
