import { Differences } from "./ChangeCard";
import type { DescribedCell } from "./cellChanges";
import { RejectButton, type Rejecting } from "./DiffTools";
import { REFERENCE_NAMES, type ReferenceSource } from "./types";

interface Props extends Rejecting {
  cells: readonly DescribedCell[];
  reference: ReferenceSource;
  rejectable: ReadonlySet<string>;
  onShow: (cell: DescribedCell) => void;
}

/** The changes of a sheet, one a row: where, what of it, what it was and what it is. */
export function CellTable({ cells, reference, rejectable, busy, onShow, onReject }: Props) {
  return (
    <table className="cell-table">
      <caption className="visually-hidden">Changes, cell by cell</caption>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">What</th>
          <th scope="col">{REFERENCE_NAMES[reference]}</th>
          <th scope="col">Draft</th>
          <th scope="col">
            <span className="visually-hidden">Reject</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.id} data-change={cell.id} tabIndex={-1} onFocus={() => onShow(cell)}>
            <th scope="row">
              {cell.place || cell.oldPlace ? (
                <button
                  type="button"
                  className="cell-link"
                  title="Show it in the grid"
                  onClick={() => onShow(cell)}
                >
                  {cell.where}
                </button>
              ) : (
                cell.where
              )}
            </th>
            <td>
              <span className="chips">
                {cell.aspects.map((aspect) => (
                  <span key={aspect} className={`chip aspect-${aspect.toLowerCase().replaceAll(" ", "-")}`}>
                    {aspect}
                  </span>
                ))}
              </span>
            </td>
            <CellSides cell={cell} />
            <td className="cell-reject">
              {rejectable.has(cell.type) && (
                <RejectButton id={cell.id} what={cell.where} busy={busy} onReject={onReject} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellSides({ cell }: { cell: DescribedCell }) {
  const { before, after, beforeFormula, afterFormula, differences } = cell;
  const silent = !before && !after && !beforeFormula && !afterFormula;
  if (silent && differences.length > 0) {
    return (
      <td colSpan={2} data-label="Format">
        <Differences differences={differences} />
      </td>
    );
  }
  return (
    <>
      <td className="cell-before" data-label="Reference">
        <Value text={before} formula={beforeFormula} />
      </td>
      <td className="cell-after" data-label="Draft">
        <Value text={after} formula={afterFormula} />
        {differences.length > 0 && <Differences differences={differences} />}
      </td>
    </>
  );
}

function Value({ text, formula }: { text: string; formula: string | undefined }) {
  return (
    <>
      {text === "" && formula === undefined ? <span className="null">(empty)</span> : text}
      {formula !== undefined && <code className="cell-formula">{formula}</code>}
    </>
  );
}
