import { noteStatus } from "./access";
import { failureFrom, unreachable } from "./failure";
import type { FileResult, Health, MethodName, Params, Result } from "./types";

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // Not JSON: a proxy's page or a cut answer. `failureFrom` says so with the status.
    return undefined;
  }
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: "same-origin" });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw unreachable();
  }
}

/** Call an engine method: `POST /rpc/{method}`. */
export async function rpc<Name extends MethodName>(
  method: Name,
  params: Params<Name>,
  signal?: AbortSignal,
): Promise<Result<Name>> {
  const response = await reach(`/rpc/${method}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(params),
    signal: signal ?? null,
  });
  noteStatus(response.status);
  const body = await json(response);
  if (response.ok && typeof body === "object" && body !== null && "result" in body) {
    return body.result as Result<Name>;
  }
  throw failureFrom(response.status, body);
}

/** Read a resource as JSON. */
export async function getJson<Value>(address: string, signal?: AbortSignal): Promise<Value> {
  return answered<Value>(await reach(address, { signal: signal ?? null }));
}

/** Act on a resource; nothing is sent but its address. */
export async function send<Value>(method: "POST" | "DELETE", address: string): Promise<Value> {
  return answered<Value>(await reach(address, { method }));
}

async function answered<Value>(response: Response): Promise<Value> {
  noteStatus(response.status);
  const body = await json(response);
  if (response.ok && body !== undefined) return body as Value;
  throw failureFrom(response.status, body);
}

/** The state of the server and of what it needs; needs no token. */
export async function health(signal?: AbortSignal): Promise<Health> {
  const response = await reach("/healthz", { signal: signal ?? null });
  const body = await json(response);
  // A degraded server may answer 503 with the same body, which is what there is to show.
  if (typeof body === "object" && body !== null && "status" in body) return body as Health;
  throw failureFrom(response.status, body);
}

/**
 * Add files to a workbench, telling how many bytes of the total have gone out.
 *
 * XMLHttpRequest, because fetch cannot tell how far an upload has come.
 */
export function uploadFiles(
  workbenchId: string,
  files: readonly File[],
  onProgress: (sent: number, total: number) => void,
): Promise<FileResult[]> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const file of files) form.append("files", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", `/workbenches/${encodeURIComponent(workbenchId)}/files`);
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded, event.total));
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("load", () => {
      noteStatus(request.status);
      const body = parse(request.responseText);
      const results = (body as { results?: FileResult[] } | undefined)?.results;
      if (request.status === 200 && results) resolve(results);
      else reject(failureFrom(request.status, body));
    });
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The address that downloads one file. */
export function downloadAddress(
  workbenchId: string,
  path: string,
  version: "active" | "draft" | "published",
): string {
  const file = `${encodeURIComponent(workbenchId)}/files/${encodeURIComponent(path)}`;
  return `/workbenches/${file}?version=${version}`;
}
