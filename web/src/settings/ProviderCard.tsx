import { type FormEvent, useId, useState } from "react";
import { rpc } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import type { Result } from "../api/types";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { count } from "../words";

type Provider = Result<"ProvidersGetStatus">["providers"][number];

interface Props {
  provider: Provider;
  onChanged: () => void;
}

/** How one provider is set up. Its key goes to the server once and never comes back. */
export function ProviderCard({ provider, onChanged }: Props) {
  const [key, setKey] = useState("");
  const [address, setAddress] = useState(provider.base_url ?? "");
  const [busy, setBusy] = useState<"saving" | "testing" | "clearing">();
  const [failure, setFailure] = useState<Failure>();
  const [tested, setTested] = useState<string>();
  const keyField = useId();
  const addressField = useId();
  const isLocal = provider.provider_id === "local";
  const offline = provider.provider_id === "offline";

  async function act(kind: NonNullable<typeof busy>, work: () => Promise<void>) {
    setBusy(kind);
    setFailure(undefined);
    setTested(undefined);
    try {
      await work();
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    setBusy(undefined);
  }

  const id = provider.provider_id;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act("saving", async () => {
      await rpc("ProvidersSetApiKey", {
        provider_id: id,
        ...(key && { api_key: key }),
        ...(address && { base_url: address }),
      });
      setKey("");
      onChanged();
    });
  };
  const test = () =>
    act("testing", async () => {
      const answer = await rpc("ProvidersValidate", { provider_id: id });
      setTested(`${answer.message} It lists ${count(answer.models.length, "model")}.`);
    });
  const clear = () =>
    act("clearing", async () => {
      await rpc("ProvidersClearApiKey", { provider_id: id });
      setAddress("");
      onChanged();
    });

  const stored = provider.key_source === "keyring" || provider.key_source === "file";
  return (
    <li className="provider" aria-labelledby={`${keyField}-name`}>
      <div className="provider-head">
        <h3 id={`${keyField}-name`}>{provider.name}</h3>
        <span className={provider.configured ? "chip chip-good" : "chip"}>
          {provider.configured ? "Ready" : "Not set up"}
        </span>
      </div>
      <p className="quiet">{provider.message}</p>
      {!offline && (
        <form className="provider-form" onSubmit={save}>
          {!isLocal && (
            <>
              <label htmlFor={keyField}>{stored ? "New key" : "Key"}</label>
              <input
                id={keyField}
                className="field"
                type="password"
                autoComplete="off"
                spellCheck={false}
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            </>
          )}
          <label htmlFor={addressField}>
            {isLocal ? "Address" : "Address, if not the usual one"}
          </label>
          <input
            id={addressField}
            className="field"
            type="url"
            placeholder={isLocal ? "http://127.0.0.1:11434/v1" : ""}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <div className="provider-actions">
            <button
              type="submit"
              className="button button-small"
              disabled={busy !== undefined || (isLocal ? !address : !key)}
            >
              {busy === "saving" ? "Saving" : "Save"}
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={busy !== undefined || !provider.configured}
              onClick={() => void test()}
            >
              {busy === "testing" ? "Testing" : "Test"}
            </button>
            {(stored || (isLocal && provider.configured)) && (
              <button
                type="button"
                className="button button-small button-quiet-danger"
                disabled={busy !== undefined}
                onClick={() => void clear()}
              >
                Forget
              </button>
            )}
          </div>
        </form>
      )}
      <div aria-live="polite">
        {tested && (
          <p className="provider-tested">
            <Icon name="check" size={15} /> {tested}
          </p>
        )}
      </div>
      {failure && <FailureNote failure={failure} onDismiss={() => setFailure(undefined)} />}
    </li>
  );
}
