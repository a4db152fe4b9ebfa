import type { Loaded } from "../api/useLoaded";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { count } from "../words";
import { cellText, writingOf } from "./cells";
import { MissingValue } from "./MissingValue";
import type { DatasetSchema } from "./types";

/** What a dataset holds: tables, columns, a few rows. */
export function DatasetPanel({ schema }: { schema: Loaded<DatasetSchema> }) {
  if (schema.failure) {
    return <FailureNote failure={schema.failure} onRetry={() => void schema.reload()} />;
  }
  if (!schema.value) return <div className="card card-waiting" aria-hidden="true" />;
  const { tables, relations, warnings } = schema.value;
  return (
    <div className="dataset-tables">
      {warnings.map((warning) => (
        <p key={warning.code + warning.message} className="warning-line">
          <Icon name="warning" size={15} />
          {warning.message}
        </p>
      ))}
      {tables.map((table, index) => (
        <details key={table.name} className="dataset-table" open={index === 0 && tables.length < 4}>
          <summary>
            <strong>{table.name}</strong>
            <span className="quiet">{count(table.row_count, "row")}</span>
          </summary>
          <ul className="columns">
            {table.columns.map((column) => (
              <li key={column.name} title={column.description ?? undefined}>
                <span>{column.name}</span>
                <span className="column-type">{column.type}</span>
              </li>
            ))}
          </ul>
          {table.sample_rows.length > 0 && <Sample table={table} />}
        </details>
      ))}
      {relations.length > 0 && (
        <details className="dataset-table">
          <summary>
            <strong>Relations</strong>
            <span className="quiet">{relations.length.toLocaleString()}</span>
          </summary>
          <ul className="columns">
            {relations.map((relation) => (
              <li key={relation.from + relation.to}>
                <span>
                  {relation.from} → {relation.to}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Sample({ table }: { table: DatasetSchema["tables"][number] }) {
  const writings = table.columns.map((column, at) =>
    writingOf(column.name, column.type, table.sample_rows.map((row) => row[at] ?? null), { source: true }),
  );
  return (
    <div className="sample" tabIndex={0} role="region" aria-label={`First rows of ${table.name}`}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              <th key={column.name} scope="col" className={writings[at]?.right ? "numeric" : undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.sample_rows.map((row, index) => (
            <tr key={index}>
              {writings.map((writing, at) => (
                <td key={at} className={writing.right ? "numeric" : undefined}>
                  {(row[at] ?? null) === null ? <MissingValue /> : cellText(row[at], writing)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
