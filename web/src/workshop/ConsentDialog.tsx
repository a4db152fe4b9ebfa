import { useState } from "react";
import { rpc } from "../api/client";
import { useLoaded } from "../api/useLoaded";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { count, nameShown } from "../words";
import type { Consent, ConsentNeeded } from "./useConsent";

/** Names who would see what, before the first byte leaves. */
export function ConsentDialog({ consent }: { consent: Consent }) {
  const { needed, grant, refuse } = consent;
  return (
    needed && (
      <Asked needed={needed} onGrant={(persist) => void grant(persist)} onRefuse={refuse} />
    )
  );
}

interface AskedProps {
  needed: ConsentNeeded;
  onGrant: (persist: boolean) => void;
  onRefuse: () => void;
}

function Asked({ needed, onGrant, onRefuse }: AskedProps) {
  const [persist, setPersist] = useState(true);
  const { files, providerId } = needed;
  const { value: status } = useLoaded(`provider ${providerId}`, (signal) =>
    rpc("ProvidersGetStatus", { provider_id: providerId }, signal),
  );
  const [provider] = status?.providers ?? [];
  return (
    <ConfirmDialog
      title="Send these files' content to a model?"
      confirm="Allow"
      onConfirm={() => onGrant(persist)}
      onCancel={onRefuse}
    >
      <dl className="consent">
        <dt>Provider</dt>
        <dd>{providerId}</dd>
        <dt>Model</dt>
        <dd>{needed.modelId}</dd>
        {provider?.base_url && (
          <>
            <dt>Address</dt>
            <dd>{provider.base_url}</dd>
          </>
        )}
        <dt>{count(files.length, "file")}</dt>
        <dd>
          <ul className="consent-files">
            {files.map((file) => (
              <li key={file}>{nameShown(file)}</li>
            ))}
          </ul>
        </dd>
      </dl>
      <p>
        Nothing has left this machine yet. The model will see names, structure and those parts that
        it reads. You are asked again when the list of files changes.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={persist}
          onChange={(event) => setPersist(event.target.checked)}
        />
        Remember this for these files
      </label>
    </ConfirmDialog>
  );
}
