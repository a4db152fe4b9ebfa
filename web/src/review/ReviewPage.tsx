import { useEffect, useRef, useState } from "react";
import { rpc } from "../api/client";
import { listen } from "../api/events";
import type { Change, ChangeSet } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { Link, paths, useTitle } from "../router";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { count } from "../words";
import { ChangeList } from "./ChangeList";
import { ChangePane } from "./ChangePane";
import { Keys } from "./Keys";
import { Outcome } from "./Outcome";
import { type Question, ReviewQuestion } from "./ReviewQuestion";
import { isShortcut } from "./useChangeSteps";
import { type Busy, useReviewActions } from "./useReviewActions";
import { useReviewAddress } from "./useReviewAddress";

interface Props {
  workbenchId: string;
  onName: (id: string, name: string) => void;
}

export function ReviewPage({ workbenchId, onName }: Props) {
  const { value: review, failure, reload } = useLoaded(workbenchId, (signal) =>
    rpc("ReviewGetChangeSet", { workbench_id: workbenchId }, signal),
  );
  const workbench = useLoaded(`name/${workbenchId}`, (signal) =>
    rpc("WorkbenchOpen", { workbench_id: workbenchId }, signal),
  );
  const name = workbench.value?.name;
  useEffect(() => {
    if (name !== undefined) onName(workbenchId, name);
  }, [workbenchId, name, onName]);
  useTitle(name && `Review of ${name}`);

  const changes = review?.changes ?? [];
  const { file: shown, tab, showFile: setShown, showTab: setTab, forget } = useReviewAddress();
  const [unpicked, setUnpicked] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question>();
  const actions = useReviewActions(workbenchId, review, reload, (together) =>
    setQuestion({ kind: "depends", ...together }),
  );
  const changed = useStale(workbenchId, review?.change_set_hash, actions.onEvent);
  // What is done here changes the Draft, too, and is read again when it is done.
  const stale = changed && actions.busy === undefined;

  const picked = new Set(changes.map((c) => c.path).filter((path) => !unpicked.has(path)));
  const pickedChanges = changes.filter((change) => picked.has(change.path));
  const change = changes.find((c) => c.path === shown) ?? changes[0];
  const busy = actions.busy !== undefined || stale;

  const gone = shown !== undefined && review !== undefined && change?.path !== shown;
  useEffect(() => {
    if (gone) forget();
  }, [gone, forget]);
  useFocusWhenDone(actions.busy !== undefined);

  useEffect(() => {
    function key(event: KeyboardEvent) {
      if (!isShortcut(event) || (event.key !== "j" && event.key !== "k")) return;
      const all = review?.changes ?? [];
      const at = all.findIndex((one) => one.path === change?.path);
      const next = all[at + (event.key === "j" ? 1 : -1)];
      if (next) setShown(next.path);
    }
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [review, change, setShown]);

  function publish() {
    const deletions = pickedChanges.filter((c) => c.change_type === "deleted").map((c) => c.path);
    const notices = pickedChanges.flatMap(({ path, notices: found }) =>
      (found ?? []).filter((notice) => notice.confirm).map((notice) => ({ path, notice })),
    );
    if (deletions.length > 0 || notices.length > 0) {
      setQuestion({ kind: "publish", deletions, notices });
    } else void actions.publish(pickedChanges, { deletions: [], notices: [] });
  }

  function answer(asked: Question) {
    setQuestion(undefined);
    if (asked.kind === "publish") {
      const notices = asked.notices.map(({ notice }) => notice.notice_id);
      void actions.publish(pickedChanges, { deletions: asked.deletions, notices });
    }
    if (asked.kind === "depends") void actions.reject(asked.path, asked.changeIds);
    if (asked.kind === "discard") void actions.discard(changes.length);
    if (asked.kind === "revert") void actions.revert(asked.path);
  }

  return (
    <main className="page review" id="main" aria-busy={!review && !failure}>
      <header className="page-head">
        <div>
          <h1 id="review-title" tabIndex={-1}>
            Review
          </h1>
          <p className="lead">
            {!review
              ? " "
              : changes.length === 0
                ? "Published is what you see in the workbench."
                : (review.draft_summary ??
                  `${count(changes.length, "file")} changed in the Draft. Published is untouched.`)}
          </p>
        </div>
        {changes.length > 0 && <Keys />}
      </header>

      {actions.busy && <BusyBar {...actions.busy} />}
      {actions.outcome && (
        <Outcome
          outcome={actions.outcome}
          onUndo={(undo) => void actions.undo(undo)}
          onDismiss={actions.dismiss}
        />
      )}
      {actions.failure && (
        <FailureNote failure={actions.failure} onDismiss={actions.dismiss}>
          {actions.retry && (
            <button type="button" className="button button-small" onClick={actions.retry}>
              Retry
            </button>
          )}
          {actions.failure.info.error_code === "CONFLICT_PUBLISHED_CHANGED" && (
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                actions.dismiss();
                void reload();
              }}
            >
              Show the changes as they are now
            </button>
          )}
        </FailureNote>
      )}
      {failure && <FailureNote failure={failure} onRetry={() => void reload()} />}
      {stale && (
        <div className="note note-warn" role="alert">
          <Icon name="warning" />
          <div className="note-text">
            <p>The Draft has changed since you opened this review.</p>
          </div>
          <div className="note-actions">
            <button type="button" className="button button-small" onClick={() => void reload()}>
              Show the changes as they are now
            </button>
          </div>
        </div>
      )}

      {generalNotices(review).map((notice) => (
        <div key={notice} className="note note-warn">
          <Icon name="warning" />
          <div className="note-text">
            <p>{notice}</p>
          </div>
        </div>
      ))}

      {review && changes.length === 0 && (
        <div className="empty">
          <Icon name="check" size={34} />
          <p>No changes in Draft yet.</p>
          {review.draft_id && (
            <button
              type="button"
              className="button"
              onClick={() => void actions.discard(0)}
            >
              Discard the empty Draft
            </button>
          )}
          <Link className="button" href={paths.workbench(workbenchId)}>
            Back to the workbench
          </Link>
        </div>
      )}
      {review && change && (
        <div className="review-body">
          <div className="rail">
            <ChangeList
              changes={changes}
              shown={change.path}
              picked={picked}
              onShow={setShown}
              onPick={(next) =>
                setUnpicked(new Set(changes.map((c) => c.path).filter((path) => !next.has(path))))
              }
            />
            <div className="review-actions">
              <button
                type="button"
                className="button button-primary"
                disabled={busy || picked.size === 0}
                onClick={publish}
              >
                <Icon name="check" size={17} />
                {picked.size === changes.length
                  ? "Publish all"
                  : picked.size === 0
                    ? "Publish selected"
                    : `Publish ${picked.size} selected`}
              </button>
              <button
                type="button"
                className="button button-quiet-danger"
                disabled={busy}
                onClick={() => setQuestion({ kind: "discard", count: changes.length })}
              >
                Discard Draft
              </button>
            </div>
          </div>
          <ChangePane
            key={change.path}
            workbenchId={workbenchId}
            changeSetHash={review.change_set_hash}
            change={change}
            busy={busy}
            tab={tab}
            onTab={setTab}
            onReject={(from, changeIds) => void actions.reject(from.path, changeIds)}
            onRevert={(reverted: Change) => setQuestion({ kind: "revert", path: reverted.path })}
          />
        </div>
      )}
      {question && (
        <ReviewQuestion
          question={question}
          onYes={() => answer(question)}
          onNo={() => setQuestion(undefined)}
        />
      )}
    </main>
  );
}

