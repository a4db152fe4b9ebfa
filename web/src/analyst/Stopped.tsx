/** A run that the user ended: it has no result, and nothing went wrong. */
export function Stopped() {
  return <p className="quiet">Stopped.</p>;
}
