import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { rpc } from "../api/client";
import type { Change } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { fileSize } from "../words";
import { ChangeBadge } from "./ChangeList";
import { changedLines } from "./diffRows";
import { type Layout, TextDiff } from "./TextDiff";

interface Props {
  workbenchId: string;
  /** The review this change belongs to: a new one means that the diff is read again. */
  changeSetHash: string;
  change: Change;
  busy: boolean;
  onRevert: (change: Change) => void;
}

/** One changed file: what it is, what is said about it, and the change itself. */
export function ChangePane({ workbenchId, changeSetHash, change, busy, onRevert }: Props) {
  return (
    <article className="change-pane" aria-labelledby="change-title">
      <header className="pane-head">
        <div className="pane-title">
          <h2 id="change-title">{change.path}</h2>
          <ChangeBadge type={change.change_type} />
          {change.change_type === "added" && <span className="chip">New file</span>}
          <span className="quiet">{sizes(change)}</span>
        </div>
        <button
          type="button"
          className="button button-small"
          disabled={busy}
          onClick={() => onRevert(change)}
        >
          <Icon name="undo" size={16} />
          Revert file
        </button>
      </header>
      <p className="summary">{change.summary || "Summary unavailable."}</p>
      {change.preview_kind === "diff" || change.preview_kind === "grid" ? (
        <DiffOf
          key={change.path}
          workbenchId={workbenchId}
          changeSetHash={changeSetHash}
          change={change}
        />
      ) : (
        <Facts change={change} />
      )}
    </article>
  );
}

function sizes({ bytes_before: before, bytes_after: after }: Change): string {
  if (before == null) return after == null ? "" : fileSize(after);
  if (after == null) return `was ${fileSize(before)}`;
  return before === after ? fileSize(after) : `${fileSize(before)} → ${fileSize(after)}`;
}

function Facts({ change }: { change: Change }) {
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

const wide = () => window.matchMedia("(min-width: 1000px)");

function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = wide();
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => wide().matches,
  );
}

function DiffOf({ workbenchId, changeSetHash, change }: Omit<Props, "busy" | "onRevert">) {
  const loaded = useLoaded(`${changeSetHash}/${change.path}`, (signal) =>
    rpc("ReviewGetTextDiff", { workbench_id: workbenchId, path: change.path }, signal),
  );
  const [wanted, setWanted] = useState<Layout>("split");
  const isWide = useWide();
  const table = useRef<HTMLDivElement>(null);
  const diff = loaded.value;
  // One side is empty when a file is new or gone; two columns would waste half the pane.
  const twoSided = isWide && change.change_type === "modified";
  const layout = twoSided ? wanted : "unified";

  function go(step: 1 | -1) {
    const starts = [...(table.current?.querySelectorAll("[data-change]") ?? [])];
    const middle = window.innerHeight / 2;
    const tops = starts.map((row) => row.getBoundingClientRect().top - middle);
    const next =
      step === 1 ? tops.findIndex((top) => top > 8) : tops.findLastIndex((top) => top < -8);
    starts[next]?.scrollIntoView({ block: "center" });
  }

  useEffect(() => {
    function key(event: KeyboardEvent) {
      const typing = event.target instanceof Element && event.target.closest("input, dialog");
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "n") go(1);
      if (event.key === "p") go(-1);
    }
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);

  // The worker reads no text of this kind of file.
  if (loaded.failure?.info.subphase === "unknown_method") return <Facts change={change} />;
  if (loaded.failure && !diff) {
    return <FailureNote failure={loaded.failure} onRetry={() => void loaded.reload()} />;
  }
  if (!diff) return <div className="diff-waiting" aria-busy="true" />;
  const { added, removed } = changedLines(diff.hunks);
  return (
    <>
      {diff.reference_warning && (
        <div className="note note-warn">
          <Icon name="warning" />
          <div className="note-text">
            <p>{diff.reference_warning}</p>
          </div>
        </div>
      )}
      {change.file_kind !== "text" && (
        <p className="quiet">Formatting may differ from the original file.</p>
      )}
      {diff.too_large ? (
        <p className="facts">
          This file is too large for a line-by-line comparison. It can be published, reverted or
          downloaded.
        </p>
      ) : diff.hunks.length === 0 ? (
        <p className="facts">No line of text differs.</p>
      ) : (
        <>
          <div className="diff-tools">
            <span className="tally" aria-label={`${added} lines added, ${removed} removed`}>
              <span className="tally-added">+{added.toLocaleString()}</span>
              <span className="tally-removed">−{removed.toLocaleString()}</span>
            </span>
            <span className="diff-steps">
              <button
                type="button"
                className="button button-small button-bare"
                title="Previous change (p)"
                aria-label="Previous change"
                onClick={() => go(-1)}
              >
                <Icon name="up" size={16} />
              </button>
              <button
                type="button"
                className="button button-small button-bare"
                title="Next change (n)"
                aria-label="Next change"
                onClick={() => go(1)}
              >
                <Icon name="down" size={16} />
              </button>
            </span>
            {twoSided && <LayoutSwitch layout={wanted} onChange={setWanted} />}
          </div>
          <div ref={table} className="diff-frame">
            <TextDiff key={changeSetHash} diff={diff} layout={layout} />
          </div>
        </>
      )}
    </>
  );
}

const LAYOUTS: [Layout, string][] = [
  ["split", "Side by side"],
  ["unified", "One column"],
];

function LayoutSwitch({ layout, onChange }: { layout: Layout; onChange: (to: Layout) => void }) {
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">Layout of the diff</legend>
      {LAYOUTS.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="diff-layout"
            checked={layout === value}
            onChange={() => onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
