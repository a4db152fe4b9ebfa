import { lazy, Suspense, useState } from "react";
import type { Change } from "../api/types";
import { FileChips } from "../shell/FileChips";
import { Icon } from "../shell/Icon";
import { isPaged, pageWord } from "../viewer/pages";
import { Switch } from "../viewer/Switch";
import { fileSize } from "../words";
import { ChangeBadge } from "./ChangeList";
import { ChangeTabs, tabIds } from "./ChangeTabs";
import { type ChangeTab, tabsOf } from "./changeTabs";
import { ContentChanges } from "./ContentChanges";
import type { Rejecting } from "./DiffTools";
import { FileFacts } from "./FileFacts";
import { FileNotices } from "./FileNotices";
import { hasContentDiff } from "./readChanges";
import { TextChanges } from "./TextChanges";

// Loaded when a file that needs them is looked at.
const CellChanges = lazy(() => import("./CellChanges"));
const ImagePair = lazy(() => import("./ImagePair"));
const PagePair = lazy(() => import("./PagePair"));

interface Props {
  workbenchId: string;
  /** The review this change belongs to: a new one means that the diff is read again. */
  changeSetHash: string;
  change: Change;
  busy: boolean;
  tab: string | undefined;
  onTab: (tab: ChangeTab) => void;
  onRevert: (change: Change) => void;
  onReject: (change: Change, changeIds: string[]) => void;
}

/** One changed file: what it is, what is said about it, and the change itself. */
export function ChangePane(props: Props) {
  const { workbenchId, changeSetHash, change, busy, tab, onTab, onRevert, onReject } = props;
  const tabs = tabsOf(change);
  const shown = tabs.find((one) => one === tab) ?? tabs[0];
  const [page, setPage] = useState(() => firstPage(change));
  const common = { workbenchId, changeSetHash, change };
  const rejecting: Rejecting = { busy, onReject: (ids) => onReject(change, ids) };
  const ids = tabIds(shown);
  return (
    <article className="change-pane" aria-labelledby="change-title">
      <header className="pane-head">
        <div className="pane-title">
          <h2 id="change-title" tabIndex={-1}>
            {change.path}
          </h2>
          <ChangeBadge type={change.change_type} />
          {change.change_type === "added" && <span className="chip">New file</span>}
          <FileChips file={change} />
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
      <FileNotices notices={change.notices ?? []} />
      {tabs.length > 1 && <ChangeTabs change={change} tabs={tabs} shown={shown} onShow={onTab} />}
      {shown === undefined ? (
        <FileFacts change={change} />
      ) : (
        <div
          className="tab-panel"
          {...(tabs.length > 1 && { role: "tabpanel", id: ids.panel, "aria-labelledby": ids.tab })}
        >
          <Suspense fallback={<div className="diff-waiting" aria-busy="true" />}>
            {shown === "diff" && (
              <Diff
                {...common}
                {...rejecting}
                onPage={(index) => {
                  setPage(index);
                  onTab("pages");
                }}
              />
            )}
            {shown === "cells" && <CellChanges {...common} {...rejecting} />}
            {shown === "pages" && isPaged(change.file_kind) && (
              <PagePair {...common} kind={change.file_kind} index={page} onIndex={setPage} />
            )}
            {shown === "images" && <ImagePair {...common} />}
          </Suspense>
        </div>
      )}
    </article>
  );
}

function sizes({ bytes_before: before, bytes_after: after }: Change): string {
  if (before == null) return after == null ? "" : fileSize(after);
  if (after == null) return `was ${fileSize(before)}`;
  return before === after ? fileSize(after) : `${fileSize(before)} → ${fileSize(after)}`;
}

/** The slide or page that the operations touched, where they say so. */
function firstPage({ file_kind: kind, focus_hint: hint }: Change): number {
  const index = hint?.[kind === "pptx" ? "slide_index" : "page_index"];
  return typeof index === "number" ? index : 0;
}

const VIEWS = {
  text: [
    ["content", "Rows"],
    ["text", "Lines"],
  ],
  other: [
    ["content", "Content"],
    ["text", "Text"],
  ],
} as const;

interface DiffProps extends Rejecting {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
  onPage: (page: number) => void;
}

/** A diff by content where the format has one, and always one by lines of text. */
function Diff({ onPage, ...common }: DiffProps) {
  const { change } = common;
  const [view, setView] = useState<"content" | "text">("content");
  if (!hasContentDiff(change)) return <TextChanges {...common} />;
  const word = change.file_kind === "pptx" || change.file_kind === "pdf" ? pageWord(change.file_kind) : undefined;
  return (
    <>
      <div className="diff-view">
        <Switch
          label="What is compared"
          value={view}
          choices={change.file_kind === "text" ? VIEWS.text : VIEWS.other}
          onChange={setView}
        />
      </div>
      {view === "content" ? (
        <ContentChanges {...common} pageWord={word?.toLowerCase()} onPage={onPage} />
      ) : (
        <TextChanges {...common} />
      )}
    </>
  );
}
