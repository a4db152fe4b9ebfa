import { ConfirmDialog } from "../shell/ConfirmDialog";
import { count } from "../words";
import type { Notice } from "./types";

export interface NoticeOf {
  path: string;
  notice: Notice;
}

export type Question =
  | { kind: "publish"; deletions: string[]; notices: NoticeOf[] }
  | { kind: "depends"; path: string; changeIds: string[]; message: string; also: number }
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
    case "publish":
      return <PublishQuestion {...question} onYes={onYes} onNo={onNo} />;
    case "depends":
      return (
        <ConfirmDialog
          title="These changes go together"
          confirm="Reject them together"
          onConfirm={onYes}
          onCancel={onNo}
        >
          <p>{question.message}</p>
          <p>
            {count(question.also, "other change")} of {question.path} would be rejected with it.
          </p>
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
            The changes to {count(question.count, "file")} are taken back. Published stays as it
            is. A checkpoint keeps the Draft, should you want it after all.
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
          <p>Its changes in the Draft are taken back. The other files keep theirs.</p>
        </ConfirmDialog>
      );
  }
}

interface PublishProps {
  deletions: string[];
  notices: NoticeOf[];
  onYes: () => void;
  onNo: () => void;
}

/** What Publish would delete, and what it would let in. */
function PublishQuestion({ deletions, notices, onYes, onNo }: PublishProps) {
  const deleting = deletions.length > 0;
  const parts = [
    ...(deleting ? [`Delete ${count(deletions.length, "file")}`] : []),
    ...(notices.length > 0 ? [`Publish with ${count(notices.length, "notice")}`] : []),
  ];
  return (
    <ConfirmDialog
      title={`${parts.join(" and ")}?`}
      confirm={deleting ? "Publish and delete" : "Publish"}
      danger
      onConfirm={onYes}
      onCancel={onNo}
    >
      {deleting && (
        <>
          <p>Publishing takes out of the workbench:</p>
          <ul>
            {deletions.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </>
      )}
      {notices.length > 0 && (
        <>
          <p>The Draft adds what can act by itself or deserves a second look:</p>
          <ul className="asked-notices">
            {notices.map(({ path, notice }) => (
              <li key={`${path}/${notice.notice_id}`}>
                {path}
                <span>{notice.message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>The checkpoint that Publish makes keeps what was there before.</p>
    </ConfirmDialog>
  );
}
