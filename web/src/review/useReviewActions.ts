import { useCallback, useRef, useState } from "react";
import { rpc } from "../api/client";
import type { PublishProgress } from "../api/events";
import { asFailure, type Failure } from "../api/failure";
import type { Change, ChangeSet } from "../api/types";

/** What a reviewer did, and what brings back what was there before. */
export type ReviewOutcome = { undo?: Undo | undefined } & (
  | { kind: "published"; files: number; at: string }
  | { kind: "discarded"; files: number }
  | { kind: "reverted"; path: string }
  | { kind: "rejected"; path: string; changes: number }
  | { kind: "undone"; what: "published" | "taken back" }
);

/** Published comes back from a checkpoint, the Draft by what took something out of it. */
export type Undo = { checkpoint_id: string } | { undo_id: string };

export interface Busy {
  words: string;
  /** Between 0 and 1, where it is known. */
  done?: number;
}

export interface ReviewActions {
  busy: Busy | undefined;
  outcome: ReviewOutcome | undefined;
  failure: Failure | undefined;
  /** Do again what failed, where that may help. */
  retry: (() => void) | undefined;
  publish: (changes: Change[], confirmed: Confirmed) => Promise<void>;
  discard: (files: number) => Promise<void>;
  revert: (path: string) => Promise<void>;
  reject: (path: string, changeIds: string[]) => Promise<void>;
  undo: (undo: Undo) => Promise<void>;
  dismiss: () => void;
  onEvent: (name: string, data: unknown) => void;
}

/** What the reviewer said yes to before publishing. */
export interface Confirmed {
  deletions: string[];
  notices: string[];
}

/** Changes that can only be rejected together with the one asked for. */
export interface Together {
  path: string;
  changeIds: string[];
  message: string;
  also: number;
}

/** The further changes that a refused rejection names, if that is why it was refused. */
function togetherWith(failure: Failure, path: string, asked: readonly string[]): Together | undefined {
  const detail = failure.info.detail as { change_ids?: unknown } | null | undefined;
  const also = Array.isArray(detail?.change_ids) ? detail.change_ids : [];
  const ids = also.filter((id): id is string => typeof id === "string" && !asked.includes(id));
  if (failure.info.subphase !== "depends" || ids.length === 0) return undefined;
  return { path, changeIds: [...asked, ...ids], message: failure.info.message, also: ids.length };
}

/** What a reviewer can do, one at a time, each with what came of it. */
export function useReviewActions(
  workbenchId: string,
  review: ChangeSet | undefined,
  reload: () => Promise<void>,
  onTogether: (together: Together) => void,
): ReviewActions {
  const [busy, setBusy] = useState<Busy>();
  const [outcome, setOutcome] = useState<ReviewOutcome>();
  const [failure, setFailure] = useState<Failure>();
  const again = useRef<() => void>(undefined);

  async function act(words: string, work: () => Promise<ReviewOutcome>) {
    again.current = () => void act(words, work);
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
    retry: failure?.info.retryable ? again.current : undefined,
    onEvent,
    dismiss: () => {
      setFailure(undefined);
      setOutcome(undefined);
    },
    publish: (changes, confirmed) =>
      act("Publishing", async () => {
        if (!review) throw new Error("there is no review to publish");
        const all = changes.length === review.changes.length;
        const done = await rpc("DraftPublish", {
          workbench_id: workbenchId,
          change_set_hash: review.change_set_hash,
          ...(!all && { paths: changes.map((change) => change.path) }),
          ...(confirmed.deletions.length > 0 && { confirm_deletions: confirmed.deletions }),
          ...(confirmed.notices.length > 0 && { confirm_notices: confirmed.notices }),
        });
        return {
          kind: "published",
          files: changes.length,
          at: done.published_at,
          // A checkpoint is restored only when no Draft is left, hence not after some files.
          undo: all ? { checkpoint_id: done.checkpoint_id } : undefined,
        };
      }),
    discard: (files) =>
      act("Discarding the Draft", async () => {
        const done = await rpc("DraftDiscard", { workbench_id: workbenchId });
        return { kind: "discarded", files, undo: undoOf(done) };
      }),
    revert: (path) =>
      act(`Reverting ${path}`, async () => {
        const done = await rpc("DraftRevertFile", { workbench_id: workbenchId, path });
        return { kind: "reverted", path, undo: undoOf(done) };
      }),
    reject: async (path, changeIds) => {
      let together: Together | undefined;
      await act("Rejecting", async () => {
        const done = await rpc("ReviewRejectChange", {
          workbench_id: workbenchId,
          path,
          change_ids: changeIds,
        }).catch((thrown: unknown) => {
          together = togetherWith(asFailure(thrown), path, changeIds);
          throw thrown;
        });
        return { kind: "rejected", path, changes: changeIds.length, undo: undoOf(done) };
      });
      if (!together) return;
      setFailure(undefined);
      onTogether(together);
    },
    undo: (undo) =>
      act("Putting back what was there before", async () => {
        if ("checkpoint_id" in undo) {
          await rpc("CheckpointRestore", { workbench_id: workbenchId, ...undo });
          return { kind: "undone", what: "published" };
        }
        await rpc("DraftUndo", { workbench_id: workbenchId, ...undo });
        return { kind: "undone", what: "taken back" };
      }),
  };
}

function undoOf({ undo_id: id }: { undo_id: string | null }): Undo | undefined {
  return id === null ? undefined : { undo_id: id };
}
