import type { Failure } from "../api/failure";

/** What a provider would be shown, and what waits for the user's consent. */
export interface ConsentNeeded {
  providerId: string;
  modelId: string;
  scopeHash: string;
  files: string[];
  again: () => Promise<void>;
}

/** Return what the server asks consent for, if that is why it refused. */
export function consentOf(failure: Failure): Omit<ConsentNeeded, "again"> | undefined {
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
