import { useRef, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { navigate, paths } from "../router";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { addDataset } from "./client";

/** Tables from the user's disk become a dataset of their own. */
export function AddDataset({ onAdded }: { onAdded: () => Promise<void> }) {
  const picker = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function add(files: File[]) {
    const [first] = files;
    if (!first) return;
    setAdding(true);
    setFailure(undefined);
    try {
      const name = first.name.replace(/\.[^.]+$/, "") || "Dataset";
      const made = await addDataset(name, files);
      await onAdded();
      navigate(paths.analyst(made.id));
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    setAdding(false);
  }

  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".csv,.tsv,.psv,.txt,.xlsx"
        className="visually-hidden"
        aria-label="Tables to add"
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          void add(files);
        }}
      />
      <button
        type="button"
        className="button button-small"
        disabled={adding}
        onClick={() => picker.current?.click()}
      >
        <Icon name="plus" size={15} />
        {adding ? "Adding" : "Add tables"}
      </button>
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}
    </>
  );
}
