import type { DatasetSchema } from "./types";

const MOST_TABLES = 4;
const MOST_COLUMNS = 6;

/** Where nobody has written questions for a dataset: what can be asked, and of which columns. */
export function WhatToAsk({ schema }: { schema: DatasetSchema }) {
  const { tables } = schema;
  if (tables.length === 0) return null;
  return (
    <div className="what-to-ask">
      <p>
        You can ask how many there are, for a total or an average, for the largest or smallest, for each group or
        per month, in the words of its tables and columns:
      </p>
      <ul>
        {tables.slice(0, MOST_TABLES).map((table) => (
          <li key={table.name}>
            <strong>{table.name}</strong>: {namesOf(table)}
          </li>
        ))}
        {tables.length > MOST_TABLES && <li>and {tables.length - MOST_TABLES} more</li>}
      </ul>
    </div>
  );
}

function namesOf({ columns }: DatasetSchema["tables"][number]): string {
  const names = columns.slice(0, MOST_COLUMNS).map((column) => column.name);
  return names.join(", ") + (columns.length > MOST_COLUMNS ? ", …" : "");
}
