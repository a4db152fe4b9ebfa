import { ConfirmDialog } from "../shell/ConfirmDialog";
import { count } from "../words";

export type Question =
  | { kind: "deletions"; paths: string[] }
  | { kind: "discard"; count: number }
  | { kind: "revert"; path: string };

interface Props {
  question: Question;
  onYes: () => void;
  onNo: () => void;
}

/** What cannot be taken back with one key is asked first. */
export function ReviewQuestion({ question, onYes, onNo }: Props) {
  switch (question.kind) {
    case "deletions":
      return (
        <ConfirmDialog
          title={`Delete ${count(question.paths.length, "file")}?`}
          confirm="Publish and delete"
          danger
          onConfirm={onYes}
          onCancel={onNo}
        >
          <p>Publishing takes out of the workbench:</p>
          <ul>
            {question.paths.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          <p>The checkpoint that Publish makes keeps a copy.</p>
        </ConfirmDialog>
      );
    case "discard":
      return (
        <ConfirmDialog
          title="Discard the Draft?"
          confirm="Discard"
          danger
          onConfirm={onYes}
          onCancel={onNo}
        >
          <p>
            The changes to {count(question.count, "file")} are thrown away. Published stays as it
            is.
          </p>
        </ConfirmDialog>
      );
    case "revert":
      return (
        <ConfirmDialog
          title={`Revert ${question.path}?`}
          confirm="Revert"
          danger
          onConfirm={onYes}
          onCancel={onNo}
        >
          <p>Its changes in the Draft are thrown away. The other files keep theirs.</p>
        </ConfirmDialog>
      );
  }
}
