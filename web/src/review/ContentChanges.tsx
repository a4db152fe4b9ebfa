import { useEffect, useRef, useState } from "react";
import type { Change } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { FailureNote } from "../shell/FailureNote";
import { useKept } from "../viewer/useKept";
import { count } from "../words";
import { ChangeCard } from "./ChangeCard";
import { ChangePager, ChangeSteps, type Rejecting, WarningNote } from "./DiffTools";
import { PAGE, readChanges } from "./readChanges";
import { REFERENCE_NAMES } from "./types";
import { showChange, type Step, useChangeSteps } from "./useChangeSteps";

interface Props extends Rejecting {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
  pageWord: string | undefined;
  onPage: (page: number) => void;
}

/** What changed in a document, aligned by content: paragraphs, slides, pages or rows. */
export function ContentChanges(props: Props) {
  const { workbenchId, changeSetHash, change, pageWord, onPage, busy, onReject } = props;
  const [offset, setOffset] = useState(0);
  const loaded = useLoaded(`${changeSetHash}/${change.path}/${offset}`, (signal) =>
    readChanges(workbenchId, change, offset, signal),
  );
  const page = useKept(loaded.value, change.path);
  const list = useRef<HTMLOListElement>(null);
  // Which end of the next page of changes gets the focus when it is there.
  const entering = useRef<Step>(undefined);
  const step = useChangeSteps(list, (toward) => {
    const next = offset + toward * PAGE;
    if (!page || next < 0 || next >= page.total) return;
    entering.current = toward;
    setOffset(next);
  });
  const { value } = loaded;
  useEffect(() => {
    if (!value || entering.current === undefined) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
    const card = entering.current === 1 ? cards[0] : cards.at(-1);
    entering.current = undefined;
    if (card) showChange(card);
  }, [value]);
  const hinted = change.focus_hint?.["section_index"];
  const looked = useRef(false);
  useEffect(() => {
    if (!value || looked.current) return;
    looked.current = true;
    // The part that the operations touched is looked at first, where they said so.
    // What was taken out stood in a section that may be gone: then the next change after it.
    const within = (same: (section: number) => boolean) =>
      value.changes.find(({ section }) => section !== undefined && same(section));
    const first =
      typeof hinted === "number"
        ? (within((section) => section === hinted) ?? within((section) => section > hinted))
        : undefined;
    const card = first && list.current?.querySelector(`[data-change="${CSS.escape(first.id)}"]`);
    card?.scrollIntoView({ block: "nearest" });
  }, [value, hinted]);
  useEffect(() => {
    // Rejecting the last changes of a page leaves the ones before it.
    if (value && offset > 0 && offset >= value.total) setOffset(Math.max(0, offset - PAGE));
  }, [value, offset]);

  if (loaded.failure && !page) {
    return <FailureNote failure={loaded.failure} onRetry={() => void loaded.reload()} />;
  }
  if (!page) return <div className="diff-waiting" aria-busy="true" />;
  const { changes, total } = page;
  return (
    <div aria-busy={!value && !loaded.failure}>
      {page.reference_warning && <WarningNote>{page.reference_warning}</WarningNote>}
      {page.warnings.map((warning) => (
        <WarningNote key={warning.code}>{warning.message}</WarningNote>
      ))}
      {loaded.failure && <FailureNote failure={loaded.failure} onRetry={() => void loaded.reload()} />}
      {page.too_large ? (
        <p className="facts">
          This file is too large for a comparison row by row. It can be published, reverted or downloaded.
        </p>
      ) : total === 0 ? (
        <p className="facts">Nothing that a reader would see differs.</p>
      ) : (
        <>
          <div className="diff-tools">
            <span className="diff-count">{count(total, "change")}</span>
            <ChangeSteps onStep={step} />
            <span className="quiet">{REFERENCE_NAMES[page.reference_source]} → Draft</span>
            <ChangePager offset={offset} shown={changes.length} total={total} page={PAGE} onOffset={setOffset} />
          </div>
          <ol className="change-cards" ref={list} aria-label="Changes" start={offset + 1}>
            {changes.map((one) => (
              <ChangeCard
                key={one.id}
                change={one}
                rejectable={page.rejectable.has(one.type)}
                columns={page.columns}
                pageWord={pageWord}
                onPage={onPage}
                busy={busy}
                onReject={onReject}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
