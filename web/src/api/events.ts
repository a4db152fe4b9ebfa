/** Events of one workbench, as they happen: `GET /events?workbench_id=`. */

import { noteUnreachable } from "./reach";

/** What changes the files, the Draft or the checkpoints. */
export const FILE_EVENTS = [
  "WorkbenchFilesChanged",
  "DraftStateChanged",
  "DraftPublishProgress",
  "CheckpointCreated",
] as const;

/** What happens while a model works. */
export const WORKSHOP_EVENTS = [
  "WorkshopAssistantStreamDelta",
  "WorkshopToolExecuting",
  "WorkshopToolComplete",
  "WorkshopRunFinished",
  "ToolProgress",
] as const;

export type EventName = (typeof FILE_EVENTS)[number] | (typeof WORKSHOP_EVENTS)[number];

export interface PublishProgress {
  stage: string;
  done: number;
  total: number;
}

export type Listener = (name: EventName, data: unknown) => void;

interface Ear {
  names: readonly EventName[];
  onEvent: Listener;
  onGap: () => void;
}

/** One stream of a workbench for all who listen: a browser opens only six to one server. */
class Stream {
  private readonly source: EventSource;
  private readonly ears = new Set<Ear>();
  private broken = false;

  constructor(workbenchId: string) {
    this.source = new EventSource(`/events?workbench_id=${encodeURIComponent(workbenchId)}`);
    this.source.addEventListener("error", () => {
      // Told once a break: the browser tries again and again.
      if (!this.broken) noteUnreachable();
      this.broken = true;
    });
    this.source.addEventListener("open", () => {
      if (this.broken) for (const ear of [...this.ears]) ear.onGap();
      this.broken = false;
    });
    for (const name of [...FILE_EVENTS, ...WORKSHOP_EVENTS]) {
      this.source.addEventListener(name, (event) => this.tell(name, parse(event.data)));
    }
  }

  add(ear: Ear): void {
    this.ears.add(ear);
  }

  /** Return whether anybody still listens. */
  remove(ear: Ear): boolean {
    this.ears.delete(ear);
    if (this.ears.size > 0) return true;
    this.source.close();
    return false;
  }

  private tell(name: EventName, data: unknown): void {
    for (const ear of [...this.ears]) if (ear.names.includes(name)) ear.onEvent(name, data);
  }
}

const streams = new Map<string, Stream>();

/**
 * Listen until the returned function is called.
 *
 * `onGap` is called when the stream comes back after a break: events may have been missed, so
 * what is shown has to be read again.
 */
export function listen(
  workbenchId: string,
  onEvent: Listener,
  onGap: () => void,
  names: readonly EventName[] = FILE_EVENTS,
): () => void {
  const stream = streams.get(workbenchId) ?? new Stream(workbenchId);
  streams.set(workbenchId, stream);
  const ear = { names, onEvent, onGap };
  stream.add(ear);
  return () => {
    if (!stream.remove(ear) && streams.get(workbenchId) === stream) streams.delete(workbenchId);
  };
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
