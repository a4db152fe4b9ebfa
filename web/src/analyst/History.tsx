import type { Loaded } from "../api/useLoaded";
import { Link, paths } from "../router";
import { moment } from "../words";
import type { RunSummary } from "./types";

interface Props {
  runs: Loaded<{ runs: RunSummary[] }>;
  /** Without its dataset a run is kept, but cannot be replayed. */
  replayable?: boolean;
}

/** The runs that were kept for a dataset, newest first. */
export function History({ runs, replayable = true }: Props) {
  const kept = runs.value?.runs ?? [];
  if (kept.length === 0) return null;
  return (
    <details className="dataset-table">
      <summary>
        <strong>Runs</strong>
        <span className="quiet">{replayable ? "kept, and replayable" : "kept"}</span>
      </summary>
      <ul className="history">
        {kept.map((run) => (
          <li key={run.run_id}>
            <Link href={paths.run(run.run_id)}>
              <span className="history-question">{run.question ?? run.query_mode}</span>
              <span className="quiet">
                {moment(run.created_at)}
                {run.status === "success" ? "" : ` · ${run.status === "canceled" ? "stopped" : run.status}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
