import { useId, useRef, useState } from "react";
import { rpc } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import type { WorkbenchSummary } from "../api/types";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { count } from "../words";

export type CardAction = "rename" | "fork" | "delete";

interface Props {
  action: CardAction;
  workbench: WorkbenchSummary;
  onDone: () => void;
  onCancel: () => void;
}

const TITLES: Record<CardAction, (name: string) => string> = {
  rename: (name) => `Rename ${name}`,
  fork: (name) => `Fork ${name}`,
  delete: (name) => `Delete ${name}?`,
};

/** Asks what has to be known before a workbench is renamed, forked or deleted. */
export function CardQuestion({ action, workbench, onDone, onCancel }: Props) {
  const field = useId();
  const [name, setName] = useState(
    action === "fork" ? `${workbench.name} (copy)` : workbench.name,
  );
  const [withChat, setWithChat] = useState(false);
  const [acting, setActing] = useState(false);
  // A second click may come before the button is drawn as disabled.
  const begun = useRef(false);
  const [failure, setFailure] = useState<Failure>();

  async function act() {
    const workbench_id = workbench.workbench_id;
    if (begun.current) return;
    begun.current = true;
    setActing(true);
    setFailure(undefined);
    try {
      if (action === "rename") await rpc("WorkbenchRename", { workbench_id, name: name.trim() });
      else if (action === "delete") await rpc("WorkbenchDelete", { workbench_id });
      else {
        const mode = withChat ? "files_and_conversation" : "files";
        await rpc("WorkbenchFork", { workbench_id, mode, name: name.trim() });
      }
      onDone();
    } catch (thrown) {
      setFailure(asFailure(thrown));
      setActing(false);
      begun.current = false;
    }
  }

  return (
    <ConfirmDialog
      title={TITLES[action](workbench.name)}
      confirm={{ rename: "Rename", fork: "Fork", delete: "Delete" }[action]}
      danger={action === "delete"}
      busy={acting}
      onConfirm={() => void act()}
      onCancel={onCancel}
    >
      {action === "delete" ? (
        <p>
          The workbench with {count(workbench.file_count, "file")}, its checkpoints and its conversation
          is gone for good. The files that you added it from are not touched.
        </p>
      ) : (
        <label className="labelled" htmlFor={field}>
          Name
          <input
            id={field}
            className="field"
            value={name}
            maxLength={120}
            required
            pattern=".*\S.*"
            title="A name for the workbench"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      )}
      {action === "fork" && (
        <label className="check">
          <input
            type="checkbox"
            checked={withChat}
            onChange={(event) => setWithChat(event.target.checked)}
          />
          With the conversation
        </label>
      )}
      {failure && (
        <p className="field-failure" role="alert">
          {failure.info.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
