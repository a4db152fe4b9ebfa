import { useId, useState } from "react";
import type { Result } from "../api/types";

type Model = Result<"ModelsListSupported">["models"][number];

interface Props {
  models: readonly Model[];
  chosen: string;
  fixed: boolean;
  onChoose: (modelId: string) => void;
}

/** The model of new conversations: one of the list, or any other by its id. */
export function DefaultModel({ models, chosen, fixed, onChoose }: Props) {
  const [other, setOther] = useState("");
  const select = useId();
  const field = useId();
  const usable = models.filter((model) => model.configured && !model.deprecated);
  const known = usable.some((model) => model.model_id === chosen);
  return (
    <div className="default-model">
      <label htmlFor={select}>New conversations use</label>
      <select
        id={select}
        className="field"
        value={chosen}
        disabled={fixed}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!known && <option value={chosen}>{chosen}</option>}
        {usable.map((model) => (
          <option key={model.model_id} value={model.model_id}>
            {model.name} ({model.model_id})
          </option>
        ))}
      </select>
      {fixed ? (
        <p className="quiet">KEENBENCH_MODEL names it in the environment.</p>
      ) : (
        <form
          className="other-model"
          onSubmit={(event) => {
            event.preventDefault();
            if (other.trim()) onChoose(other.trim());
            setOther("");
          }}
        >
          <label htmlFor={field}>or another, as provider:model</label>
          <input
            id={field}
            className="field"
            value={other}
            placeholder="local:llama3.2"
            onChange={(event) => setOther(event.target.value)}
          />
          <button type="submit" className="button button-small" disabled={!other.trim()}>
            Use
          </button>
        </form>
      )}
    </div>
  );
}
