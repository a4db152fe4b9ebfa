import { type FormEvent, useId, useState } from "react";
import { rpc } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import { navigate, paths } from "../router";
import { Icon } from "../shell/Icon";

/** Names a workbench, makes it and goes there. */
export function NewWorkbench({ first }: { first: boolean }) {
  const field = useId();
  const [name, setName] = useState("");
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function make(event: FormEvent) {
    event.preventDefault();
    setMaking(true);
    setFailure(undefined);
    try {
      const made = await rpc("WorkbenchCreate", { name: name.trim() });
      navigate(paths.workbench(made.workbench_id));
    } catch (thrown) {
      setFailure(asFailure(thrown));
      setMaking(false);
    }
  }

  return (
    <form className="card new-workbench" onSubmit={make}>
      <label htmlFor={field}>{first ? "Make your first workbench" : "New workbench"}</label>
      <input
        id={field}
        className="field"
        value={name}
        onChange={(event) => setName(event.target.value)}
        placeholder="Quarterly report"
        maxLength={120}
        required
        pattern=".*\S.*"
        title="A name for the workbench"
        autoComplete="off"
        aria-describedby={failure ? `${field}-failure` : undefined}
        aria-invalid={failure ? true : undefined}
      />
      <button
        type="submit"
        className="button button-primary"
        disabled={making}
      >
        <Icon name="plus" size={16} />
        Create
      </button>
      {failure && (
        <p className="field-failure" id={`${field}-failure`} role="alert">
          {failure.info.message}
        </p>
      )}
    </form>
  );
}
