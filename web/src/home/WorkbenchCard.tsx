import type { WorkbenchSummary } from "../api/types";
import { Link, paths } from "../router";
import { Icon } from "../shell/Icon";
import { count, day } from "../words";

export function WorkbenchCard({ workbench }: { workbench: WorkbenchSummary }) {
  return (
    <Link className="card workbench-card" href={paths.workbench(workbench.workbench_id)}>
      <span className="card-mark" aria-hidden="true">
        <Icon name="bench" size={22} />
      </span>
      <span className="card-name">{workbench.name}</span>
      <span className="card-facts">
        {count(workbench.file_count, "file")} · made {day(workbench.created_at)}
      </span>
      {workbench.problem ? (
        <span className="badge badge-deleted" title={workbench.problem}>
          {workbench.problem}
        </span>
      ) : workbench.has_draft ? (
        <span className="badge badge-draft">
          Draft · {count(workbench.changed_count, "file")} changed
        </span>
      ) : (
        <span className="badge badge-still">No Draft</span>
      )}
    </Link>
  );
}
