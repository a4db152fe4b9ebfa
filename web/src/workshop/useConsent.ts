import { useCallback, useRef, useState } from "react";
import { rpc } from "../api/client";
import { asFailure, type Failure } from "../api/failure";

/** What a provider would be shown. */
export interface ConsentNeeded {
  providerId: string;
  modelId: string;
  scopeHash: string;
  files: string[];
}

/** Return what the server asks consent for, if that is why it refused. */
function consentOf(failure: Failure): ConsentNeeded | undefined {
  const { info } = failure;
  if (info.error_code !== "EGRESS_CONSENT_REQUIRED") return undefined;
  const detail = info.detail as { files?: string[] } | null | undefined;
  return {
    providerId: info.provider_id ?? "",
    modelId: info.model_id ?? "",
    scopeHash: info.scope_hash ?? "",
    files: detail?.files ?? [],
  };
}

export interface Consent {
  /** What the user is asked about now. */
  needed: ConsentNeeded | undefined;
  /** Do what may need consent. Resolves to false where the user refuses it. */
  attempt: (act: () => Promise<unknown>) => Promise<boolean>;
  grant: (persist: boolean) => Promise<void>;
  refuse: () => void;
}

/** The user's word before a provider sees anything of a workbench or a dataset. */
export function useConsent(scope: { workbench_id: string } | { dataset_id: string }): Consent {
  const [needed, setNeeded] = useState<ConsentNeeded>();
  const decided = useRef<{ resolve: (granted: boolean) => void; reject: (fault: Failure) => void }>(
    undefined,
  );

  const attempt = useCallback(async (act: () => Promise<unknown>) => {
    for (;;) {
      try {
        await act();
        return true;
      } catch (thrown) {
        const asked = consentOf(asFailure(thrown));
        if (!asked) throw thrown;
        const granted = await new Promise<boolean>((resolve, reject) => {
          decided.current = { resolve, reject };
          setNeeded(asked);
        });
        if (!granted) return false;
      }
    }
  }, []);

  async function grant(persist: boolean) {
    if (!needed) return;
    setNeeded(undefined);
    try {
      await rpc("EgressGrantWorkshopConsent", {
        ...scope,
        provider_id: needed.providerId,
        model_id: needed.modelId,
        scope_hash: needed.scopeHash,
        persist,
      });
      decided.current?.resolve(true);
    } catch (thrown) {
      decided.current?.reject(asFailure(thrown));
    }
  }

  function refuse() {
    setNeeded(undefined);
    decided.current?.resolve(false);
  }

  return { needed, attempt, grant, refuse };
}
