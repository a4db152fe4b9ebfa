import type { ReactNode } from "react";
import { Icon } from "../shell/Icon";
import type { Step } from "./useChangeSteps";

/** To the change before or after, by button or key. */
export function ChangeSteps({ onStep }: { onStep: (step: Step) => void }) {
  return (
    <span className="diff-steps">
      <button
        type="button"
        className="button button-small button-bare"
        title="Previous change (p)"
        aria-label="Previous change"
        onClick={() => onStep(-1)}
      >
        <Icon name="up" size={16} />
      </button>
      <button
        type="button"
        className="button button-small button-bare"
        title="Next change (n)"
        aria-label="Next change"
        onClick={() => onStep(1)}
      >
        <Icon name="down" size={16} />
      </button>
    </span>
  );
}

interface PagerProps {
  offset: number;
  shown: number;
  total: number;
  page: number;
  onOffset: (offset: number) => void;
}

/** Which of many changes are listed; nothing where all of them are. */
export function ChangePager({ offset, shown, total, page, onOffset }: PagerProps) {
  if (total <= page && offset === 0) return null;
  return (
    <span className="pager">
      <button
        type="button"
        className="button button-small"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - page))}
      >
        Earlier changes
      </button>
      <span>
        {(offset + 1).toLocaleString()}–{(offset + shown).toLocaleString()} of {total.toLocaleString()}
      </span>
      <button
        type="button"
        className="button button-small"
        disabled={offset + shown >= total}
        onClick={() => onOffset(offset + page)}
      >
        Later changes
      </button>
    </span>
  );
}

export interface Rejecting {
  busy: boolean;
  onReject: (changeIds: string[]) => void;
}

/** Put back what stood there before this one change. */
export function RejectButton({ id, what, busy, onReject }: Rejecting & { id: string; what: string }) {
  return (
    <button
      type="button"
      className="button button-small reject"
      disabled={busy}
      data-reject={id}
      title="Reject this change (x)"
      aria-label={`Reject this change: ${what}`}
      onClick={() => onReject([id])}
    >
      <Icon name="undo" size={15} />
      Reject
    </button>
  );
}

export function WarningNote({ children }: { children: ReactNode }) {
  return (
    <div className="note note-warn">
      <Icon name="warning" />
      <div className="note-text">
        <p>{children}</p>
      </div>
    </div>
  );
}
