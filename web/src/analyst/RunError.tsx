import { Icon } from "../shell/Icon";

/** Why a run has no result. The error's own name stands with the details of the run. */
export function RunError({ message }: { message: string }) {
  return (
    <div className="note note-bad" role="alert">
      <Icon name="warning" />
      <p className="note-text">{message}</p>
    </div>
  );
}
