import { type KeyboardEvent, useRef } from "react";
import type { Change } from "../api/types";
import { type ChangeTab, tabName } from "./changeTabs";

export function tabIds(tab: ChangeTab | undefined) {
  return { tab: `change-tab-${tab}`, panel: `change-panel-${tab}` };
}

interface Props {
  change: Change;
  tabs: readonly ChangeTab[];
  shown: ChangeTab | undefined;
  onShow: (tab: ChangeTab) => void;
}

/** The ways to look at one changed file. */
export function ChangeTabs({ change, tabs, shown, onShow }: Props) {
  const list = useRef<HTMLDivElement>(null);

  function keys(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab === shown);
    const to = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onShow(next);
    list.current?.querySelector<HTMLElement>(`#${tabIds(next).tab}`)?.focus();
  }

  return (
    <div className="view-tabs" role="tablist" aria-label={`Views of ${change.path}`} ref={list} onKeyDown={keys}>
      {tabs.map((tab) => {
        const selected = tab === shown;
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={tabIds(tab).tab}
            aria-selected={selected}
            {...(selected && { "aria-controls": tabIds(tab).panel })}
            tabIndex={selected ? 0 : -1}
            onClick={() => onShow(tab)}
          >
            {tabName(tab, change)}
          </button>
        );
      })}
    </div>
  );
}
