import type { ErrorInfo } from "./types";

/** A refusal or fault that the server explained, or that kept us from reaching it. */
export class Failure extends Error {
  readonly status: number;
  readonly info: ErrorInfo;

  constructor(status: number, info: ErrorInfo) {
    super(info.message);
    this.name = "Failure";
    this.status = status;
    this.info = info;
  }

  get locked(): boolean {
    return this.status === 401;
  }
}

function explain(message: string, subphase: string): ErrorInfo {
  return {
    error_code: "NETWORK_UNAVAILABLE",
    message,
    subphase,
    retryable: true,
    actions: ["retry"],
  };
}

export function unreachable(): Failure {
  return new Failure(
    0,
    explain("KeenBench does not answer. Is it still running on this machine?", "unreachable"),
  );
}

/** Return the failure that a response of `status` with this body stands for. */
export function failureFrom(status: number, body: unknown): Failure {
  if (typeof body === "object" && body !== null && "error" in body) {
    const info = body.error as Partial<ErrorInfo> | null;
    if (info && typeof info.message === "string") {
      return new Failure(status, {
        ...info,
        error_code: info.error_code ?? "VALIDATION_FAILED",
        message: info.message,
        retryable: info.retryable ?? false,
        actions: info.actions ?? [],
      });
    }
  }
  return new Failure(
    status,
    explain(`KeenBench gave an answer that this page cannot read (HTTP ${status}).`, "unreadable"),
  );
}

/** Return any thrown value as a failure that can be shown. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Failure(0, {
    error_code: "VALIDATION_FAILED",
    message: `This page failed: ${message}`,
    retryable: true,
    actions: ["retry"],
  });
}
