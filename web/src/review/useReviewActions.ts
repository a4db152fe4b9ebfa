import { useCallback, useState } from "react";
import { rpc } from "../api/client";
import type { PublishProgress } from "../api/events";
import { asFailure, type Failure } from "../api/failure";
import type { Change, ChangeSet } from "../api/types";

export type ReviewOutcome =
  // A checkpoint is restored only when no Draft is left, hence not after publishing some files.
  | { kind: "published"; files: number; at: string; checkpointId: string; undoable: boolean }
  | { kind: "discarded"; files: number }
  | { kind: "reverted"; path: string }
  | { kind: "undone" };

export interface Busy {
  words: string;
  /** Between 0 and 1, where it is known. */
  done?: number;
}

export interface ReviewActions {
  busy: Busy | undefined;
  outcome: ReviewOutcome | undefined;
  failure: Failure | undefined;
  publish: (changes: Change[], confirmDeletions: string[]) => Promise<void>;
  discard: (files: number) => Promise<void>;
  revert: (path: string) => Promise<void>;
  undo: (checkpointId: string) => Promise<void>;
  dismiss: () => void;
  onEvent: (name: string, data: unknown) => void;
}

/** What a reviewer can do, one at a time, each with what came of it. */
export function useReviewActions(
  workbenchId: string,
  review: ChangeSet | undefined,
  reload: () => Promise<void>,
): ReviewActions {
  const [busy, setBusy] = useState<Busy>();
  const [outcome, setOutcome] = useState<ReviewOutcome>();
  const [failure, setFailure] = useState<Failure>();

  async function act(words: string, work: () => Promise<ReviewOutcome>) {
    setBusy({ words });
    setFailure(undefined);
    setOutcome(undefined);
    try {
      const came = await work();
      await reload();
      setOutcome(came);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    } finally {
      setBusy(undefined);
    }
  }

  const onEvent = useCallback((name: string, data: unknown) => {
    if (name !== "DraftPublishProgress") return;
    const progress = data as Partial<PublishProgress> | undefined;
    const { done, total } = progress ?? {};
    if (!done || !total) return;
    setBusy((now) => now && { ...now, done: done / total });
  }, []);

  return {
    busy,
    outcome,
    failure,
    onEvent,
    dismiss: () => {
      setFailure(undefined);
      setOutcome(undefined);
    },
    publish: (changes, confirmDeletions) =>
      act("Publishing", async () => {
        if (!review) throw new Error("there is no review to publish");
        const all = changes.length === review.changes.length;
        const done = await rpc("DraftPublish", {
          workbench_id: workbenchId,
          change_set_hash: review.change_set_hash,
          ...(!all && { paths: changes.map((change) => change.path) }),
          ...(confirmDeletions.length > 0 && { confirm_deletions: confirmDeletions }),
        });
        return {
          kind: "published",
          files: changes.length,
          at: done.published_at,
          checkpointId: done.checkpoint_id,
          undoable: all,
        };
      }),
    discard: (files) =>
      act("Discarding the Draft", async () => {
        await rpc("DraftDiscard", { workbench_id: workbenchId });
        return { kind: "discarded", files };
      }),
    revert: (path) =>
      act(`Reverting ${path}`, async () => {
        await rpc("DraftRevertFile", { workbench_id: workbenchId, path });
        return { kind: "reverted", path };
      }),
    undo: (checkpointId) =>
      act("Putting back what was there before", async () => {
        await rpc("CheckpointRestore", { workbench_id: workbenchId, checkpoint_id: checkpointId });
        return { kind: "undone" };
      }),
  };
}
