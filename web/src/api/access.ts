/** Whether the server still knows this browser: one fact that every page depends on. */

let locked = false;
const listeners = new Set<() => void>();

export function noteStatus(status: number): void {
  if (status !== 401 || locked) return;
  locked = true;
  for (const listener of listeners) listener();
}

export function isLocked(): boolean {
  return locked;
}

export function onLocked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
