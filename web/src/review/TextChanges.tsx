import { useRef, useState, useSyncExternalStore } from "react";
import { rpc } from "../api/client";
import type { Change } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { FailureNote } from "../shell/FailureNote";
import { Switch } from "../viewer/Switch";
import { useKept } from "../viewer/useKept";
import { ChangeSteps, type Rejecting, WarningNote } from "./DiffTools";
import { changedLines } from "./diffRows";
import { FileFacts } from "./FileFacts";
import { type Layout, TextDiff } from "./TextDiff";
import { useChangeSteps } from "./useChangeSteps";

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

const LAYOUTS = [
  ["split", "Side by side"],
  ["unified", "One column"],
] as const;

interface Props extends Rejecting {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
}

/** What changed in a file's text, line by line. */
export function TextChanges({ workbenchId, changeSetHash, change, busy, onReject }: Props) {
  const loaded = useLoaded(`${changeSetHash}/${change.path}`, (signal) =>
    rpc("ReviewGetTextDiff", { workbench_id: workbenchId, path: change.path }, signal),
  );
  const diff = useKept(loaded.value, change.path);
  const [wanted, setWanted] = useState<Layout>("split");
  const isWide = useWide();
  const table = useRef<HTMLDivElement>(null);
  const step = useChangeSteps(table);
  // One side is empty when a file is new or gone; two columns would waste half the pane.
  const twoSided = isWide && change.change_type === "modified";
  const layout = twoSided ? wanted : "unified";

  // The worker reads no text of this kind of file.
  if (loaded.failure?.info.subphase === "unknown_method") return <FileFacts change={change} />;
  if (loaded.failure && !diff) {
    return <FailureNote failure={loaded.failure} onRetry={() => void loaded.reload()} />;
  }
  if (!diff) return <div className="diff-waiting" aria-busy="true" />;
  const { added, removed } = changedLines(diff.hunks);
  return (
    <>
      {diff.reference_warning && <WarningNote>{diff.reference_warning}</WarningNote>}
      {change.file_kind !== "text" && (
        <p className="quiet helper">Formatting may differ from the original file.</p>
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
            <span className="tally" role="img" aria-label={`${added} lines added, ${removed} removed`}>
              <span className="tally-added">+{added.toLocaleString()}</span>
              <span className="tally-removed">−{removed.toLocaleString()}</span>
            </span>
            <ChangeSteps onStep={step} />
            {twoSided && (
              <Switch label="Layout of the diff" value={wanted} choices={LAYOUTS} onChange={setWanted} />
            )}
          </div>
          <div ref={table} className="diff-frame" aria-busy={!loaded.value}>
            <TextDiff key={change.path} diff={diff} layout={layout} busy={busy} onReject={onReject} />
          </div>
        </>
      )}
    </>
  );
}
