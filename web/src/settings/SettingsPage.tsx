import { useState } from "react";
import "./settings.css";
import { rpc } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import { useLoaded } from "../api/useLoaded";
import { Machine } from "../home/Machine";
import { useTitle } from "../router";
import { FailureNote } from "../shell/FailureNote";
import type { HealthView } from "../shell/useHealth";
import { DefaultModel } from "./DefaultModel";
import { ProviderCard } from "./ProviderCard";

export default function SettingsPage({ health }: { health: HealthView }) {
  useTitle("Settings");
  const providers = useLoaded("providers", (signal) => rpc("ProvidersGetStatus", {}, signal));
  const chosen = useLoaded("settings", (signal) => rpc("SettingsGet", {}, signal));
  const models = useLoaded("models", (signal) => rpc("ModelsListSupported", {}, signal));
  const info = useLoaded("info", (signal) => rpc("EngineGetInfo", {}, signal));
  const [failure, setFailure] = useState<Failure>();

  async function choose(change: { default_model?: string; consent_mode?: "ask" | "allow_all" }) {
    setFailure(undefined);
    try {
      await rpc("SettingsSet", change);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    await chosen.reload();
  }

  async function reloadAll() {
    await Promise.all([providers.reload(), models.reload(), chosen.reload()]);
  }

  const first = providers.failure ?? chosen.failure ?? models.failure;
  return (
    <main className="page settings" id="main" aria-busy={!providers.value || !chosen.value}>
      <header className="page-head">
        <div>
          <h1>Settings</h1>
          <p className="lead">Models, consent, and the state of this machine.</p>
        </div>
      </header>
      {first && <FailureNote failure={first} onRetry={() => void reloadAll()} />}
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}

      <section className="settings-part" aria-labelledby="settings-model">
        <h2 id="settings-model">Default model</h2>
        {chosen.value && models.value && (
          <DefaultModel
            models={models.value.models}
            chosen={chosen.value.default_model}
            fixed={chosen.value.default_model_source === "environment"}
            onChoose={(modelId) => void choose({ default_model: modelId })}
          />
        )}
      </section>

      <section className="settings-part" aria-labelledby="settings-consent">
        <h2 id="settings-consent">Consent</h2>
        <p className="quiet">
          Before the content of files goes to a provider, KeenBench asks. The offline model, and a
          local model on this machine, need no consent.
        </p>
        <div className="choices" role="radiogroup" aria-labelledby="settings-consent">
          {CONSENT_MODES.map(({ mode, words }) => (
            <label key={mode} className="check">
              <input
                type="radio"
                name="consent-mode"
                checked={chosen.value?.consent_mode === mode}
                disabled={!chosen.value}
                onChange={() => void choose({ consent_mode: mode })}
              />
              {words}
            </label>
          ))}
        </div>
      </section>

      <section className="settings-part" aria-labelledby="settings-providers">
        <h2 id="settings-providers">Providers</h2>
        {providers.value && (
          <p className="quiet">
            {providers.value.keys_stored_in === "keyring"
              ? "Keys are kept in this system's password store."
              : "Keys are kept in a file of the data folder that only your user can read."}
          </p>
        )}
        <ul className="providers">
          {(providers.value?.providers ?? []).map((provider) => (
            <ProviderCard
              key={provider.provider_id}
              provider={provider}
              onChanged={() => void reloadAll()}
            />
          ))}
        </ul>
        <p className="settings-note">
          All configured models can analyze and edit Workbench files. File edits execute locally in
          Draft and are reviewed before publish.
        </p>
      </section>

      <Machine {...health} />
      {info.value && (
        <section className="settings-part" aria-labelledby="settings-data">
          <h2 id="settings-data">Your data</h2>
          <p>
            Everything is kept in <code className="command">{info.value.data_dir}</code>, on this
            machine only.
          </p>
        </section>
      )}
    </main>
  );
}

const CONSENT_MODES = [
  { mode: "ask", words: "Ask before files are shown to a provider's model" },
  { mode: "allow_all", words: "Allow all: files of every workbench may be sent without asking" },
] as const;
