import { useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { count } from "../words";
import { removeDataset } from "./client";
import type { Dataset } from "./types";

interface Props {
  dataset: Dataset;
  disabled: boolean;
  onRemoved: () => void;
}

/** A dataset that the user added is taken away again, once it has been confirmed. */
export function RemoveDataset({ dataset, disabled, onRemoved }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  // There is an entry for each table, and a workbook has several.
  const files = new Set(dataset.files.map((file) => file.name));

  async function remove() {
    setBusy(true);
    try {
      await removeDataset(dataset.id);
      onRemoved();
    } catch (thrown) {
      setFailure(asFailure(thrown));
      setBusy(false);
    }
    setAsking(false);
  }

  function ask() {
    setFailure(undefined);
    setAsking(true);
  }

  return (
    <>
      <button type="button" className="button button-small" disabled={disabled} onClick={ask}>
        <Icon name="trash" size={15} />
        <span>
          Remove<span className="visually-hidden"> {dataset.name}</span>
        </span>
      </button>
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}
      {asking && (
        <ConfirmDialog
          title={`Remove ${dataset.name}?`}
          confirm="Remove dataset"
          danger
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>
            KeenBench deletes its copy of {count(files.size, "file")} of {dataset.name}; yours are not touched.
          </p>
          <p>Runs over it stay, and show what they found; they cannot be replayed or downloaded any more.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
