import { rpc } from "../api/client";
import { useLoaded } from "../api/useLoaded";
import { Link, paths } from "../router";
import { Icon } from "../shell/Icon";

/** Which models can be asked here; without a key, what that means and where to mend it. */
export function ModelPart() {
  const { value } = useLoaded("providers", (signal) => rpc("ProvidersGetStatus", {}, signal));
  if (!value) return null;
  const ready = value.providers.filter(
    (provider) => provider.configured && provider.provider_id !== "offline",
  );
  return (
    <li className="part">
      <span className={`part-icon tone-${ready.length > 0 ? "good" : "warn"}`}>
        <Icon name="spark" />
      </span>
      <span className="part-name">Models</span>
      <span className="part-state">
        {ready.length > 0 ? ready.map((provider) => provider.name).join(", ") : "Offline only"}
      </span>
      {ready.length === 0 && (
        <span className="part-more">
          Plain requests work without a key; <Link href={paths.settings()}>add a model</Link> for
          the rest.
        </span>
      )}
    </li>
  );
}
