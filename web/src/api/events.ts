/** Events of one workbench, as they happen: `GET /events?workbench_id=`. */

export const EVENT_NAMES = [
  "WorkbenchFilesChanged",
  "DraftStateChanged",
  "DraftPublishProgress",
  "CheckpointCreated",
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

export interface PublishProgress {
  stage: string;
  done: number;
  total: number;
}

export type Listener = (name: EventName, data: unknown) => void;

/**
 * Listen until the returned function is called.
 *
 * `onGap` is called when the stream comes back after a break: events may have been missed, so
 * what is shown has to be read again.
 */
export function listen(workbenchId: string, onEvent: Listener, onGap: () => void): () => void {
  const source = new EventSource(`/events?workbench_id=${encodeURIComponent(workbenchId)}`);
  let broken = false;
  source.addEventListener("error", () => {
    broken = true;
  });
  source.addEventListener("open", () => {
    if (broken) onGap();
    broken = false;
  });
  for (const name of EVENT_NAMES) {
    source.addEventListener(name, (event) => onEvent(name, parse(event.data)));
  }
  return () => source.close();
}

function parse(data: unknown): unknown {
  if (typeof data !== "string") return undefined;
  try {
    return JSON.parse(data);
  } catch {
    // The name alone is enough to read again what changed.
    return undefined;
  }
}
