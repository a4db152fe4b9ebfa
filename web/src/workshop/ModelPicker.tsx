import { rpc } from "../api/client";
import type { Result } from "../api/types";
import { useLoaded } from "../api/useLoaded";

interface Props {
  modelId: string | undefined;
  disabled: boolean;
  onChoose: (modelId: string) => Promise<void>;
}

type Model = Result<"ModelsListSupported">["models"][number];

const PROVIDERS: Record<string, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  mistral: "Mistral",
  local: "Local",
};

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
        {byProvider(usable).map(([provider, models]) =>
          provider === "offline" ? (
            models.map(optionOf)
          ) : (
            <optgroup key={provider} label={PROVIDERS[provider] ?? provider}>
              {models.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
}

function byProvider(models: readonly Model[]): [provider: string, models: Model[]][] {
  const found = new Map<string, Model[]>();
  for (const model of models) {
    found.set(model.provider_id, [...(found.get(model.provider_id) ?? []), model]);
  }
  return [...found];
}

function optionOf(model: Model) {
  return (
    <option key={model.model_id} value={model.model_id}>
      {model.name}
    </option>
  );
}
