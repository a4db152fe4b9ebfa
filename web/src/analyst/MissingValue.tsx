/** A cell that holds nothing, in the words that an answer uses for it. */
export function MissingValue() {
  return <span className="null">(empty)</span>;
}
