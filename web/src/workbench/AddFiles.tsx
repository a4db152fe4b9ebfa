import { useCallback, useRef, useState } from "react";
import { uploadFiles } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import type { FileResult } from "../api/types";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { KindTag } from "../shell/KindTag";
import { count, fileSize, nameShown } from "../words";
import { useFileDrop } from "./useFileDrop";

interface Props {
  workbenchId: string;
  /** A Draft exists, and files cannot be added meanwhile. */
  blocked: boolean;
  empty: boolean;
  onAdded: () => void;
}

/** A file that was not added. */
type Skip = Pick<FileResult, "path"> & { reason?: string | null };

interface Upload {
  names: string[];
  sent: number;
  total: number;
}

/** Files by drop anywhere on the page, or by the picker, with how far the upload has come. */
export function AddFiles({ workbenchId, blocked, empty, onAdded }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [upload, setUpload] = useState<Upload>();
  const [skipped, setSkipped] = useState<Skip[]>([]);
  const [added, setAdded] = useState<string[]>([]);
  const [failure, setFailure] = useState<Failure>();

  const add = useCallback(
    async (files: readonly File[]) => {
      // The server takes none of them when one has such a name; the others are no worse for it.
      const named = files.filter((file) => isFileName(file.name));
      const misnamed = files
        .filter((file) => !isFileName(file.name))
        .map(({ name }): Skip => ({ path: name, reason: "name" }));
      setFailure(undefined);
      setSkipped(misnamed);
      setAdded([]);
      if (named.length === 0) return;
      setUpload({ names: named.map((file) => file.name), sent: 0, total: 0 });
      try {
        const results = await uploadFiles(workbenchId, named, (sent, total) =>
          setUpload((now) => now && { ...now, sent, total }),
        );
        setSkipped([...misnamed, ...results.filter((result) => result.status !== "added")]);
        setAdded(results.filter((result) => result.status === "added").map(({ path }) => path));
      } catch (thrown) {
        setFailure(asFailure(thrown));
      } finally {
        setUpload(undefined);
        onAdded();
      }
    },
    [workbenchId, onAdded],
  );

  const over = useFileDrop(!blocked && !upload, add);

  if (blocked) return null;
  const size = empty ? "drop-zone drop-zone-large" : "drop-zone";
  return (
    <section aria-label="Add files">
      <div className={over ? `${size} drop-zone-over` : size}>
        <input
          ref={picker}
          type="file"
          multiple
          className="visually-hidden"
          aria-label="Files to add"
          tabIndex={-1}
          disabled={upload !== undefined}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = "";
            void add(files);
          }}
        />
        {upload ? (
          <UploadProgress upload={upload} />
        ) : (
          <>
            <Icon name="upload" size={empty ? 30 : 20} />
            <p>{over ? "Let go to add them" : "Drop files anywhere on this page"}</p>
            <button
              type="button"
              className={empty ? "button button-primary" : "button button-small"}
              onClick={() => picker.current?.click()}
            >
              Choose files
            </button>
            {empty && <KindsTaken />}
          </>
        )}
      </div>
      <div aria-live="polite">
        {added.length > 0 && (
          <p className="added-note">
            <Icon name="check" size={16} /> Added {listed(added)}.
          </p>
        )}
      </div>
      {skipped.length > 0 && <Skipped results={skipped} onDismiss={() => setSkipped([])} />}
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}
    </section>
  );
}

/** Whether a file may be called so: what the server would say, for all systems at once. */
export function isFileName(name: string): boolean {
  return !/[\u0000-\u001f\u007f/\\]/.test(name) && new TextEncoder().encode(name).length <= 255;
}

const EXAMPLES = [
  ["a.docx", "docx"],
  ["a.xlsx", "xlsx"],
  ["a.pptx", "pptx"],
  ["a.odt", "odt"],
  ["a.pdf", "pdf"],
  ["a.csv", "text"],
  ["a.md", "text"],
  ["a.png", "image"],
] as const;

function KindsTaken() {
  return (
    <p className="kinds-taken" aria-label="Documents, workbooks, slides, PDF, tables, text, images">
      {EXAMPLES.map(([path, kind]) => (
        <KindTag key={path} path={path} kind={kind} />
      ))}
    </p>
  );
}

function listed(paths: string[]): string {
  const names = paths.map(nameShown);
  if (names.length <= 3) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} and ${count(names.length - 2, "other")}`;
}

function UploadProgress({ upload }: { upload: Upload }) {
  const known = upload.total > 0;
  return (
    <div className="upload" role="status">
      <p>
        Adding {listed(upload.names)}
        {known && (
          <span className="quiet">
            {" "}
            {fileSize(upload.sent)} of {fileSize(upload.total)}
          </span>
        )}
      </p>
      <progress
        aria-label="Upload"
        max={1}
        {...(known && { value: upload.sent / upload.total })}
      />
    </div>
  );
}

const REASONS: Record<string, string> = {
  name: "its name holds a slash, a backslash or a control character, or is too long",
  unreadable: "it could not be read",
  symlink: "it is a link to another file",
  directory: "it is a folder",
  size_limit: "it is larger than a file may be, or the workbench is full",
  duplicate: "a file of that name is already here",
};

function Skipped({ results, onDismiss }: { results: Skip[]; onDismiss: () => void }) {
  return (
    <div className="note note-warn" role="alert">
      <Icon name="warning" />
      <div className="note-text">
        <p>{count(results.length, "file was", "files were")} not added:</p>
        <ul className="skipped">
          {results.map((result) => (
            <li key={result.path}>
              <strong>{nameShown(result.path)}</strong>:{" "}
              {REASONS[result.reason ?? ""] ?? result.reason ?? "no reason was given"}
            </li>
          ))}
        </ul>
      </div>
      <div className="note-actions">
        <button
          type="button"
          className="button button-small button-bare"
          onClick={onDismiss}
          aria-label="Dismiss this message"
        >
          <Icon name="cross" size={16} />
        </button>
      </div>
    </div>
  );
}
