import type { Change } from "../api/types";
import { fileSize } from "../words";

/** What is known of a file that is never looked into. */
export function FileFacts({ change }: { change: Change }) {
  return (
    <div className="facts">
      <p>No diff available for this file type yet.</p>
      <dl>
        <dt>Type</dt>
        <dd>{change.mime_type}</dd>
        <dt>Published</dt>
        <dd>{change.bytes_before == null ? "not there" : fileSize(change.bytes_before)}</dd>
        <dt>Draft</dt>
        <dd>{change.bytes_after == null ? "deleted" : fileSize(change.bytes_after)}</dd>
      </dl>
    </div>
  );
}
