import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, paths } from "../router";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { ConsentDialog } from "./ConsentDialog";
import type { Message } from "./conversation";
import { MessageView } from "./MessageView";
import { ModelPicker } from "./ModelPicker";
import { useWorkshop, type Workshop } from "./useWorkshop";

interface Props {
  workbenchId: string;
  fileNames: readonly string[];
}

/** The conversation with the model that works on these files. */
export function WorkshopPanel({ workbenchId, fileNames }: Props) {
  const workshop = useWorkshop(workbenchId);
  const [undoing, setUndoing] = useState<Message>();
  const { messages, running, state } = workshop;
  const last = messages.at(-1);
  return (
    <section className="workshop" aria-labelledby="workshop-title">
      <header className="workshop-head">
        <h2 id="workshop-title">Workshop</h2>
        <ModelPicker modelId={state?.model_id} disabled={running} onChoose={workshop.chooseModel} />
      </header>
      <Scrolled dependsOn={messages}>
        {messages.length === 0 && state && (
          <Opening fileNames={fileNames} onPick={(text) => void workshop.send(text)} />
        )}
        {messages.map((message) => (
          <MessageView
            key={message.message_id}
            message={message}
            coverage={message === last && !running ? state?.coverage : undefined}
            onUndo={running ? undefined : () => setUndoing(message)}
          />
        ))}
        {!running && last?.role === "assistant" && (
          <Afterwards workshop={workshop} message={last} />
        )}
      </Scrolled>
      {workshop.failure && (
        <FailureNote failure={workshop.failure} onDismiss={workshop.dismiss}>
          {workshop.failure.info.actions.includes("open_settings") && (
            <Link className="button button-small" href={paths.settings()}>
              Open settings
            </Link>
          )}
        </FailureNote>
      )}
      <Composer
        key={workshop.takenBack ?? ""}
        initial={workshop.takenBack ?? ""}
        running={running}
        onSend={workshop.send}
        onStop={() => void workshop.stop()}
      />
      {workshop.consent && (
        <ConsentDialog
          needed={workshop.consent}
          onGrant={(persist) => void workshop.grant(persist)}
          onRefuse={workshop.refuse}
        />
      )}
      {undoing && (
        <ConfirmDialog
          title="Go back to before this message?"
          confirm="Go back"
          onConfirm={() => {
            setUndoing(undefined);
            void workshop.undoTo(undoing);
          }}
          onCancel={() => setUndoing(undefined)}
        >
          <p>
            The Draft and the conversation become what they were before “{shortened(undoing.text)}”.
            What is published stays. A checkpoint of now is kept first.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** What can be said first; the words fit the files that are there. */
function Opening({
  fileNames,
  onPick,
}: {
  fileNames: readonly string[];
  onPick: (text: string) => void;
}) {
  const suggestions = suggestionsFor(fileNames);
  return (
    <div className="workshop-opening">
      <p>
        Say what should be done with these files. Every change lands in the Draft; nothing is
        published before you have reviewed it.
      </p>
      {suggestions.length > 0 && (
        <div className="prompts" role="group" aria-label="Things to say">
          {suggestions.map((text) => (
            <button key={text} type="button" onClick={() => onPick(text)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export function suggestionsFor(fileNames: readonly string[]): string[] {
  const first = fileNames[0];
  if (first === undefined) return [];
  const table = fileNames.find((name) => /\.(csv|tsv|xlsx)$/i.test(name));
  const found = [`What is in ${first}?`];
  if (table) found.push(`How many rows are in ${table}?`);
  if (table && /\.csv$/i.test(table)) found.push(`Convert ${table} to Excel`);
  return found;
}

/** What can be done once an answer has ended. */
function Afterwards({ workshop, message }: { workshop: Workshop; message: Message }) {
  const { state } = workshop;
  return (
    <div className="workshop-after">
      {message.status === "interrupted" && state?.can_resume && (
        <button
          type="button"
          className="button button-small button-primary"
          onClick={() => void workshop.resume()}
        >
          Resume
        </button>
      )}
      <button
        type="button"
        className="button button-small"
        onClick={() => void workshop.regenerate()}
      >
        <Icon name="undo" size={15} />
        Try again
      </button>
    </div>
  );
}

/** Scrolls to what is new, unless the reader has scrolled away from the end. */
function Scrolled({
  dependsOn,
  children,
}: {
  dependsOn: unknown;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [dependsOn]);
  return (
    <div
      ref={box}
      className="workshop-messages"
      role="log"
      aria-label="Conversation"
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      {children}
    </div>
  );
}

interface ComposerProps {
  initial: string;
  running: boolean;
  onSend: (text: string) => Promise<boolean>;
  onStop: () => void;
}

function Composer({ initial, running, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(initial);

  function send() {
    const words = text.trim();
    if (!words || running) return;
    setText("");
    void onSend(words);
  }

  function keys(event: KeyboardEvent) {
    // Enter sends; with Shift it is a line end. While an input method composes it is neither.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form className="composer" onSubmit={submit}>
      <label className="visually-hidden" htmlFor="workshop-message">
        Message
      </label>
      <textarea
        id="workshop-message"
        className="field"
        rows={Math.min(8, text.split("\n").length + 1)}
        placeholder="Replace “old” with “new” in report.docx"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
      />
      {running ? (
        <button type="button" className="button button-quiet-danger" onClick={onStop}>
          <Icon name="cross" size={16} />
          Stop
        </button>
      ) : (
        <button type="submit" className="button button-primary" disabled={!text.trim()}>
          Send
          <Icon name="arrow" size={16} />
        </button>
      )}
    </form>
  );
}
