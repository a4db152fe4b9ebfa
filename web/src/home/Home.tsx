import { useEffect, useRef } from "react";
import { rpc } from "../api/client";
import { useLoaded } from "../api/useLoaded";
import { useTitle } from "../router";
import { FailureNote } from "../shell/FailureNote";
import type { HealthView } from "../shell/useHealth";
import { Machine } from "./Machine";
import { NewWorkbench } from "./NewWorkbench";
import { count } from "../words";
import { useDropToStart } from "./useDropToStart";
import { WorkbenchCard } from "./WorkbenchCard";

export function Home({ health }: { health: HealthView }) {
  useTitle(undefined);
  const list = useLoaded("workbenches", (signal) => rpc("WorkbenchList", {}, signal));
  const dropping = useDropToStart();
  const workbenches = list.value?.workbenches;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    // The card that was deleted held the focus.
    const fewer = (workbenches?.length ?? 0) < shown.current;
    if (fewer && document.activeElement === document.body) heading.current?.focus();
    shown.current = workbenches?.length ?? 0;
  }, [workbenches]);
  return (
    <main className="page home" id="main">
      <section aria-labelledby="workbenches-title">
        <header className="page-head">
          <div>
            <h1 id="workbenches-title" ref={heading} tabIndex={-1}>Workbenches</h1>
            <p className="lead">
              Put files on a bench and let the model work on a Draft. Nothing changes until you
              approve it. Drop files anywhere to start one.
            </p>
          </div>
        </header>
        {dropping.failure && (
          <FailureNote failure={dropping.failure} onDismiss={dropping.dismiss} />
        )}
        {(dropping.over || dropping.sent) && (
          <div className="drop-zone drop-zone-over" role="status">
            {dropping.sent ? (
              <progress
                max={1}
                value={dropping.sent.share}
                aria-label={`Adding ${count(dropping.sent.names, "file")}`}
              />
            ) : (
              <p>Let go to start a workbench with them</p>
            )}
          </div>
        )}
        {list.failure && <FailureNote failure={list.failure} onRetry={() => void list.reload()} />}
        <ul className="cards" aria-busy={!workbenches && !list.failure}>
          <li className={workbenches?.length === 0 ? "cards-wide" : undefined}>
            <NewWorkbench first={workbenches?.length === 0} />
          </li>
          {workbenches?.length === 0 && <FirstSteps />}
          {workbenches?.map((workbench) => (
            <li key={workbench.workbench_id}>
              <WorkbenchCard workbench={workbench} onChanged={() => void list.reload()} />
            </li>
          ))}
          {!workbenches && !list.failure && (
            <>
              <li className="card card-waiting" aria-hidden="true" />
              <li className="card card-waiting" aria-hidden="true" />
            </>
          )}
        </ul>
      </section>
      <Machine {...health} />
    </main>
  );
}

const STEPS = [
  ["Put files on it", "Documents, workbooks, slides, tables, text. Your originals stay where they are."],
  ["Work in a Draft", "Every edit lands in the Draft. Published stays as it is."],
  ["Review and publish", "See what changed, line by line. Publish it or throw it away."],
] as const;

function FirstSteps() {
  return STEPS.map(([title, words], index) => (
    <li key={title} className="step">
      <span className="step-number" aria-hidden="true">
        {index + 1}
      </span>
      <h2>{title}</h2>
      <p>{words}</p>
    </li>
  ));
}
