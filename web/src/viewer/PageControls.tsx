import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../shell/Icon";
import { type Zoom, ZOOMS, zoomed } from "./pages";

interface Props {
  word: string;
  /** 0-based. */
  index: number;
  count: number | undefined;
  zoom: Zoom;
  onIndex: (index: number) => void;
  onZoom: (zoom: Zoom) => void;
  children?: ReactNode;
}

/** Which page is shown, and how large. */
export function PageControls({ word, index, count, zoom, onIndex, onZoom, children }: Props) {
  const last = (count ?? index + 1) - 1;
  return (
    <div className="page-controls" role="group" aria-label={`${word} and zoom`}>
      <span className="page-steps">
        <button
          type="button"
          className="button button-small button-bare"
          aria-label={`Previous ${word.toLowerCase()}`}
          disabled={index <= 0}
          onClick={() => onIndex(index - 1)}
        >
          <Icon name="back" size={16} />
        </button>
        <PageNumber word={word} index={index} last={last} onIndex={onIndex} />
        <span className="quiet">of {count?.toLocaleString() ?? "…"}</span>
        <button
          type="button"
          className="button button-small button-bare"
          aria-label={`Next ${word.toLowerCase()}`}
          disabled={index >= last}
          onClick={() => onIndex(index + 1)}
        >
          <Icon name="arrow" size={16} />
        </button>
      </span>
      {children}
      <span className="zoom">
        <button
          type="button"
          className="button button-small button-bare zoom-step"
          aria-label="Smaller"
          disabled={zoom === 0.25}
          onClick={() => onZoom(zoomed(zoom, -1))}
        >
          −
        </button>
        <select
          className="zoom-choice"
          aria-label="Zoom"
          value={String(zoom)}
          onChange={(event) => {
            const chosen = ZOOMS.find((one) => String(one) === event.target.value);
            if (chosen !== undefined) onZoom(chosen);
          }}
        >
          {ZOOMS.map((one) => (
            <option key={one} value={String(one)}>
              {one === "fit" ? "Fit width" : `${one * 100} %`}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button button-small button-bare zoom-step"
          aria-label="Larger"
          disabled={zoom === 2}
          onClick={() => onZoom(zoomed(zoom, 1))}
        >
          +
        </button>
      </span>
    </div>
  );
}

interface NumberProps {
  word: string;
  index: number;
  last: number;
  onIndex: (index: number) => void;
}

/** The number of the page, which can be typed. */
function PageNumber({ word, index, last, onIndex }: NumberProps) {
  const [typed, setTyped] = useState(String(index + 1));
  useEffect(() => setTyped(String(index + 1)), [index]);
  function go() {
    const number = Number.parseInt(typed, 10);
    if (Number.isNaN(number)) setTyped(String(index + 1));
    else {
      const to = Math.max(0, Math.min(last, number - 1));
      setTyped(String(to + 1));
      onIndex(to);
    }
  }
  return (
    <label className="page-number">
      {word}
      <input
        inputMode="numeric"
        value={typed}
        aria-label={`${word} number`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
        }}
      />
    </label>
  );
}
