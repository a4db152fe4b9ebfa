import { useEffect, useState } from "react";
import { rpc } from "../api/client";
import type { FileKind } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { FailureNote } from "../shell/FailureNote";
import { ImagePicture } from "../viewer/ImagePicture";
import { PageViewer } from "../viewer/PageViewer";
import { isPaged, type PagedKind } from "../viewer/pages";
import { SheetGrid } from "../viewer/SheetGrid";
import { ColumnSteps, SheetTabs } from "../viewer/SheetView";
import { Switch } from "../viewer/Switch";
import { TableRowsView } from "../viewer/TableRowsView";
import { TextLinesView } from "../viewer/TextLinesView";
import type { Grid } from "../viewer/types";
import { useReadingProgress } from "../viewer/useReadingProgress";
import type { FileMap, Target } from "./fileMap";

export interface ViewedFile {
  workbenchId: string;
  path: string;
  version: "draft" | "published";
  kind: FileKind;
  isTable: boolean;
  /** Names the content: another means that it is read again. */
  id: string;
}

interface Props {
  file: ViewedFile;
  map: FileMap | undefined;
  /** The last place chosen in the map. */
  target: Target | undefined;
}

/** A file as it looks: its pages, its sheets, its rows, its lines, or the picture it is. */
export function FileViewer({ file, map, target }: Props) {
  if (file.kind === "xlsx") return <WorkbookViewer file={file} target={target} />;
  if (file.kind === "docx" || file.kind === "odt") {
    return <DocumentViewer file={file} kind={file.kind} target={target} />;
  }
  if (isPaged(file.kind)) return <PagesOf file={file} kind={file.kind} target={target} />;
  if (file.kind === "image") return <ImageViewer file={file} />;
  if (file.isTable) {
    // The map loads the table; asked for at the same time, the rows would have it loaded twice.
    if (!map) return <TableWaiting file={file} />;
    return <TableRowsView {...file} column={target?.to === "column" ? target.index : undefined} />;
  }
  return map?.lines === undefined ? (
    <div className="diff-waiting" aria-busy="true" />
  ) : (
    <TextLinesView {...file} total={map.lines} />
  );
}

/** How far the first reading of a table has come. */
function TableWaiting({ file }: { file: ViewedFile }) {
  const progress = useReadingProgress(file.workbenchId, file.path);
  return (
    <div className="table-waiting" role="status" aria-busy="true">
      {progress && (
        <>
          <p>Reading the table: {progress.stage}</p>
          <progress
            aria-label="Reading the table"
            max={1}
            {...(progress.share !== undefined && { value: progress.share })}
          />
        </>
      )}
    </div>
  );
}

function PagesOf({ file, kind, target }: { file: ViewedFile; kind: PagedKind; target: Target | undefined }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (target?.to === "page") setIndex(target.index);
  }, [target]);
  return <PageViewer kind={kind} file={file} id={file.id} index={index} onIndex={setIndex} />;
}

const VIEWS = [
  ["pages", "Pages"],
  ["text", "Text"],
] as const;

interface DocumentProps {
  file: ViewedFile;
  kind: "docx" | "odt";
  target: Target | undefined;
}

/** A text document: its pages, or the text of one section. */
function DocumentViewer({ file, kind, target }: DocumentProps) {
  const [view, setView] = useState<"pages" | "text">("pages");
  useEffect(() => {
    if (target?.to === "section") setView("text");
  }, [target]);
  const section = target?.to === "section" ? target : undefined;
  return (
    <>
      <div className="viewer-switch">
        <Switch label="What is shown" value={view} choices={VIEWS} onChange={setView} />
      </div>
      {view === "pages" ? (
        <PagesOf file={file} kind={kind} target={target} />
      ) : (
        <SectionText file={file} kind={kind} section={section} />
      )}
    </>
  );
}

interface SectionProps {
  file: ViewedFile;
  kind: "docx" | "odt";
  section: { index: number; heading: string } | undefined;
}

function SectionText({ file, kind, section }: SectionProps) {
  const loaded = useLoaded(`${file.id}/${section?.index ?? "all"}`, (signal) =>
    rpc(
      kind === "docx" ? "DocxExtractText" : "OdtExtractText",
      {
        workbench_id: file.workbenchId,
        path: file.path,
        version: file.version,
        ...(section && { section: section.index }),
      },
      signal,
    ),
  );
  if (loaded.failure) {
    return <FailureNote failure={loaded.failure} onRetry={() => void loaded.reload()} />;
  }
  if (!loaded.value) return <div className="diff-waiting" aria-busy="true" />;
  return (
    <div className="section-text" role="region" aria-label={section?.heading ?? "Whole text"} tabIndex={0}>
      {loaded.value.text || "There is no text here."}
    </div>
  );
}

function WorkbookViewer({ file, target }: { file: ViewedFile; target: Target | undefined }) {
  const [sheet, setSheet] = useState<string>();
  const [start, setStart] = useState(0);
  const [grid, setGrid] = useState<Grid>();
  const [focus, setFocus] = useState<{ row: number; column: number }>();
  useEffect(() => {
    if (target?.to !== "sheet") return;
    setSheet(target.sheet);
    setStart(0);
    setFocus({ row: target.row, column: target.column });
  }, [target]);
  return (
    <>
      <div className="sheet-bar">
        <SheetTabs
          sheets={grid?.sheets ?? []}
          shown={sheet ?? grid?.sheet}
          onShow={(next) => {
            setSheet(next);
            setStart(0);
            setFocus(undefined);
          }}
        />
        <ColumnSteps start={start} total={grid?.total_cols ?? 0} onStart={setStart} />
      </div>
      <SheetGrid
        id={`${file.id}/${sheet ?? ""}`}
        label={`Sheet ${sheet ?? grid?.sheet ?? ""}`}
        columnStart={start}
        focus={focus}
        onGrid={setGrid}
        load={(window, signal) =>
          rpc(
            "XlsxRenderGrid",
            {
              workbench_id: file.workbenchId,
              path: file.path,
              version: file.version,
              ...(sheet !== undefined && { sheet }),
              ...window,
            },
            signal,
          )
        }
      />
    </>
  );
}

function ImageViewer({ file }: { file: ViewedFile }) {
  const loaded = useLoaded(file.id, (signal) =>
    rpc(
      "ImageRender",
      { workbench_id: file.workbenchId, path: file.path, version: file.version, scale: 1 },
      signal,
    ),
  );
  if (loaded.failure) {
    return <FailureNote failure={loaded.failure} onRetry={() => void loaded.reload()} />;
  }
  if (!loaded.value) return <div className="diff-waiting" aria-busy="true" />;
  return <ImagePicture picture={loaded.value} alt={file.path} />;
}
