import { type ReactNode, useId } from "react";
import { Icon } from "../shell/Icon";
import { COLUMNS, columnName } from "./cells";

interface SheetTabsProps {
  sheets: readonly string[];
  shown: string | undefined;
  /** Sheets with changes, marked so. */
  changed?: ReadonlySet<string>;
  onShow: (sheet: string) => void;
}

/** The tabs below which spreadsheets keep their sheets. */
export function SheetTabs({ sheets, shown, changed, onShow }: SheetTabsProps) {
  const group = useId();
  return (
    <fieldset className="sheet-tabs">
      <legend className="visually-hidden">Sheet</legend>
      {sheets.map((sheet) => (
        <label key={sheet}>
          <input
            type="radio"
            name={group}
            checked={sheet === shown}
            onChange={() => onShow(sheet)}
          />
          <span>
            {sheet}
            {changed?.has(sheet) && (
              <>
                <span className="sheet-dot" aria-hidden="true" />
                <span className="visually-hidden"> (changed)</span>
              </>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ColumnStepsProps {
  start: number;
  total: number;
  onStart: (start: number) => void;
}

/** Which columns of a very wide sheet are shown; nothing where all of them are. */
export function ColumnSteps({ start, total, onStart }: ColumnStepsProps): ReactNode {
  if (total <= COLUMNS) return null;
  const last = Math.min(total, start + COLUMNS);
  return (
    <span className="column-steps">
      <button
        type="button"
        className="button button-small button-bare"
        aria-label="Columns before"
        disabled={start === 0}
        onClick={() => onStart(Math.max(0, start - COLUMNS))}
      >
        <Icon name="back" size={15} />
      </button>
      Columns {columnName(start)}–{columnName(last - 1)} of {columnName(total - 1)}
      <button
        type="button"
        className="button button-small button-bare"
        aria-label="Columns after"
        disabled={last >= total}
        onClick={() => onStart(start + COLUMNS)}
      >
        <Icon name="arrow" size={15} />
      </button>
    </span>
  );
}
