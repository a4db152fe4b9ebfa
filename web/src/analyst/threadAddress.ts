/** The conversation is kept in the address, so that a reload or a link leads back to it. */
import { paths } from "../router";

export function threadInAddress(): string | undefined {
  return new URLSearchParams(window.location.search).get("thread") ?? undefined;
}

export function writeThread(datasetId: string, threadId: string | undefined): void {
  window.history.replaceState(null, "", paths.analyst(datasetId, threadId));
}
