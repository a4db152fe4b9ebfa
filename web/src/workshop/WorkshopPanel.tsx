import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, paths } from "../router";
import { Composer } from "../shell/Composer";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { ConsentDialog } from "./ConsentDialog";
import { type Message, turnsOf } from "./conversation";
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
  const [given, setGiven] = useState<{ text: string }>();
  const { messages, running, sending, state } = workshop;
  const last = messages.at(-1);

  async function pick(text: string) {
    if (!(await workshop.send(text))) setGiven({ text });
  }

  async function undo(message: Message) {
    setUndoing(undefined);
    const text = await workshop.undoTo(message);
    if (text !== undefined) setGiven({ text });
  }

  return (
    <section className="workshop" aria-labelledby="workshop-title">
      <header className="workshop-head">
        <h2 id="workshop-title">Workshop</h2>
        <ModelPicker modelId={state?.model_id} disabled={running || sending} onChoose={workshop.chooseModel} />
      </header>
      <Scrolled sending={sending}>
        {messages.length === 0 && state && (
          <Opening fileNames={fileNames} onPick={(text) => void pick(text)} />
        )}
        {turnsOf(messages).map((turn, at) => (
          // By its place: its question gets another id when the server has taken it.
          <div key={at} className="workshop-turn">
            {turn.map((message) => (
              <MessageView
                key={message.message_id}
                message={message}
                coverage={message === last && !running ? state?.coverage : undefined}
                onUndo={running ? undefined : () => setUndoing(message)}
              />
            ))}
          </div>
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
        label="Message"
        placeholder="Replace “old” with “new” in report.docx"
        send="Send"
        busy={sending || running}
        onSend={workshop.send}
        onStop={running && !sending ? () => void workshop.stop() : undefined}
        given={given}
        keptAs={`message of ${workbenchId}`}
      />
      <ConsentDialog consent={workshop.consent} />
      {undoing && (
        <ConfirmDialog
          title="Go back to before this message?"
          confirm="Go back"
          onConfirm={() => void undo(undoing)}
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
        {fileNames.length > 0
          ? "Say what should be done with these files."
          : "Add a file, and say here what should be done with it."}{" "}
        Every change lands in the Draft; nothing is published before you have reviewed it.
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
  const first = (kind: RegExp) => fileNames.find((name) => kind.test(name));
  // Plain text before Office files: one of those may turn out to be locked.
  const table = first(/\.csv$/i) ?? first(/\.(tsv|xlsx)$/i);
  const about = first(/\.(md|txt|html?|json)$/i) ?? table ?? first(/\.(docx|pptx|odt|pdf)$/i);
  const found = about === undefined ? [] : [`What is in ${about}?`];
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

/** Keeps the end in sight as it grows, unless the reader has scrolled away from it. */
function Scrolled({ sending, children }: { sending: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const lastTop = useRef(0);
  const follow = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (following.current) element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, []);
  useLayoutEffect(() => {
    // Who says something wants to see what comes of it.
    if (sending) following.current = true;
  }, [sending]);
  // After each change: what shrinks moves the place by itself, and that is nobody's scrolling.
  useLayoutEffect(follow);
  useEffect(() => {
    const resized = new ResizeObserver(follow);
    for (const each of [box.current, content.current]) if (each) resized.observe(each);
    return () => resized.disconnect();
  }, [follow]);
  return (
    <div
      ref={box}
      className="workshop-messages"
      role="log"
      aria-label="Conversation"
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        if (scrollHeight - scrollTop - clientHeight < 40) following.current = true;
        // Only a reader goes up; that the end moves away is not their doing.
        else if (scrollTop < lastTop.current) following.current = false;
        lastTop.current = scrollTop;
      }}
    >
      <div ref={content} className="workshop-said">
        {children}
      </div>
    </div>
  );
}
