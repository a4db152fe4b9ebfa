import { rpc } from "../api/client";
import { useLoaded } from "../api/useLoaded";

interface Props {
  modelId: string | undefined;
  disabled: boolean;
  onChoose: (modelId: string) => Promise<void>;
}

/** The models that can be asked; those without a key are listed in the settings. */
export function ModelPicker({ modelId, disabled, onChoose }: Props) {
  const { value } = useLoaded("models", (signal) => rpc("ModelsListSupported", {}, signal));
  const usable = (value?.models ?? []).filter((model) => model.configured && !model.deprecated);
  const known = usable.some((model) => model.model_id === modelId);
  return (
    <label className="model-picker">
      <span className="visually-hidden">Model</span>
      <select
        className="field"
        value={modelId ?? ""}
        disabled={disabled || !modelId}
        onChange={(event) => void onChoose(event.target.value)}
      >
        {modelId && !known && <option value={modelId}>{modelId}</option>}
        {usable.map((model) => (
          <option key={model.model_id} value={model.model_id}>
            {model.name}
          </option>
        ))}
      </select>
    </label>
  );
}
