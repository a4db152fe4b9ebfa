import { useEffect, useState } from "react";
import { downloadAddress, rpc } from "../api/client";
import { listen } from "../api/events";
import { useLoaded } from "../api/useLoaded";
import { Link, paths, useTitle } from "../router";
import { FailureNote } from "../shell/FailureNote";
import { FileChips } from "../shell/FileChips";
import { Icon } from "../shell/Icon";
import { KindTag } from "../shell/KindTag";
import { isTable } from "../viewer/kinds";
import { Switch } from "../viewer/Switch";
import { fileSize, nameShown } from "../words";
import { FileMapPanel } from "./FileMapPanel";
import { FileViewer, type ViewedFile } from "./FileViewer";
import { readMap, type Target } from "./fileMap";
import { fileAsShown } from "./shownFiles";
import "./file.css";

interface Props {
  workbenchId: string;
  path: string;
  onName: (id: string, name: string) => void;
}

const VERSIONS = [
  ["draft", "Draft"],
  ["published", "Published"],
] as const;

/** One file, opened: its map and what is in it. */
export default function FilePage({ workbenchId, path, onName }: Props) {
  const opened = useLoaded(`${workbenchId}/${path}`, async (signal) => {
    const workbench = await rpc("WorkbenchOpen", { workbench_id: workbenchId }, signal);
    const review = workbench.draft.has_draft
      ? await rpc("ReviewGetChangeSet", { workbench_id: workbenchId }, signal)
      : undefined;
    return { workbench, review };
  });
  const { value, failure, reload } = opened;
  useEffect(() => {
    const again = () => void reload();
    return listen(workbenchId, again, again);
  }, [workbenchId, reload]);
  const name = value?.workbench.name;
  useEffect(() => {
    if (name !== undefined) onName(workbenchId, name);
  }, [workbenchId, name, onName]);
  useTitle(name && `${path} · ${name}`);

  const [wanted, setWanted] = useState<"draft" | "published">("draft");
  const [target, setTarget] = useState<Target>();
  const change = value?.review?.changes.find((one) => one.path === path);
  const file = value && fileAsShown(value.workbench.files, change, path);
  // A version that is not there is never asked for.
  const version =
    change?.change_type === "added" ? "draft" : change?.change_type === "deleted" ? "published" : wanted;
  const viewed: ViewedFile | undefined = file && {
    workbenchId,
    path,
    version,
    kind: file.file_kind,
    isTable: isTable(path),
    id: [path, version, file.modified_at ?? "", change && version === "draft" ? value?.review?.change_set_hash : ""].join("/"),
  };
  const map = useLoaded(viewed?.id ?? "", async (signal) =>
    viewed
      ? readMap(viewed.kind, viewed.isTable, { workbench_id: workbenchId, path, version }, signal)
      : undefined,
  );

  if (failure && !value) {
    return (
      <main className="page" id="main">
        <h1>This file cannot be opened</h1>
        <FailureNote failure={failure} onRetry={() => void reload()} />
      </main>
    );
  }
  if (value && !file) {
    return (
      <main className="page" id="main">
        <h1>There is no file {path} here</h1>
        <p>
          <Link href={paths.workbench(workbenchId)}>Back to the workbench</Link>
        </p>
      </main>
    );
  }
  return (
    <main className="page file-page" id="main" aria-busy={!value}>
      <header className="page-head">
        <div>
          <h1>{nameShown(path)}</h1>
          <p className="lead file-lead">
            {file ? (
              <>
                <KindTag path={path} kind={file.file_kind} />
                <span>{file.size == null ? "deleted in the Draft" : fileSize(file.size)}</span>
                <span className="chips">
                  <FileChips file={file} />
                </span>
              </>
            ) : (
              " "
            )}
          </p>
        </div>
        <div className="file-actions">
          {change && (
            <>
              {change.change_type === "modified" && (
                <Switch label="Version" value={wanted} choices={VERSIONS} onChange={setWanted} />
              )}
              <Link
                className="button button-small"
                href={`${paths.review(workbenchId)}?file=${encodeURIComponent(path)}`}
              >
                Changed in the Draft: review
                <Icon name="arrow" size={15} />
              </Link>
            </>
          )}
          {file && (
            <a
              className="button button-small"
              href={downloadAddress(workbenchId, path, version)}
              download={path}
            >
              <Icon name="download" size={16} />
              Download
            </a>
          )}
        </div>
      </header>
      {failure && <FailureNote failure={failure} onRetry={() => void reload()} />}
      {viewed?.kind === "binary" ? (
        <p className="facts">
          KeenBench keeps this file and does not look inside. It can be downloaded as it was added.
        </p>
      ) : map.failure ? (
        <FailureNote failure={map.failure} onRetry={() => void map.reload()} />
      ) : (
        <div className="file-body">
          <FileMapPanel map={map.value ?? undefined} onGo={setTarget} />
          <section className="file-view" aria-label="Content">
            {viewed && (
              <FileViewer key={version} file={viewed} map={map.value ?? undefined} target={target} />
            )}
          </section>
        </div>
      )}
    </main>
  );
}
