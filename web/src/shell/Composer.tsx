import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Icon } from "./Icon";

interface Props {
  label: string;
  placeholder: string;
  /** What the button says: Send, Ask. */
  send: string;
  /** Nothing can be sent: the last message is on its way. */
  busy: boolean;
  /** Stops what runs; absent while there is nothing to stop. */
  onStop: (() => void) | undefined;
  /** Resolves to whether the message was taken; if not, its text comes back. */
  onSend: (text: string) => Promise<boolean>;
  /** Words put into the box from elsewhere; a new object puts them in once more. */
  given?: { text: string } | undefined;
  /** Under which what is being written is kept, while one looks at another page. */
  keptAs?: string;
  /** What stands beside the buttons. */
  children?: ReactNode;
}

/** Where a message is written: Enter sends it. */
export function Composer(props: Props) {
  const { label, placeholder, send: word, busy, onStop, onSend, given, keptAs, children } = props;
  const [text, setText] = useState(() => (keptAs && sessionStorage.getItem(keptAs)) || "");
  const [returned, setReturned] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const field = useId();

  useEffect(() => {
    if (keptAs) sessionStorage.setItem(keptAs, text);
  }, [keptAs, text]);

  useEffect(() => {
    if (!given) return;
    setText(given.text);
    setReturned((times) => times + 1);
  }, [given]);

  // Words that come back are there to be changed; the dialog that sent them back is closed by now.
  useEffect(() => {
    if (returned > 0) box.current?.focus();
  }, [returned]);

  async function send() {
    const words = text.trim();
    if (!words || busy || onStop) return;
    setText("");
    // What was typed meanwhile stays, below.
    if (await onSend(words)) return;
    setText((now) => (now.trim() ? `${words}\n${now}` : words));
    setReturned((times) => times + 1);
  }

  function keys(event: KeyboardEvent) {
    // With Shift, Enter is a line end. While an input method composes it is neither.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  return (
    <form className="composer" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={field}>
        {label}
      </label>
      <textarea
        ref={box}
        id={field}
        className="field"
        rows={Math.min(8, text.split("\n").length + 1)}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
      />
      <div className="composer-actions">
        {children}
        {onStop ? (
          <button key="stop" type="button" className="button button-quiet-danger" onClick={onStop}>
            <Icon name="cross" size={16} />
            Stop
          </button>
        ) : (
          <button
            key="send"
            type="submit"
            className="button button-primary"
            disabled={busy || !text.trim()}
          >
            {word}
            <Icon name="arrow" size={16} />
          </button>
        )}
      </div>
    </form>
  );
}

/** Something happens, though nothing has come back yet. */
export function Thinking() {
  return (
    <p className="thinking quiet" role="status">
      <span className="dot" aria-hidden="true" /> Thinking
    </p>
  );
}
