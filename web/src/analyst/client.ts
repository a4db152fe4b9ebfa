/** The Analyst's endpoints. */
import { getJson, send } from "../api/client";
import { type Failure, failureFrom, unreachable } from "../api/failure";
import { eventsOf } from "./stream";
import type {
  ChatAnswer,
  ChatRequest,
  Dataset,
  DatasetSchema,
  Replay,
  Run,
  RunRows,
  RunSummary,
  Stage,
  Thread,
} from "./types";

export const listDatasets = (signal?: AbortSignal) =>
  getJson<{ datasets: Dataset[] }>("/datasets", signal);

export const readSchema = (datasetId: string, signal?: AbortSignal) =>
  getJson<DatasetSchema>(`/datasets/${encodeURIComponent(datasetId)}/schema?sample=5`, signal);

export const listRuns = (datasetId: string, signal?: AbortSignal) =>
  getJson<{ runs: RunSummary[] }>(
    `/runs?dataset_id=${encodeURIComponent(datasetId)}&limit=30`,
    signal,
  );

export const readThread = (datasetId: string, threadId: string, signal?: AbortSignal) =>
  getJson<Thread>(
    `/datasets/${encodeURIComponent(datasetId)}/threads/${encodeURIComponent(threadId)}`,
    signal,
  );

/** Make a dataset of these files. */
export async function addDataset(name: string, files: readonly File[]): Promise<Dataset> {
  const form = new FormData();
  form.append("name", name);
  for (const file of files) form.append("files", file, file.name);
  const response = await fetch("/datasets", {
    method: "POST",
    credentials: "same-origin",
    body: form,
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Dataset;
  throw failureFrom(response.status, body);
}

/** Remove a dataset that the user added. */
export const removeDataset = (datasetId: string) =>
  send<unknown>("DELETE", `/datasets/${encodeURIComponent(datasetId)}`);

const runAddress = (runId: string) => `/runs/${encodeURIComponent(runId)}`;

export const readRun = (runId: string, signal?: AbortSignal) =>
  getJson<Run>(runAddress(runId), signal);

export const readRows = (runId: string, offset: number, limit: number, signal?: AbortSignal) =>
  getJson<RunRows>(`${runAddress(runId)}/rows?offset=${offset}&limit=${limit}`, signal);

export const replayRun = (runId: string) => send<Replay>("POST", `${runAddress(runId)}/replay`);

export const cancelRun = (runId: string) => send<unknown>("DELETE", runAddress(runId));

export const exportAddress = (runId: string, format: "csv" | "xlsx" | "parquet") =>
  `${runAddress(runId)}/export?format=${format}`;

export type ChatEvent =
  | { name: "status"; stage: Stage; runId?: string | undefined }
  | { name: "token"; text: string }
  | { name: "result"; answer: ChatAnswer }
  | { name: "error"; failure: Failure };

/** Ask, and yield what happens on the way to the answer. */
export async function* askStream(
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const response = await fetch("/chat/stream", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  }).catch((fault: unknown) => {
    if (signal.aborted) throw fault;
    throw unreachable();
  });
  if (!response.ok || !response.body) {
    throw failureFrom(response.status, await response.json().catch(() => undefined));
  }
  for await (const { name, data } of eventsOf(response.body)) {
    const told = data as Record<string, unknown>;
    if (name === "status") {
      yield { name, stage: told.stage as Stage, runId: told.run_id as string | undefined };
    } else if (name === "token") yield { name, text: String(told.text ?? "") };
    else if (name === "result") yield { name, answer: data as ChatAnswer };
    else if (name === "error") yield { name, failure: failureFrom(400, { error: data }) };
    else if (name === "done") return;
  }
}
