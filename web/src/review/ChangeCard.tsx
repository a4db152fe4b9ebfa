import { LineText } from "./TextDiff";
import { MarkedWords } from "./MarkedWords";
import { RejectButton, type Rejecting } from "./DiffTools";
import type { DescribedChange, Difference } from "./types";

interface Props extends Rejecting {
  change: DescribedChange;
  rejectable: boolean;
  /** The names of a table's columns, above a row of it. */
  columns?: readonly string[] | undefined;
  /** "page" or "slide", where the change can be looked at on one. */
  pageWord?: string | undefined;
  onPage?: ((page: number) => void) | undefined;
}

/** One change of a document: what it is, where, what stood there and what stands there now. */
export function ChangeCard({ change, rejectable, columns, pageWord, onPage, ...rejecting }: Props) {
  const { page } = change;
  return (
    <li className={`change-card tone-${change.tone}`} data-change={change.id} tabIndex={-1}>
      <header className="card-head">
        <p>
          <strong>{change.what}</strong>
          {change.where && <span className="card-where">{change.where}</span>}
        </p>
        <span className="card-actions">
          {onPage && pageWord && page !== undefined && (
            <button type="button" className="button button-small" onClick={() => onPage(page)}>
              Show {pageWord}
            </button>
          )}
          {rejectable && <RejectButton id={change.id} what={change.what} {...rejecting} />}
        </span>
      </header>
      <CardText change={change} />
      {change.cells && <CellRow cells={change.cells} columns={columns} tone={change.tone} />}
      {change.differences && change.differences.length > 0 && (
        <Differences differences={change.differences} />
      )}
      {change.lines && change.lines.length > 0 && (
        <div className="card-lines diff">
          {change.lines.map((line, index) => (
            <p key={index} className={`line-text line-${line.type}`}>
              <LineText line={line} />
            </p>
          ))}
          {change.left_off !== undefined && (
            <p className="quiet">{change.left_off.toLocaleString()} lines more; the text shows them all.</p>
          )}
        </div>
      )}
    </li>
  );
}

function CardText({ change: { before, after, tone } }: { change: DescribedChange }) {
  if (!before && !after) return null;
  if (before && after) {
    return (
      <div className="card-sides">
        <p className="side side-before">
          <span className="visually-hidden">Before: </span>
          <MarkedWords text={before} side="before" />
        </p>
        <p className="side side-after">
          <span className="visually-hidden">After: </span>
          <MarkedWords text={after} side="after" />
        </p>
      </div>
    );
  }
  const side = before ? "before" : "after";
  const plain = tone === "changed" && side === "after";
  return (
    <p className={plain ? "side" : `side side-${side}`}>
      {!plain && <span className="visually-hidden">{before ? "Removed: " : "Added: "}</span>}
      <MarkedWords text={before ?? after ?? { text: "" }} side={side} />
    </p>
  );
}

interface RowProps {
  cells: readonly string[];
  columns: readonly string[] | undefined;
  tone: DescribedChange["tone"];
}

function CellRow({ cells, columns, tone }: RowProps) {
  const side = tone === "removed" ? "side-before" : tone === "added" ? "side-after" : "";
  return (
    <div className="card-row">
      <table>
        {columns && (
          <thead>
            <tr>
              {cells.map((_, index) => (
                <th key={index} scope="col">
                  {columns[index] ?? ""}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          <tr className={side}>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

export function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="differences">
      {differences.map(({ property, before, after }, index) => (
        <li key={index}>
          <span className="difference-name">{property}</span>
          <del>{before || "(empty)"}</del>
          <span aria-hidden="true">→</span>
          <ins>{after || "(empty)"}</ins>
        </li>
      ))}
    </ul>
  );
}
