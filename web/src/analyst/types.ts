/** What the Analyst's endpoints take and send. */

export type Cell = string | number | boolean | null | object;
export type Stage = "planning" | "validating" | "executing";

export interface Dataset {
  id: string;
  name: string;
  description: string | null;
  engine: string;
  prompts: string[];
  version_hash: string;
  files: { name: string; table: string; row_count: number | null; size_bytes: number }[];
}

export interface DatasetSchema {
  dataset_id: string;
  version_hash: string;
  tables: {
    name: string;
    file: string;
    row_count: number;
    columns: { name: string; type: string; description: string | null; nullable: boolean }[];
    sample_rows: Cell[][];
  }[];
  relations: { from: string; to: string }[];
}

export interface ChatRequest {
  dataset_id: string;
  message: string;
  thread_id?: string;
  model_id?: string;
}

export interface ResultTable {
  columns: string[];
  column_types: string[];
  rows: Cell[][];
  row_count: number;
  total_row_count: number;
  has_more: boolean;
  exec_time_ms: number;
  error: { type: string; message: string } | null;
}

export interface ChatAnswer {
  assistant_message: string;
  run_id: string | null;
  thread_id: string;
  model_id: string;
  status: "success" | "error" | "timeout" | "canceled" | "needs_clarification";
  result: ResultTable | null;
  details: {
    query_mode: "plan" | "sql" | null;
    plan_json: object | null;
    compiled_sql: string | null;
    dataset_id: string;
  };
  chart: object | null;
  warnings: { code: string; message: string }[];
}

export interface RunSummary {
  run_id: string;
  created_at: string;
  dataset_id: string;
  question: string | null;
  query_mode: string;
  status: string;
  exec_time_ms: number | null;
}

export interface Run extends RunSummary {
  dataset_version_hash: string;
  plan_json: object | null;
  compiled_sql: string | null;
  result_json: ResultTable | null;
  error_json: { type: string; message: string } | null;
  result_hash: string | null;
  sandbox: string | null;
  engine: string | null;
  thread_id: string | null;
  model_id: string | null;
  chart?: object | null;
}

export interface RunRows {
  rows: Cell[][];
  total_row_count: number;
  has_more: boolean;
}

export interface Replay {
  reproduced: boolean;
  reason?: string | null;
}
