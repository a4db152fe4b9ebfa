import { useRef, useState } from "react";
import type { WorkbenchSummary } from "../api/types";
import { Link, paths } from "../router";
import { Icon } from "../shell/Icon";
import { count, moment } from "../words";
import { CardQuestion, type CardAction } from "./CardQuestion";

interface Props {
  workbench: WorkbenchSummary;
  onChanged: () => void;
}

export function WorkbenchCard({ workbench, onChanged }: Props) {
  const [asked, setAsked] = useState<CardAction>();
  return (
    <div className="card workbench-card">
      <Link className="card-link" href={paths.workbench(workbench.workbench_id)}>
        <span className="card-mark" aria-hidden="true">
          <Icon name="bench" size={22} />
        </span>
        <span className="card-name">{workbench.name}</span>
        <span className="card-facts">
          {count(workbench.file_count, "file")}
          {workbench.changed_at && ` · changed ${moment(workbench.changed_at)}`}
        </span>
        <State workbench={workbench} />
      </Link>
      <CardMenu name={workbench.name} onPick={setAsked} />
      {asked && (
        <CardQuestion
          action={asked}
          workbench={workbench}
          onDone={() => {
            setAsked(undefined);
            onChanged();
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function State({ workbench }: { workbench: WorkbenchSummary }) {
  if (workbench.problem) {
    return (
      <span className="badge badge-deleted" title={workbench.problem}>
        {workbench.problem}
      </span>
    );
  }
  return workbench.has_draft ? (
    <span className="badge badge-draft">
      Draft · {count(workbench.changed_count, "file")} changed
    </span>
  ) : (
    <span className="badge badge-still">No Draft</span>
  );
}

const ACTIONS: [CardAction, string][] = [
  ["rename", "Rename"],
  ["fork", "Fork"],
  ["delete", "Delete"],
];

/** What can be done with a workbench, behind one button; Escape and a click elsewhere close it. */
function CardMenu({ name, onPick }: { name: string; onPick: (action: CardAction) => void }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute("open");
  return (
    <details
      ref={details}
      className="card-menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        close();
        details.current?.querySelector("summary")?.focus();
      }}
    >
      <summary aria-label={`Actions for ${name}`} title="Actions">
        <Icon name="more" />
      </summary>
      <div className="card-menu-list">
        {ACTIONS.map(([action, words]) => (
          <button
            key={action}
            type="button"
            onClick={() => {
              close();
              // What the question gives the focus back to.
              details.current?.querySelector("summary")?.focus();
              onPick(action);
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </details>
  );
}
