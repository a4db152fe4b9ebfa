/** Word that the server did not answer, for those who show whether it does. */

const listeners = new Set<() => void>();

export function noteUnreachable(): void {
  for (const listener of [...listeners]) listener();
}

/** Be told, until the returned function is called. */
export function onUnreachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
