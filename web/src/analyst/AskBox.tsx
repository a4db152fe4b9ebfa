import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { Icon } from "../shell/Icon";

interface Props {
  busy: boolean;
  onAsk: (text: string) => void;
  onStop: () => void;
  onClear: (() => void) | undefined;
  /** What stands beside the buttons. */
  children?: ReactNode;
}

export function AskBox({ busy, onAsk, onStop, onClear, children }: Props) {
  const [text, setText] = useState("");

  function ask() {
    const question = text.trim();
    if (!question || busy) return;
    onAsk(question);
    setText("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    ask();
  }

  function keys(event: KeyboardEvent) {
    // Enter asks; with Shift it is a line end. While an input method composes it is neither.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      ask();
    }
  }

  return (
    <form className="ask" onSubmit={submit}>
      <label className="visually-hidden" htmlFor="question">
        Question
      </label>
      <textarea
        id="question"
        className="field"
        rows={Math.min(8, text.split("\n").length + 1)}
        placeholder="Ask a question, or write SQL: SELECT …"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
      />
      <div className="ask-actions">
        {children}
        {onClear && (
          <button type="button" className="button button-small" disabled={busy} onClick={onClear}>
            New conversation
          </button>
        )}
        {busy ? (
          <button type="button" className="button button-quiet-danger" onClick={onStop}>
            <Icon name="cross" size={16} />
            Stop
          </button>
        ) : (
          <button type="submit" className="button button-primary" disabled={!text.trim()}>
            Ask
            <Icon name="arrow" size={16} />
          </button>
        )}
      </div>
    </form>
  );
}
