import { type Ref, useMemo, useState } from "react";
import { Thinking } from "../shell/Composer";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { useMedia } from "../shell/useMedia";
import { Chart } from "./Chart";
import { exportAddress } from "./client";
import { Details } from "./Details";
import { periodsOf } from "./periods";
import { ResultTable } from "./ResultTable";
import { RunError } from "./RunError";
import { Stopped } from "./Stopped";
import type { ChatAnswer, Stage } from "./types";
import type { Turn } from "./useChat";

const STAGES: { stage: Stage; doing: string; done: string }[] = [
  { stage: "planning", doing: "Planning", done: "Planned" },
  { stage: "validating", doing: "Checking", done: "Checked" },
  { stage: "executing", doing: "Running in the sandbox", done: "Ran in the sandbox" },
];

interface TurnProps {
  turn: Turn;
  waiting: boolean;
  ref?: Ref<HTMLElement> | undefined;
}

/**
 * A question, the steps towards its answer, and the answer.
 *
 * `waiting` for the user: nothing has been sent yet.
 */
export function TurnView({ turn, waiting, ref }: TurnProps) {
  const stopped = turn.stopped || turn.answer?.status === "canceled";
  const over = Boolean(turn.answer ?? turn.failure ?? turn.kept) || stopped;
  const failed = Boolean(turn.failure ?? turn.answer?.result?.error) || stopped;
  return (
    <article ref={ref} className="turn">
      <p className="question">{turn.question}</p>
      {turn.stages.length > 0 ? (
        <Steps stages={turn.stages} over={over} failed={failed} />
      ) : (
        !over && !waiting && <Thinking />
      )}
      {stopped && <Stopped />}
      {!stopped && turn.text && turn.text !== turn.answer?.result?.error?.message && (
        <p className="answer-text">{turn.text}</p>
      )}
      {turn.failure && <FailureNote failure={turn.failure} />}
      {!stopped && turn.answer && <AnswerBody answer={turn.answer} />}
    </article>
  );
}

interface StepsProps {
  stages: Stage[];
  over: boolean;
  failed: boolean;
}

function Steps({ stages, over, failed }: StepsProps) {
  const now = stages.at(-1);
  return (
    <ol className="steps" aria-live="polite" aria-label="Steps">
      {STAGES.filter(({ stage }) => stages.includes(stage)).map(({ stage, doing, done }) => {
        const last = stage === now;
        if (last && !over) {
          return (
            <li key={stage} className="step-running">
              <span className="dot" aria-hidden="true" />
              {doing}
            </li>
          );
        }
        const broken = last && failed;
        return (
          <li key={stage} className={broken ? "step-broken" : "step-done"}>
            <Icon name={broken ? "cross" : "check"} size={14} />
            {broken ? doing : done}
          </li>
        );
      })}
    </ol>
  );
}

function AnswerBody({ answer }: { answer: ChatAnswer }) {
  const { result, run_id: runId, details } = answer;
  return (
    <>
      {answer.warnings.map((warning) => (
        <p key={warning.code + warning.message} className="warning-line">
          <Icon name="warning" size={15} />
          {warning.message}
        </p>
      ))}
      {result?.error && <RunError message={result.error.message} />}
      {result && !result.error && (
        <ResultView
          result={result}
          chart={answer.chart}
          plan={details.plan_json}
          runId={runId}
        />
      )}
      {(runId ?? details.compiled_sql ?? result?.error) && (
        <Details
          runId={runId}
          status={answer.status}
          errorCode={result?.error?.type}
          milliseconds={result?.exec_time_ms ?? null}
          plan={details.plan_json}
          sql={details.compiled_sql}
        />
      )}
    </>
  );
}

const MOST_BESIDE = 6;

interface ResultProps {
  result: NonNullable<ChatAnswer["result"]>;
  chart: object | null;
  plan: ChatAnswer["details"]["plan_json"];
  runId: string | null;
}

/** The table, and the chart beside it where there is one; on a narrow screen one at a time. */
export function ResultView({ result, chart, plan, runId }: ResultProps) {
  const [shown, setShown] = useState<"table" | "chart">("table");
  const wide = useMedia("(min-width: 1200px)");
  const periods = useMemo(() => periodsOf(plan, result.columns.length), [plan, result]);
  // Half the width would hide most columns of a broad table.
  const beside = wide && chart !== null && result.columns.length <= MOST_BESIDE;
  return (
    <div className="result">
      <div className="result-bar">
        {chart && !beside ? (
          <div className="tabs" role="tablist" aria-label="How the result is shown">
            {(["table", "chart"] as const).map((each) => (
              <button
                key={each}
                type="button"
                role="tab"
                aria-selected={shown === each}
                onClick={() => setShown(each)}
              >
                {each === "table" ? "Table" : "Chart"}
              </button>
            ))}
          </div>
        ) : (
          <span />
        )}
        {runId && <Exports runId={runId} />}
      </div>
      {beside ? (
        <div className="result-pair">
          <div className="result-side">
            <ResultTable result={result} periods={periods} runId={runId} />
          </div>
          <Chart spec={chart} name={runId ?? "chart"} periods={periods} />
        </div>
      ) : shown === "chart" && chart ? (
        <Chart spec={chart} name={runId ?? "chart"} periods={periods} />
      ) : (
        <ResultTable result={result} periods={periods} runId={runId} />
      )}
    </div>
  );
}

function Exports({ runId }: { runId: string }) {
  return (
    <span className="exports">
      <span className="quiet">Download</span>
      {(["csv", "xlsx", "parquet"] as const).map((format) => (
        <a key={format} className="button button-small" href={exportAddress(runId, format)} download>
          {format === "parquet" ? "Parquet" : format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
