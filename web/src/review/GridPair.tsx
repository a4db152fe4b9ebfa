import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { rpc } from "../api/client";
import type { Change } from "../api/types";
import type { CellMarks } from "./cellChanges";
import { COLUMNS, columnWidth, WIDEST_OF_PAIR, widthsByContent } from "../viewer/cells";
import { SheetGrid, type GridWindow, type Widths } from "../viewer/SheetGrid";
import { ColumnSteps, SheetTabs } from "../viewer/SheetView";
import type { Grid } from "../viewer/types";
import { useScrollTogether } from "../viewer/useScrollTogether";

interface Place {
  row: number;
  column: number;
}

export interface PairFocus {
  draft: Place | undefined;
  published: Place | undefined;
}

interface Props {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
  sheet: string | undefined;
  changed: ReadonlySet<string>;
  marks: CellMarks | undefined;
  focus: PairFocus | undefined;
  onSheet: (sheet: string) => void;
}

/** The same sheet in both versions, scrolled together. */
export function GridPair(props: Props) {
  const { workbenchId, changeSetHash, change, sheet, changed, marks, focus, onSheet } = props;
  const [sheets, setSheets] = useState<string[]>([]);
  const [columns, setColumns] = useState(0);
  const [start, setStart] = useState(0);
  const [needed, setNeeded] = useState<Widths>({});
  const [chosen, setChosen] = useState<Widths>({});
  const left = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  const hasPublished = change.change_type !== "added";
  const hasDraft = change.change_type !== "deleted";
  useScrollTogether(left, right, sheet);

  const column = focus?.draft?.column ?? focus?.published?.column;
  useEffect(() => {
    if (column !== undefined) setStart(Math.floor(column / COLUMNS) * COLUMNS);
  }, [column, focus]);

  const load = useCallback(
    (version: "draft" | "published") => (window: GridWindow, signal: AbortSignal) =>
      rpc(
        "ReviewGetXlsxPreviewGrid",
        { workbench_id: workbenchId, path: change.path, version, ...(sheet !== undefined && { sheet }), ...window },
        signal,
      ),
    [workbenchId, change.path, sheet],
  );
  const learn = useCallback((grid: Grid) => {
    setSheets((known) => [...known, ...grid.sheets.filter((name) => !known.includes(name))]);
    setColumns((known) => Math.max(known, grid.total_cols));
    setNeeded((known) => widest(known, grid));
  }, []);
  useEffect(() => {
    setColumns(0);
    setNeeded({});
    setChosen({});
  }, [sheet]);
  const shared = {
    needed,
    chosen,
    onChoose: (at: number, width: number) => setChosen((now) => ({ ...now, [at]: width })),
  };
  // A sheet that one version lacks is no fault of that version.
  const [old, now] = useSheetsOf(workbenchId, changeSetHash, change);
  const lacks = useMemo(
    () => ({
      published: sheet !== undefined && old !== undefined && !old.includes(sheet),
      draft: sheet !== undefined && now !== undefined && !now.includes(sheet),
    }),
    [sheet, old, now],
  );
  const known = [...new Set([...(now ?? []), ...(old ?? []), ...sheets])];
  const shown = sheet ?? known[0];

  return (
    <>
      <div className="sheet-bar">
        <SheetTabs sheets={known} shown={shown} changed={changed} onShow={onSheet} />
        <ColumnSteps start={start} total={columns} onStart={setStart} />
      </div>
      <div className={hasPublished && hasDraft ? "pair" : "pair pair-single"}>
        {hasPublished && (
          <figure className="page-frame">
            <figcaption>Published (current preview)</figcaption>
            {lacks.published ? (
              <p className="viewer-empty">Published has no sheet {sheet}.</p>
            ) : (
              <SheetGrid
                id={`${changeSetHash}/${change.path}/published/${sheet ?? ""}`}
                label={`${shown ?? "Sheet"}, Published (current preview)`}
                load={load("published")}
                columnStart={start}
                columnCount={columns}
                {...(marks && { marks: marks.published })}
                focus={focus?.published}
                {...(hasPublished && hasDraft && { shared })}
                frame={left}
                onGrid={learn}
              />
            )}
          </figure>
        )}
        {hasDraft && (
          <figure className="page-frame">
            <figcaption>{hasPublished ? "Draft" : "New file"}</figcaption>
            {lacks.draft ? (
              <p className="viewer-empty">The Draft has no sheet {sheet}.</p>
            ) : (
              <SheetGrid
                id={`${changeSetHash}/${change.path}/draft/${sheet ?? ""}`}
                label={`${shown ?? "Sheet"}, ${hasPublished ? "Draft" : "New file"}`}
                load={load("draft")}
                columnStart={start}
                columnCount={columns}
                {...(marks && { marks: marks.draft })}
                focus={focus?.draft}
                {...(hasPublished && hasDraft && { shared })}
                frame={right}
                onGrid={learn}
              />
            )}
          </figure>
        )}
      </div>
    </>
  );
}

/** What columns need once this grid is known, too; the same object where nothing grew. */
function widest(known: Widths, grid: Grid): Widths {
  const grown: Record<number, number> = { ...known };
  let grew = false;
  widthsByContent(grid, WIDEST_OF_PAIR).forEach((width, at) => {
    const column = grid.col_start + at;
    const own = Math.max(width, columnWidth(grid.column_widths[at]));
    if (own <= (grown[column] ?? 0)) return;
    grown[column] = own;
    grew = true;
  });
  return grew ? grown : known;
}

/** The names of the sheets that Published has, and those that the Draft has. */
function useSheetsOf(
  workbenchId: string,
  changeSetHash: string,
  { path, change_type: type }: Change,
): [string[] | undefined, string[] | undefined] {
  const [names, setNames] = useState<[string[] | undefined, string[] | undefined]>([undefined, undefined]);
  useEffect(() => {
    const controller = new AbortController();
    const read = (version: "draft" | "published") =>
      rpc("XlsxGetInfo", { workbench_id: workbenchId, path, version }, controller.signal).then(
        (info) => info.sheets.map(({ name }) => name),
        // The grid asks for the same file and says what is wrong with it.
        () => undefined,
      );
    const none = Promise.resolve(undefined);
    void Promise.all([
      type === "added" ? none : read("published"),
      type === "deleted" ? none : read("draft"),
    ]).then((found) => {
      if (!controller.signal.aborted) setNames(found);
    });
    return () => controller.abort();
  }, [workbenchId, changeSetHash, path, type]);
  return names;
}
