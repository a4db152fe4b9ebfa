/** The quiet words beside a file that cannot be edited, or not even be read. */
export function FileChips({ file }: { file: { read_only: boolean; is_opaque: boolean } }) {
  return (
    <>
      {file.read_only && (
        <span className="chip" title="KeenBench reads this file and never writes it.">
          Read-only
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
