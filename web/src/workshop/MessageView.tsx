import { memo } from "react";
import type { Result } from "../api/types";
import { Thinking } from "../shell/Composer";
import { FailureCode } from "../shell/FailureCode";
import { Icon } from "../shell/Icon";
import { isAhead, type Message } from "./conversation";
import { Markdown } from "./Markdown";
import { ToolLine } from "./ToolLine";

type Coverage = Result<"WorkshopGetState">["coverage"];

interface Props {
  message: Message;
  coverage: Coverage | undefined;
  onUndo: (() => void) | undefined;
}

export const MessageView = memo(function MessageView({ message, coverage, onUndo }: Props) {
  if (message.role === "user") {
    return (
      <>
        <article
          className={`message message-user${isShort(message.text) ? " message-stays" : ""}`}
          aria-label="You"
        >
          <p className="question">{message.text}</p>
        </article>
        <button
          type="button"
          className="message-undo"
          aria-label={`Undo to here: ${message.text.slice(0, 60)}`}
          disabled={!onUndo || isAhead(message)}
          onClick={onUndo}
        >
          <Icon name="undo" size={15} />
          Undo to here
        </button>
      </>
    );
  }
  const running = message.status === "running";
  // What stood in the prompt anyway was not looked up for this answer.
  const asked = new Set(message.tools.flatMap((tool) => tool.paths));
  const read = (coverage ?? []).filter((file) => asked.has(file.path));
  // Words of an earlier step, or of before a restart, are no sign that something happens now.
  const silent = !message.text || message.step === undefined;
  const waits = running && silent && message.tools.every((tool) => !tool.running);
  return (
    <article className="message message-assistant" aria-label="Answer" aria-busy={running}>
      {message.tools.length > 0 && (
        <ul className="tool-lines" aria-label="What was done">
          {message.tools.map((tool) => (
            <ToolLine key={tool.call_id} tool={tool} />
          ))}
        </ul>
      )}
      {message.text && <Markdown text={message.text} />}
      {waits && <Thinking />}
      <Ending message={message} />
      {read.length > 0 && <CoverageMeter coverage={read} />}
    </article>
  );
});

/** Whether a question leaves room for its answer, so that it may stay in sight above it. */
function isShort(text: string): boolean {
  return text.length <= 120 && text.split("\n").length <= 2;
}

function Ending({ message }: { message: Message }) {
  // The user's own doing, not a fault.
  if (message.status === "canceled") return <p className="quiet">Stopped.</p>;
  if (message.error) {
    return (
      <div className="note note-bad" role="alert">
        <Icon name="warning" />
        <div className="note-text">
          <p>{message.error.message}</p>
          <FailureCode code={message.error.error_code} />
        </div>
      </div>
    );
  }
  if (message.status === "interrupted") {
    return <p className="quiet">Interrupted: KeenBench was restarted in the middle.</p>;
  }
  return null;
}

/** How much of each file the model has read; a conclusion from less is worth less. */
function CoverageMeter({ coverage }: { coverage: Coverage }) {
  return (
    <details className="coverage">
      <summary>{coverageWords(coverage)}</summary>
      <ul>
        {coverage.map((file) => (
          <li key={file.path}>
            <span className="coverage-path">{file.path}</span>
            <meter
              min={0}
              max={1}
              value={file.share}
              aria-label={`${percent(file.share)} of ${file.path} read`}
            />
            <span className="quiet">{readWords(file)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function coverageWords(coverage: Coverage): string {
  const whole = coverage.filter((file) => file.share >= 1 || isComputed(file)).length;
  const [first] = coverage;
  if (coverage.length === 1 && first) {
    if (isComputed(first)) return `Computed over all of ${first.path}`;
    const read = first.share >= 1 ? "the whole of" : `${percent(first.share)} of`;
    return `Read ${read} ${first.path}`;
  }
  return whole === coverage.length
    ? `Read or computed over all of ${whole} files`
    : `Read ${whole} of ${coverage.length} files whole`;
}

function isComputed(file: Coverage[number]): boolean {
  return (file.computed?.length ?? 0) > 0;
}

function readWords(file: Coverage[number]): string {
  const counted =
    file.total > 0
      ? ` (${file.read.toLocaleString()} of ${file.total.toLocaleString()} ${file.unit})`
      : "";
  const computed = isComputed(file) ? ", computed over all rows" : "";
  return `${percent(file.share)} read${counted}${computed}`;
}

/** Rounded down, so that only the whole is 100 %. */
function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
