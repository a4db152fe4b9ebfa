import { useEffect, useRef, useState } from "react";
import { rpc } from "../api/client";
import { listen } from "../api/events";
import { asFailure, type Failure } from "../api/failure";
import type { Result } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { moment } from "../words";

type Checkpoint = Result<"CheckpointsList">["checkpoints"][number];

/** How many are listed before one asks for the rest. */
const FIRST = 10;

interface Props {
  workbenchId: string;
  /** A Draft is in the way of a restore. */
  blocked: boolean;
}

/** What this workbench was before: closed until somebody looks for it. */
export function Checkpoints(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="checkpoints" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Checkpoints</summary>
      {open && <CheckpointList {...props} />}
    </details>
  );
}

function CheckpointList({ workbenchId, blocked }: Props) {
  const list = useLoaded(`checkpoints ${workbenchId}`, (signal) =>
    rpc("CheckpointsList", { workbench_id: workbenchId }, signal),
  );
  const { reload } = list;
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<Checkpoint>();
  const [busy, setBusy] = useState(false);
  const [restored, setRestored] = useState<Checkpoint>();
  const [failure, setFailure] = useState<Failure>();
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that was pressed may be gone, or refused because of the Draft that came back.
    if (restored) told.current?.focus();
  }, [restored]);
  useEffect(() => {
    const again = () => void reload();
    return listen(workbenchId, (name) => name === "CheckpointCreated" && again(), again);
  }, [workbenchId, reload]);

  async function restore(checkpoint: Checkpoint) {
    setBusy(true);
    setFailure(undefined);
    setRestored(undefined);
    try {
      await rpc("CheckpointRestore", {
        workbench_id: workbenchId,
        checkpoint_id: checkpoint.checkpoint_id,
      });
      setRestored(checkpoint);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    setBusy(false);
    setAsked(undefined);
  }

  const latest = [...(list.value?.checkpoints ?? [])].reverse();
  return (
    <div aria-busy={!list.value && !list.failure}>
      {list.failure && <FailureNote failure={list.failure} onRetry={() => void reload()} />}
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}
      {restored && (
        <p className="quiet" role="status" ref={told} tabIndex={-1}>
          The workbench is what it was on {moment(restored.created_at)}. What it was before that is
          the newest checkpoint.
        </p>
      )}
      {list.value && latest.length === 0 && (
        <p className="quiet">None yet. Publish makes one, and so does every message to the Workshop.</p>
      )}
      {blocked && latest.length > 0 && (
        <p className="quiet">Publish or discard the Draft first; then one can be restored.</p>
      )}
      <ul className="checkpoint-list">
        {latest.slice(0, all ? undefined : FIRST).map((one) => (
          <li key={one.checkpoint_id}>
            <span>
              {moment(one.created_at)}
              <span className="quiet"> · {wordsOf(one)}</span>
            </span>
            <button
              type="button"
              className="button button-small"
              disabled={blocked || busy}
              aria-label={`Restore ${moment(one.created_at)}, ${wordsOf(one)}`}
              onClick={() => setAsked(one)}
            >
              <Icon name="undo" size={15} />
              Restore
            </button>
          </li>
        ))}
      </ul>
      {!all && latest.length > FIRST && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          Show all {latest.length.toLocaleString()}
        </button>
      )}
      {asked && (
        <ConfirmDialog
          title="Restore this checkpoint?"
          confirm="Restore"
          danger
          busy={busy}
          onConfirm={() => void restore(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>
            Files, conversation and Draft become what they were on {moment(asked.created_at)} (
            {wordsOf(asked)}). What they are now is kept as a checkpoint, too.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const REASONS: Record<Checkpoint["reason"], string> = {
  manual: "made by hand",
  auto: "made by itself",
  publish: "before Publish",
  pre_restore: "before a restore or an undo",
};

function wordsOf({ reason, label }: Checkpoint): string {
  return label ? `${REASONS[reason]}: ${label}` : REASONS[reason];
}
