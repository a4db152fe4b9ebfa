/** The error's own name, for a report or a search; the words above it are for the reader. */
export function FailureCode({ code, path }: { code: string; path?: string | null | undefined }) {
  return (
    <details className="note-code">
      <summary>Details</summary>
      {code}
      {path ? ` · ${path}` : ""}
    </details>
  );
}
