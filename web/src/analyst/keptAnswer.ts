import type { ChatAnswer, Run } from "./types";

/** Return a run that was kept as the answer it once was, with the words and the end of its turn. */
export function answerOf(run: Run, words: string, status: ChatAnswer["status"]): ChatAnswer {
  const { error_json: error } = run;
  return {
    assistant_message: words,
    run_id: run.run_id,
    thread_id: run.thread_id ?? "",
    model_id: run.model_id ?? "",
    status,
    result: error ? { ...EMPTY, exec_time_ms: run.exec_time_ms ?? 0, error } : run.result_json,
    details: {
      query_mode: run.query_mode,
      plan_json: run.plan_json,
      compiled_sql: run.compiled_sql,
      dataset_id: run.dataset_id,
    },
    chart: run.chart,
    warnings: run.warnings,
  };
}

const EMPTY = {
  columns: [],
  column_types: [],
  rows: [],
  row_count: 0,
  total_row_count: 0,
  has_more: false,
};
