import { useEffect, useState } from "react";
import { rpc } from "../api/client";
import { listen } from "../api/events";
import { asFailure, type Failure } from "../api/failure";
import { useLoaded } from "../api/useLoaded";
import { Link, paths, useTitle } from "../router";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { FailureNote } from "../shell/FailureNote";
import { Switch } from "../viewer/Switch";
import { count, day, fileSize } from "../words";
import { WorkshopPanel } from "../workshop/WorkshopPanel";
import { AddFiles } from "./AddFiles";
import { Checkpoints } from "./Checkpoints";
import { DraftBanner } from "./DraftBanner";
import { FileTable } from "./FileTable";
import { filesAsShown } from "./shownFiles";
import { useDraftChanges } from "./useDraftChanges";

type Part = "files" | "workshop";

/** In a narrow window one of them is shown: beneath fifty files nobody finds the other. */
const PARTS: readonly (readonly [Part, string])[] = [
  ["files", "Files"],
  ["workshop", "Workshop"],
];

interface Props {
  workbenchId: string;
  onName: (id: string, name: string) => void;
}

export function WorkbenchPage({ workbenchId, onName }: Props) {
  const opened = useLoaded(workbenchId, (signal) =>
    rpc("WorkbenchOpen", { workbench_id: workbenchId }, signal),
  );
  const { value: workbench, failure, reload } = opened;
  const changes = useDraftChanges(workbench);
  const [part, setPart] = useState<Part>("files");
  const [removing, setRemoving] = useState<string>();
  const [removeFailure, setRemoveFailure] = useState<Failure>();
  useTitle(workbench?.name);

  useEffect(() => {
    const again = () => void reload();
    return listen(workbenchId, again, again);
  }, [workbenchId, reload]);

  const name = workbench?.name;
  useEffect(() => {
    if (name !== undefined) onName(workbenchId, name);
  }, [workbenchId, name, onName]);

  async function remove(path: string) {
    setRemoving(undefined);
    setRemoveFailure(undefined);
    try {
      await rpc("WorkbenchFilesRemove", { workbench_id: workbenchId, paths: [path] });
    } catch (thrown) {
      setRemoveFailure(asFailure(thrown));
    }
    await reload();
  }

  if (failure && !workbench) {
    return (
      <main className="page" id="main">
        <h1>This workbench cannot be opened</h1>
        <FailureNote failure={failure} onRetry={() => void reload()}>
          <Link className="button button-small" href={paths.home()}>
            All workbenches
          </Link>
        </FailureNote>
      </main>
    );
  }

  const files = workbench?.files ?? [];
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const hasDraft = workbench?.draft.has_draft ?? false;
  return (
    <main className="page workbench" id="main" aria-busy={!workbench} data-part={part}>
      <div className="workbench-files">
        <header className="page-head">
          <div>
            <h1>{workbench?.name ?? " "}</h1>
            <p className="lead">
              {workbench
                ? `${files.length === 0 ? "No files yet" : `${count(files.length, "file")}, ${fileSize(total)}`} · made ${day(workbench.created_at)}`
                : " "}
            </p>
          </div>
        </header>
        <div className="workbench-parts">
          <Switch label="What to see" value={part} choices={PARTS} onChange={setPart} />
        </div>
        {workbench && <DraftBanner workbenchId={workbenchId} draft={workbench.draft} />}
        {failure && <FailureNote failure={failure} onRetry={() => void reload()} />}
        {removeFailure && (
          <FailureNote failure={removeFailure} onDismiss={() => setRemoveFailure(undefined)} />
        )}
        {workbench && (
          <>
            <AddFiles
              workbenchId={workbenchId}
              blocked={hasDraft}
              empty={files.length === 0}
              onAdded={() => void reload()}
            />
            <FileTable
              workbenchId={workbenchId}
              files={filesAsShown(files, changes)}
              blocked={hasDraft}
              onRemove={setRemoving}
            />
            <Checkpoints workbenchId={workbenchId} blocked={hasDraft} />
          </>
        )}
      </div>
      {workbench && (
        <WorkshopPanel workbenchId={workbenchId} fileNames={files.map((file) => file.path)} />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing}?`}
          confirm="Remove"
          danger
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        >
          <p>
            The file leaves this workbench. The one you added it from, elsewhere on your machine, is
            not touched.
          </p>
        </ConfirmDialog>
      )}
    </main>
  );
}
