import { useLoaded } from "../api/useLoaded";
import { Link, paths, useTitle } from "../router";
import { FailureNote } from "../shell/FailureNote";
import { moment } from "../words";
import { ResultView } from "./Answer";
import { readRun } from "./client";
import { Details } from "./Details";
import { RunError } from "./RunError";
import { Stopped } from "./Stopped";

/** One run as it was kept: what a link to it shows. */
export function RunPage({ runId }: { runId: string }) {
  const run = useLoaded(runId, (signal) => readRun(runId, signal));
  const kept = run.value;
  useTitle(kept?.question ?? "Run");
  if (run.failure) {
    return (
      <main className="page" id="main">
        <FailureNote failure={run.failure} onRetry={() => void run.reload()}>
          <Link className="button button-small" href={paths.analyst()}>
            To the Analyst
          </Link>
        </FailureNote>
      </main>
    );
  }
  if (!kept) return <main className="page" id="main" aria-busy="true" />;
  return (
    <main className="page run-page" id="main">
      <p className="quiet">
        <Link href={paths.analyst(kept.dataset_id)}>{kept.dataset_id}</Link> · {moment(kept.created_at)}
        {kept.model_id ? ` · ${kept.model_id}` : ""}
        {kept.thread_id && (
          <>
            {" · "}
            <Link href={paths.analyst(kept.dataset_id, kept.thread_id)}>its conversation</Link>
          </>
        )}
      </p>
      <h1>{kept.question ?? "Run"}</h1>
      {kept.status === "canceled" ? (
        <Stopped />
      ) : (
        kept.error_json && <RunError message={kept.error_json.message} />
      )}
      {kept.result_json && !kept.error_json && (
        <ResultView
          result={kept.result_json}
          chart={kept.chart ?? null}
          plan={kept.plan_json}
          runId={kept.run_id}
        />
      )}
      <Details
        runId={kept.run_id}
        status={kept.status}
        errorCode={kept.error_json?.type}
        milliseconds={kept.exec_time_ms}
        plan={kept.plan_json}
        sql={kept.compiled_sql}
        resultHash={kept.result_hash}
      />
    </main>
  );
}
