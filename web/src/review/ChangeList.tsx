import { useEffect, useRef } from "react";
import type { Change, ChangeType } from "../api/types";
import { FileChips } from "../shell/FileChips";
import { KindTag } from "../shell/KindTag";
import { count } from "../words";

const BADGES: Record<ChangeType, string> = {
  added: "Added",
  modified: "Modified",
  deleted: "Deleted",
};

export function ChangeBadge({ type }: { type: ChangeType }) {
  return <span className={`badge badge-${type}`}>{BADGES[type]}</span>;
}

interface Props {
  changes: Change[];
  shown: string | undefined;
  picked: ReadonlySet<string>;
  onShow: (path: string) => void;
  onPick: (picked: ReadonlySet<string>) => void;
}

/** The files that changed: which one is shown, and which ones are to be published. */
export function ChangeList({ changes, shown, picked, onShow, onPick }: Props) {
  const all = useRef<HTMLInputElement>(null);
  const some = picked.size > 0 && picked.size < changes.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = some;
  }, [some]);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only the list is scrolled, never the page around it.
    const row = list.current?.querySelector<HTMLElement>("[data-shown]");
    if (!row || !list.current) return;
    const { offsetTop: top, offsetHeight: height } = row;
    const { scrollTop, clientHeight } = list.current;
    if (top < scrollTop) list.current.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) list.current.scrollTop = top + height - clientHeight;
  }, [shown]);

  function toggle(path: string) {
    const next = new Set(picked);
    if (!next.delete(path)) next.add(path);
    onPick(next);
  }

  return (
    <nav className="change-list" aria-label="Changed files" ref={list}>
      <label className="change-all">
        <input
          ref={all}
          type="checkbox"
          checked={picked.size === changes.length}
          onChange={() =>
            onPick(picked.size === changes.length ? new Set() : new Set(changes.map((c) => c.path)))
          }
        />
        {picked.size} of {changes.length} picked for Publish
      </label>
      <ul>
        {changes.map((change) => (
          <li key={change.path} className="change" data-shown={change.path === shown || undefined}>
            <input
              type="checkbox"
              checked={picked.has(change.path)}
              onChange={() => toggle(change.path)}
              aria-label={`Publish ${change.path}`}
            />
            <button
              type="button"
              className="change-open"
              onClick={() => onShow(change.path)}
              aria-current={change.path === shown}
            >
              <span className="change-head">
                <KindTag path={change.path} kind={change.file_kind} />
                <span className="change-name">{change.path}</span>
              </span>
              <span className="chips">
                <ChangeBadge type={change.change_type} />
                <FileChips file={change} />
                {(change.notices?.length ?? 0) > 0 && (
                  <span className="chip chip-notice">{count(change.notices?.length ?? 0, "notice")}</span>
                )}
              </span>
              <span className="change-summary">{change.summary || "Summary unavailable."}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
