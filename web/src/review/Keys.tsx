const KEYS = [
  ["n", "next change (in Pages: next page that differs)"],
  ["p", "previous change"],
  ["j", "next file"],
  ["k", "previous file"],
  ["x", "reject the change that has the focus"],
] as const;

/** The keys that this page listens to. */
export function Keys() {
  return (
    <details className="keys">
      <summary>Keys</summary>
      <dl>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
