import { useState } from "react";
import type { Health, MissingPart, Probe } from "../api/types";
import { Icon, type IconName } from "../shell/Icon";
import type { HealthView } from "../shell/useHealth";
import { count, duration } from "../words";
import { ModelPart } from "./ModelPart";

type Tone = "good" | "warn" | "bad" | "wait";

/** What KeenBench found on this machine, and what would mend what it did not find. */
export function Machine({ health, failure }: HealthView) {
  return (
    <section className="machine" id="machine" aria-labelledby="machine-title" aria-live="polite">
      <h2 id="machine-title">This machine</h2>
      <p className="machine-overall">{overall({ health, failure })}</p>
      <ul className="parts">
        {partsOf(health).map((part) => (
          <li key={part.name} className="part">
            <span className={`part-icon tone-${part.tone}`}>
              <Icon name={part.icon} />
            </span>
            <span className="part-name">{part.name}</span>
            <span className="part-state">{part.state}</span>
            {part.more && <span className="part-more">{part.more}</span>}
          </li>
        ))}
        <ModelPart />
      </ul>
      {health && health.sandbox.probes.length > 0 && <Probes probes={health.sandbox.probes} />}
      {health && health.missing.length > 0 && <Missing parts={health.missing} />}
      {health && (
        <p className="quiet machine-foot">
          KeenBench {health.version}, up {duration(health.uptime_seconds)}
        </p>
      )}
    </section>
  );
}

function overall({ health, failure }: HealthView): string {
  if (failure) return failure.info.message;
  if (!health) return "Asking KeenBench how it is.";
  if (health.sandbox.state === "checking") return "Proving the sandbox: a moment.";
  const missing = health.missing.length;
  const lacks = missing > 0 ? `${count(missing, "part is", "parts are")} missing` : "";
  if (health.status === "ok") {
    return lacks ? `KeenBench works; ${lacks}.` : "Everything KeenBench needs is here.";
  }
  return `KeenBench is up but cannot do all of its work${lacks && `: ${lacks}`}.`;
}

interface Part {
  name: string;
  icon: IconName;
  tone: Tone;
  state: string;
  more?: string;
}

function partsOf(health: Health | undefined): Part[] {
  if (!health) {
    return (["Sandbox", "Worker", "Renderer"] as const).map((name) => ({
      name,
      icon: ICONS[name],
      tone: "wait",
      state: "…",
    }));
  }
  const { sandbox, worker, renderer } = health;
  const [workerTone, workerWords] = WORKER_STATES[worker.state] ?? ["warn", sentence(worker.state)];
  return [
    {
      name: "Sandbox",
      icon: ICONS.Sandbox,
      tone: sandbox.state === "ok" ? "good" : sandbox.state === "checking" ? "wait" : "bad",
      state: SANDBOX_WORDS[sandbox.state],
      more: sandbox.message ? `${sandbox.backend}: ${sandbox.message}` : sandbox.backend,
    },
    {
      name: "Worker",
      icon: ICONS.Worker,
      tone: workerTone,
      state: workerWords,
      ...(worker.restarts > 0 && { more: `restarted ${count(worker.restarts, "time")}` }),
    },
    {
      name: "Renderer",
      icon: ICONS.Renderer,
      tone: RENDERER_STATES[renderer.state][0],
      state: RENDERER_STATES[renderer.state][1],
      more: "LibreOffice, for pages of office documents",
    },
  ];
}

const ICONS = { Sandbox: "box", Worker: "gear", Renderer: "page" } as const;

const RENDERER_STATES = {
  ok: ["good", "Ready"],
  checking: ["wait", "Checking"],
  missing: ["warn", "Missing"],
} as const;

const SANDBOX_WORDS = { ok: "Proven", checking: "Checking", failed: "Not safe" } as const;

// The worker is started by the first call that needs it; until then nothing is wrong with it.
const WORKER_STATES: Record<string, [Tone, string]> = {
  running: ["good", "Running"],
  stopped: ["good", "Starts when needed"],
  restarting: ["wait", "Restarting"],
  unavailable: ["bad", "Unavailable"],
};

function sentence(word: string): string {
  const spaced = word.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function Probes({ probes }: { probes: Probe[] }) {
  const held = probes.filter((probe) => probe.ok).length;
  return (
    <details className="probes" open={held < probes.length}>
      <summary>
        {held} of {count(probes.length, "escape attempt")} held
      </summary>
      {byBox(probes).map(([box, attempts]) => (
        <section key={box} className="probe-box" aria-label={`Attempts from the ${box}'s box`}>
          <h3>From the {box}'s box</h3>
          <ul>
            {attempts.map((probe) => (
              <li key={probe.name} className={probe.ok ? "probe" : "probe probe-failed"}>
                <Icon name={probe.ok ? "check" : "warning"} size={16} />
                <span>
                  <span className="probe-name">{sentence(probe.name)}</span>
                  <span className="visually-hidden">{probe.ok ? ", held: " : ", not held: "}</span>
                  <span className="probe-detail">{probe.detail}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

/** The server names a probe `box: attempt`. */
function byBox(probes: Probe[]): [string, Probe[]][] {
  const boxes = new Map<string, Probe[]>();
  for (const probe of probes) {
    const [box = "", ...attempt] = probe.name.split(": ");
    const known = boxes.get(box) ?? [];
    boxes.set(box, [...known, { ...probe, name: attempt.join(": ") || box }]);
  }
  return [...boxes];
}

function Missing({ parts }: { parts: MissingPart[] }) {
  return (
    <div className="missing">
      <h3>What is missing</h3>
      <ul>
        {parts.map((part) => (
          <li key={part.part}>
            <p>
              <strong>{part.part}</strong>: {part.effect}
            </p>
            <Command text={part.mend} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1500);
  }
  return (
    <div className="command-row">
      <code className="command">{text}</code>
      {/* Browsers give a page no clipboard where it came by plain http from another machine. */}
      {window.isSecureContext && (
        <button
          type="button"
          className="button button-small button-bare"
          onClick={() => void copy()}
          aria-label={copied ? "Copied" : `Copy the command that mends this: ${text}`}
        >
          <Icon name={copied ? "check" : "copy"} size={16} />
        </button>
      )}
    </div>
  );
}