/** What is said of the Draft as a whole; what is said of one file stands with that file. */
function generalNotices(review: ChangeSet | undefined): string[] {
  const ofFiles = new Set(
    review?.changes.flatMap(({ path, notices }) =>
      (notices ?? []).map(({ message }) => `${path}: ${message}`),
    ),
  );
  return review?.notices.filter((notice) => !ofFiles.has(notice)) ?? [];
}

/** How far an action has come, over the page and not in it: nothing below moves. */
function BusyBar({ words, done }: Busy) {
  return (
    <div className="toast busy-bar" role="status">
      <p>{words}</p>
      <progress aria-label={words} max={1} {...(done !== undefined && { value: done })} />
    </div>
  );
}

/** What had the focus may be gone once an action is done: then the file shown has it. */
function useFocusWhenDone(busy: boolean): void {
  const before = useRef(busy);
  useEffect(() => {
    if (before.current && !busy && document.activeElement === document.body) {
      const place = document.getElementById("change-title") ?? document.getElementById("review-title");
      place?.focus({ preventScroll: true });
    }
    before.current = busy;
  }, [busy]);
}

/**
 * Whether the Draft is no longer the one on the screen.
 *
 * It is not read again by itself: what is published must be what was looked at.
 */
function useStale(
  workbenchId: string,
  shownHash: string | undefined,
  onEvent: (name: string, data: unknown) => void,
): boolean {
  const [latest, setLatest] = useState<string>();
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    const look = () =>
      void rpc("ReviewGetChangeSet", { workbench_id: workbenchId }).then(
        (now) => setLatest(now.change_set_hash),
        // The next action meets the same fault and says so; a look in the background does not.
        () => setLatest(undefined),
      );
    return listen(
      workbenchId,
      (name, data) => {
        handler.current(name, data);
        if (name === "DraftStateChanged") look();
      },
      look,
    );
  }, [workbenchId]);
  useEffect(() => setLatest(shownHash), [shownHash]);
  return latest !== undefined && shownHash !== undefined && latest !== shownHash;
}
