import type { KeyboardEvent, PointerEvent } from "react";

const NARROWEST = 56;

interface Props {
  /** Whose width it is. */
  name: string;
  width: number | undefined;
  /** No stop for Tab: a sheet may have fifty columns. */
  pointerOnly?: boolean;
  onWidth: (width: number) => void;
}

/** The edge of a column's header, by which it is made wider or narrower. */
export function ColumnGrip({ name, width, pointerOnly = false, onWidth }: Props) {
  const widthOf = (grip: HTMLElement) => grip.closest("th")?.offsetWidth ?? 120;

  function drag(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault();
    const grip = event.currentTarget;
    const start = event.clientX - widthOf(grip);
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) =>
      onWidth(Math.max(NARROWEST, moved.clientX - start));
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", () => grip.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  function keys(event: KeyboardEvent<HTMLSpanElement>) {
    const step = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (!step) return;
    event.preventDefault();
    onWidth(Math.max(NARROWEST, widthOf(event.currentTarget) + step));
  }

  if (pointerOnly) return <span className="grip" aria-hidden="true" onPointerDown={drag} />;
  return (
    <span
      className="grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={Math.round(width ?? NARROWEST)}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={keys}
    />
  );
}
