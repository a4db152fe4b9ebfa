import { Link, type Place, paths } from "../router";
import { Icon } from "./Icon";
import { Logo } from "./Logo";
import type { HealthView } from "./useHealth";

interface Props {
  place: Place;
  workbenchName: string | undefined;
  health: HealthView;
}

export function TopBar({ place, workbenchName, health }: Props) {
  const name = workbenchName ?? "Workbench";
  return (
    <header className="topbar">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <nav className="crumbs" aria-label="Where you are">
        <Link href={paths.home()} className="brand" aria-label="KeenBench, home">
          <Logo />
          <span className="brand-name">KeenBench</span>
        </Link>
        {place.name === "workbench" && (
          <span className="crumb" aria-current="page">
            {name}
          </span>
        )}
        {place.name === "analyst" && (
          <span className="crumb" aria-current="page">
            Analyst
          </span>
        )}
        {place.name === "settings" && (
          <span className="crumb" aria-current="page">
            Settings
          </span>
        )}
        {place.name === "run" && (
          <>
            <Link className="crumb" href={paths.analyst()}>
              Analyst
            </Link>
            <span className="crumb" aria-current="page">
              Run
            </span>
          </>
        )}
        {place.name === "file" && (
          <>
            <Link className="crumb" href={paths.workbench(place.workbenchId)}>
              {name}
            </Link>
            <span className="crumb crumb-file" aria-current="page">
              {place.path}
            </span>
          </>
        )}
        {place.name === "review" && (
          <>
            <Link className="crumb" href={paths.workbench(place.workbenchId)}>
              {name}
            </Link>
            <span className="crumb" aria-current="page">
              Review
            </span>
          </>
        )}
      </nav>
      <nav className="places" aria-label="Places">
        {place.name !== "analyst" && (
          <Link className="place" href={paths.analyst()}>
            Analyst
          </Link>
        )}
        {place.name !== "settings" && (
          <Link className="place place-settings" href={paths.settings()} aria-label="Settings">
            <Icon name="gear" />
            <span className="words-when-wide">Settings</span>
          </Link>
        )}
        <HealthPill {...health} />
      </nav>
    </header>
  );
}

function HealthPill({ health, failure }: HealthView) {
  const [tone, words] = summary({ health, failure });
  return (
    <Link className={`pill pill-${tone}`} href="/#machine" aria-label={`State of KeenBench: ${words}`}>
      <span className="dot" aria-hidden="true" />
      <span className="pill-words">{words}</span>
    </Link>
  );
}

export function summary({ health, failure }: HealthView): ["good" | "warn" | "bad" | "wait", string] {
  if (failure) return ["bad", "Not answering"];
  if (!health) return ["wait", "Connecting"];
  if (health.sandbox.state === "checking") return ["wait", "Checking"];
  if (health.status === "ok") return ["good", "Ready"];
  return ["warn", "Degraded"];
}
