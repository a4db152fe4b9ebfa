import { useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { Link, paths } from "../router";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { replayRun } from "./client";
import { sqlPieces } from "./sqlWords";
import type { Replay } from "./types";

interface Props {
  runId: string | null;
  status: string;
  /** The error's own name, for a report or a search. */
  errorCode: string | undefined;
  milliseconds: number | null;
  plan: object | null;
  sql: string | null;
  resultHash?: string | null;
}

/** How an answer came about: plan, SQL, run; and the proof that it comes about again. */
export function Details({ runId, status, errorCode, milliseconds, plan, sql, resultHash }: Props) {
  return (
    <details className="run-details">
      <summary>
        <Icon name="down" size={16} />
        Details
        <span className="quiet">
          {status}
          {milliseconds !== null ? ` · ${milliseconds.toLocaleString(undefined, { maximumFractionDigits: 0 })} ms` : ""}
        </span>
      </summary>
      <div className="run-details-body">
        <dl className="run-facts">
          <dt>Status</dt>
          <dd>{status}</dd>
          {errorCode && (
            <>
              <dt>Error</dt>
              <dd>
                <code>{errorCode}</code>
              </dd>
            </>
          )}
          {milliseconds !== null && (
            <>
              <dt>Run time</dt>
              <dd>{milliseconds.toLocaleString(undefined, { maximumFractionDigits: 1 })} ms</dd>
            </>
          )}
          {runId && (
            <>
              <dt>Run</dt>
              <dd>
                <Link href={paths.run(runId)}>
                  <code>{runId}</code>
                </Link>
              </dd>
            </>
          )}
          {resultHash && (
            <>
              <dt>Result hash</dt>
              <dd>
                <code className="hash">{resultHash}</code>
              </dd>
            </>
          )}
        </dl>
        {sql && (
          <section>
            <h3>SQL</h3>
            <pre className="code">
              <code>
                {sqlPieces(sql).map((piece, index) => (
                  <span key={index} className={`sql-${piece.kind}`}>
                    {piece.text}
                  </span>
                ))}
              </code>
            </pre>
          </section>
        )}
        {plan && (
          <section>
            <h3>Plan</h3>
            <pre className="code">
              <code>{JSON.stringify(plan, null, 2)}</code>
            </pre>
          </section>
        )}
        {runId && <ReplayButton runId={runId} />}
      </div>
    </details>
  );
}

function ReplayButton({ runId }: { runId: string }) {
  const [outcome, setOutcome] = useState<Replay>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  async function replay() {
    setBusy(true);
    setFailure(undefined);
    try {
      setOutcome(await replayRun(runId));
    } catch (thrown) {
      setFailure(asFailure(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="replay">
      <button type="button" className="button button-small" disabled={busy} onClick={() => void replay()}>
        <Icon name="undo" size={15} />
        {busy ? "Running again…" : "Replay"}
      </button>
      {outcome && (
        <span role="status" className={outcome.reproduced ? "replay-good" : "replay-bad"}>
          {replayWords(outcome)}
        </span>
      )}
      {failure && <FailureNote failure={failure} />}
    </div>
  );
}

function replayWords(outcome: Replay): string {
  if (outcome.reproduced) return "Same result, to the last byte.";
  return outcome.reason ?? "The result differs from the one that was kept.";
}
