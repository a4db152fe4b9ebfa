import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from "react";
import { isLocked, onLocked } from "./api/access";
import { AnalystPage } from "./analyst/AnalystPage";
import { RunPage } from "./analyst/RunPage";
import { Home } from "./home/Home";
import { ReviewPage } from "./review/ReviewPage";
import { Link, paths, usePlace } from "./router";
import { Locked } from "./shell/Locked";
import { TopBar } from "./shell/TopBar";
import { useHealth } from "./shell/useHealth";
import { WorkbenchPage } from "./workbench/WorkbenchPage";

// Loaded when they are opened.
const FilePage = lazy(() => import("./workbench/FilePage"));
const SettingsPage = lazy(() => import("./settings/SettingsPage"));

export function App() {
  const place = usePlace();
  const locked = useSyncExternalStore(onLocked, isLocked);
  const health = useHealth();
  const [named, setNamed] = useState<{ id: string; name: string }>();
  const onName = useCallback((id: string, name: string) => setNamed({ id, name }), []);
  if (locked) return <Locked />;
  const workbenchName =
    "workbenchId" in place && named?.id === place.workbenchId ? named.name : undefined;
  return (
    <>
      <TopBar place={place} workbenchName={workbenchName} health={health} />
      {health.failure && (
        <p className="not-answering" role="status">
          KeenBench is not answering; trying again.
        </p>
      )}
      {place.name === "home" && <Home health={health} />}
      {place.name === "workbench" && (
        <WorkbenchPage key={place.workbenchId} workbenchId={place.workbenchId} onName={onName} />
      )}
      {place.name === "file" && (
        <Suspense fallback={<main className="page" id="main" aria-busy="true" />}>
          <FilePage
            key={`${place.workbenchId}/${place.path}`}
            workbenchId={place.workbenchId}
            path={place.path}
            onName={onName}
          />
        </Suspense>
      )}
      {place.name === "review" && (
        <ReviewPage key={place.workbenchId} workbenchId={place.workbenchId} onName={onName} />
      )}
      {place.name === "analyst" && <AnalystPage datasetId={place.datasetId} />}
      {place.name === "run" && <RunPage key={place.runId} runId={place.runId} />}
      {place.name === "settings" && (
        <Suspense fallback={<main className="page" id="main" aria-busy="true" />}>
          <SettingsPage health={health} />
        </Suspense>
      )}
      {place.name === "unknown" && (
        <main className="page" id="main">
          <h1>There is nothing at this address</h1>
          <p>
            <Link href={paths.home()}>Go to your workbenches</Link>
          </p>
        </main>
      )}
    </>
  );
}
