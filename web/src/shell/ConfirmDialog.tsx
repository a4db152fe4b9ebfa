import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface Props {
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  /** What was confirmed is being done: it cannot be confirmed once more. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question that must be answered first; the browser's own dialog keeps the focus inside. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirm, danger, busy = false, onConfirm, onCancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect: closed while still in the page, the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onConfirm();
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <form onSubmit={submit} aria-busy={busy}>
        <h2 id={heading}>{title}</h2>
        <div className="dialog-body">{children}</div>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
          <button
            type="submit"
            className={danger ? "button button-danger" : "button button-primary"}
            disabled={busy}
          >
            {confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}
