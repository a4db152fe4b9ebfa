import { segments } from "./diffRows";
import type { MarkedText } from "./types";

/** Text with the words that changed set off; `side` says whether they went or came. */
export function MarkedWords({ text, side }: { text: MarkedText; side: "before" | "after" }) {
  const Mark = side === "before" ? "del" : "ins";
  return segments(text.text, text.marks).map((segment, index) =>
    segment.marked ? <Mark key={index}>{segment.text}</Mark> : segment.text,
  );
}
