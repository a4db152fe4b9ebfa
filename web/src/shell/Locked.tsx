import { Logo } from "./Logo";

/** Shown when the server does not know this browser. */
export function Locked() {
  return (
    <main className="locked" id="main">
      <Logo size={56} />
      <h1>Open KeenBench with the address it printed</h1>
      <p>
        This browser has no access to KeenBench yet, or its access has ended because KeenBench was
        started again.
      </p>
      <p>
        In the terminal where KeenBench runs stands an address with a token. It looks like this:
      </p>
      <p>
        <code className="command">http://127.0.0.1:8765/?token=…</code>
      </p>
      <p>Open that address once, then load this page again.</p>
    </main>
  );
}
