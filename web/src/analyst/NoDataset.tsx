import { useLoaded } from "../api/useLoaded";
import { Link, paths } from "../router";
import { listRuns } from "./client";
import { History } from "./History";

/** The address of a dataset that is not there, or no longer: its runs still are. */
export function NoDataset({ datasetId }: { datasetId: string }) {
  const runs = useLoaded(`runs ${datasetId}`, (signal) => listRuns(datasetId, signal));
  return (
    <div className="no-dataset">
      <div className="note">
        <p className="note-text">There is no dataset {datasetId}.</p>
        <Link className="button button-small" href={paths.analyst()}>
          To the Analyst
        </Link>
      </div>
      <History runs={runs} replayable={false} />
    </div>
  );
}
