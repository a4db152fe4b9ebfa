import type { FileKind } from "../api/types";

interface ChippedFile {
  file_kind: FileKind;
  read_only: boolean;
  is_opaque: boolean;
}

/** The quiet words beside a file that cannot be edited, or not even be read. */
export function FileChips({ file }: { file: ChippedFile }) {
  const annotated = file.file_kind === "pdf";
  return (
    <>
      {file.read_only && (
        <span
          className="chip"
          title={
            annotated
              ? "Notes, highlights and links can be added; the pages themselves are never changed."
              : "KeenBench reads this file and never writes it."
          }
        >
          {annotated ? "Annotate only" : "Read-only"}
        </span>
      )}
      {file.is_opaque && (
        <span className="chip" title="KeenBench keeps this file and does not look inside.">
          Opaque
        </span>
      )}
    </>
  );
}
