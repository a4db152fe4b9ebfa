import { Icon } from "../shell/Icon";
import type { FileMap, Target } from "./fileMap";

interface Props {
  map: FileMap | undefined;
  onGo: (target: Target) => void;
}

/** What a file is made of; what can be gone to is a button. */
export function FileMapPanel({ map, onGo }: Props) {
  return (
    <nav className="file-map" aria-label="Map of the file" aria-busy={!map}>
      {!map ? (
        <div className="file-map-waiting" />
      ) : (
        <>
          <h2>{map.title}</h2>
          <ul className="file-map-facts">
            {map.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          {map.warnings.map((warning) => (
            <p key={warning.code} className="file-map-warning">
              <Icon name="warning" size={15} />
              {warning.message}
            </p>
          ))}
          <ul className="file-map-entries">
            {map.entries.map((entry, index) => (
              <li key={index} data-level={Math.min(4, entry.level)}>
                {entry.target ? (
                  <button type="button" onClick={() => entry.target && onGo(entry.target)}>
                    <span>{entry.label}</span>
                    {entry.detail && <span className="quiet">{entry.detail}</span>}
                  </button>
                ) : (
                  <span className="file-map-plain">{entry.label}</span>
                )}
              </li>
            ))}
          </ul>
          {map.left_off > 0 && (
            <p className="quiet">
              The first and the last are listed; {map.left_off.toLocaleString()} between them are not.
            </p>
          )}
        </>
      )}
    </nav>
  );
}
