import { Icon } from "../shell/Icon";
import { clock, count } from "../words";
import type { ReviewOutcome, Undo } from "./useReviewActions";

interface Props {
  outcome: ReviewOutcome;
  onUndo: (undo: Undo) => void;
  onDismiss: () => void;
}

/** What came of the last action, and the way back from it. */
export function Outcome({ outcome, onUndo, onDismiss }: Props) {
  const { undo } = outcome;
  return (
    <div className="note note-good toast" role="status">
      <Icon name="check" />
      <div className="note-text">
        <p>{words(outcome)}</p>
      </div>
      <div className="note-actions">
        {undo && (
          <button type="button" className="button button-small" onClick={() => onUndo(undo)}>
            <Icon name="undo" size={16} />
            Undo
          </button>
        )}
        <button
          type="button"
          className="button button-small button-bare"
          onClick={onDismiss}
          aria-label="Dismiss this message"
        >
          <Icon name="cross" size={16} />
        </button>
      </div>
    </div>
  );
}

function words(outcome: ReviewOutcome): string {
  switch (outcome.kind) {
    case "published":
      return `Published ${count(outcome.files, "file")} at ${clock(outcome.at)}. A checkpoint keeps what was there before.`;
    case "discarded":
      return `Discarded the Draft with ${count(outcome.files, "changed file")}. Published is as it was.`;
    case "reverted":
      return `Reverted ${outcome.path} to what is published.`;
    case "rejected":
      return `Rejected ${count(outcome.changes, "change")} in ${outcome.path}. The rest of the Draft is as it was.`;
    case "undone":
      return outcome.what === "published"
        ? "Put back what was there before Publish."
        : "Brought back. The Draft is as it was before.";
  }
}
