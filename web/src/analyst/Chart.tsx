import { useEffect, useRef, useState } from "react";
import type { View } from "vega";
import { Icon } from "../shell/Icon";
import { useMedia } from "../shell/useMedia";
import { readable } from "./chartPeriods";
import type { Period } from "./periods";

type Spec = Record<string, unknown>;
const KINDS = ["bar", "line", "area", "point", "arc"] as const;
type Kind = (typeof KINDS)[number];
const NAMES: Record<Kind, string> = {
  bar: "Bars",
  line: "Line",
  area: "Area",
  point: "Points",
  arc: "Pie",
};

interface Props {
  spec: object;
  name: string;
  /** What the dates of the result's columns stand for. */
  periods: readonly (Period | undefined)[];
}

/** The picture that came with a result, in this page's colours. */
export function Chart({ spec, name, periods }: Props) {
  const original = spec as Spec;
  const [kind, setKind] = useState<Kind | undefined>();
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<View>(undefined);
  const own = kindOf(original);
  const drawn = kind ?? own;
  const dark = useMedia("(prefers-color-scheme: dark)");

  useEffect(() => {
    let gone = false;
    const element = place.current;
    if (!element) return;
    setFailed(false);
    void draw(element, readable(drawn ? asKind(original, drawn) : original, periods))
      .then((made) => {
        if (gone) made.finalize();
        else view.current = made;
      })
      .catch(() => setFailed(true));
    return () => {
      gone = true;
      view.current?.finalize();
      view.current = undefined;
    };
    // Its colours are those of the page at the time: another scheme, another drawing.
  }, [original, drawn, periods, dark]);

  async function save(format: "png" | "svg") {
    const address = await view.current?.toImageURL(format, format === "png" ? 2 : 1);
    if (!address) return;
    const link = document.createElement("a");
    link.href = address;
    link.download = `${name}.${format}`;
    link.click();
  }

  return (
    <figure className="chart">
      <div ref={place} className="chart-place" role="img" aria-label="Chart of the result" />
      {failed && <p className="quiet">This chart cannot be drawn; the table holds the same values.</p>}
      <figcaption className="chart-foot">
        {drawn && (
          <label className="quiet">
            Kind{" "}
            <select className="field" value={drawn} onChange={(event) => setKind(event.target.value as Kind)}>
              {KINDS.map((each) => (
                <option key={each} value={each}>
                  {NAMES[each]}
                </option>
              ))}
            </select>
          </label>
        )}
        <span className="table-actions">
          {(["png", "svg"] as const).map((format) => (
            <button key={format} type="button" className="button button-small" onClick={() => void save(format)}>
              <Icon name="download" size={15} />
              {format.toUpperCase()}
            </button>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}

function kindOf(spec: Spec): Kind | undefined {
  const mark = spec.mark as string | { type?: string } | undefined;
  const type = typeof mark === "string" ? mark : mark?.type;
  return KINDS.find((kind) => kind === type);
}

type Encoding = Record<string, Record<string, unknown> | undefined>;

/** Return `spec` drawn as another kind: a pie has an angle and colours where others have axes. */
export function asKind(spec: Spec, kind: Kind): Spec {
  const mark = typeof spec.mark === "object" ? { ...(spec.mark as object), type: kind } : { type: kind };
  const encoding = { ...((spec.encoding ?? {}) as Encoding) };
  const wasPie = encoding.theta !== undefined;
  if (kind === "arc" && !wasPie) {
    const { x, y, xOffset: _offset, ...rest } = encoding;
    const [measure, label] = x?.type === "quantitative" && y?.type !== "quantitative" ? [x, y] : [y, x];
    return { ...spec, mark, encoding: { ...rest, theta: bare(measure), color: bare(label) } };
  }
  if (kind !== "arc" && wasPie) {
    const { theta, color, ...rest } = encoding;
    return { ...spec, mark, encoding: { ...rest, x: bare(color), y: bare(theta) } };
  }
  return { ...spec, mark, encoding };
}

/** A channel without what belongs to its old place: axis, scale, stack, sort. */
function bare(channel: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!channel) return undefined;
  const { axis: _axis, scale: _scale, stack: _stack, ...rest } = channel;
  return rest;
}

async function draw(element: HTMLElement, spec: Spec): Promise<View> {
  // Half a megabyte that only a page with a chart needs.
  const [vega, vegaLite, { expressionInterpreter }] = await Promise.all([
    import("vega"),
    import("vega-lite"),
    import("vega-interpreter"),
  ]);
  const compiled = vegaLite.compile(
    { width: "container", height: 280, ...spec, config: colours() } as never,
    // A chart reads nothing but the values it carries.
  ).spec;
  // `ast` and the interpreter: the page's Content-Security-Policy forbids making functions of text.
  const runtime = vega.parse(compiled, undefined, { ast: true });
  const loader = vega.loader();
  loader.load = () => Promise.reject(new Error("A chart may not load anything."));
  const made = new vega.View(runtime, {
    expr: expressionInterpreter,
    loader,
    renderer: "svg",
    container: element,
    hover: true,
  });
  await made.runAsync();
  return made;
}

/** The page's own colours, so that a chart fits light and dark. */
function colours(): Spec {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const ink = colour("--ink-soft");
  const line = colour("--line");
  return {
    background: "transparent",
    font: style.getPropertyValue("--font").trim(),
    axis: { labelColor: ink, titleColor: ink, gridColor: line, domainColor: line, tickColor: line },
    legend: { labelColor: ink, titleColor: ink },
    title: { color: colour("--ink") },
    view: { stroke: "transparent" },
    range: {
      category: ["--accent", "--blue", "--green", "--violet", "--teal", "--orange", "--red"].map(colour),
    },
    mark: { color: colour("--accent") },
    bar: { cornerRadiusEnd: 3 },
    line: { strokeWidth: 2.5 },
  };
}
