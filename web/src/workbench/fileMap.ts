/** The map of a file: what it is made of, and the places one can go to in it. */
import { rpc } from "../api/client";
import type { FileKind } from "../api/types";
import { areaOf } from "../viewer/cells";
import { factsOf } from "../viewer/ImagePicture";
import type {
  DeckMap,
  DocumentMap,
  ImageFacts,
  MapWarning,
  PdfMap,
  TableMap,
  TextMap,
  WorkbookMap,
} from "../viewer/types";
import { count } from "../words";

/** A place in a file. */
export type Target =
  | { to: "page"; index: number }
  | { to: "section"; index: number; heading: string }
  | { to: "sheet"; sheet: string; row: number; column: number }
  | { to: "column"; index: number };

export interface MapEntry {
  label: string;
  detail?: string | undefined;
  /** How far it is indented. */
  level: number;
  target?: Target | undefined;
}

export interface FileMap {
  /** What the entries are: "Sections", "Slides", "Sheets". */
  title: string;
  facts: string[];
  entries: MapEntry[];
  /** Entries that a long list leaves out. */
  left_off: number;
  warnings: MapWarning[];
  /** Of a text file: how many lines there are to read. */
  lines?: number;
}

const some = (...facts: (string | false | undefined)[]) => facts.filter((fact) => fact !== false && fact !== undefined);

export function mapOfDocument(map: DocumentMap): FileMap {
  return {
    title: "Sections",
    facts: some(
      count(map.paragraph_count, "paragraph"),
      map.tables_count > 0 && count(map.tables_count, "table"),
      map.images_count > 0 && count(map.images_count, "image"),
      map.has_headers_footers && "headers or footers",
    ),
    entries: map.sections.map((section) => {
      const heading = section.heading ?? section.label ?? "Before the first heading";
      return {
        label: heading,
        detail: count(section.paragraph_count, "paragraph"),
        level: Math.max(0, section.level - 1),
        target: { to: "section", index: section.index, heading },
      };
    }),
    left_off: map.sections_count - map.sections.length,
    warnings: map.warnings,
  };
}

export function mapOfDeck(map: DeckMap): FileMap {
  return {
    title: "Slides",
    facts: some(
      count(map.slide_count, "slide"),
      map.slide_width != null && map.slide_height != null && `${map.slide_width} × ${map.slide_height} in`,
    ),
    entries: map.slides.map((slide) => ({
      label: `${slide.index + 1}. ${slide.title ?? "Untitled"}`,
      detail:
        some(
          slide.hidden && "hidden",
          slide.has_charts && "chart",
          slide.has_tables && "table",
          slide.has_images && "image",
          slide.has_notes && "notes",
        ).join(", ") || undefined,
      level: 0,
      target: { to: "page", index: slide.index },
    })),
    left_off: map.slides_count - map.slides.length,
    warnings: map.warnings,
  };
}

export function mapOfPdf(map: PdfMap): FileMap {
  const marks = Object.entries(map.annotations).map(([kind, number]) => count(number, kind));
  return {
    title: map.has_toc ? "Contents" : "Pages",
    facts: some(
      count(map.page_count, "page"),
      map.has_forms && "form fields",
      ...marks,
      map.attachments_count > 0 && count(map.attachments_count, "attachment"),
    ),
    entries: map.has_toc
      ? map.toc.map(({ title, page, level }) => ({
          label: title,
          detail: page == null ? undefined : `page ${page}`,
          level: Math.max(0, level - 1),
          target: page == null ? undefined : { to: "page", index: page - 1 },
        }))
      : map.pages.map(({ page, char_count: characters }) => ({
          label: `Page ${page}`,
          detail: characters === 0 ? "no text" : undefined,
          level: 0,
          target: { to: "page", index: page - 1 },
        })),
    left_off: map.has_toc ? map.toc_count - map.toc.length : map.pages_count - map.pages.length,
    warnings: map.warnings,
  };
}

export function mapOfWorkbook(map: WorkbookMap): FileMap {
  const at = (sheet: string, range: string | null | undefined): Target => {
    const area = range == null ? undefined : areaOf(range);
    return { to: "sheet", sheet, row: area?.top ?? 0, column: area?.left ?? 0 };
  };
  return {
    title: "Sheets",
    facts: some(
      count(map.sheets_count, "sheet"),
      map.named_ranges_count > 0 && count(map.named_ranges_count, "named range"),
    ),
    entries: map.sheets.flatMap((sheet): MapEntry[] => [
      {
        label: sheet.name,
        detail: some(
          `${sheet.row_count.toLocaleString()} × ${sheet.col_count.toLocaleString()}`,
          sheet.visibility !== "visible" && "hidden",
          sheet.has_formulas && count(sheet.formula_count, "formula"),
          sheet.charts_count > 0 && count(sheet.charts_count, "chart"),
        ).join(", "),
        level: 0,
        target: at(sheet.name, undefined),
      },
      ...sheet.tables.map((table): MapEntry => ({
        label: table.name,
        detail: `table ${table.range}`,
        level: 1,
        target: at(sheet.name, table.range),
      })),
    ]),
    left_off: map.sheets_count - map.sheets.length,
    warnings: map.warnings,
  };
}

export function mapOfTable(map: TableMap): FileMap {
  return {
    title: "Columns",
    facts: some(
      count(map.row_count, "row"),
      count(map.column_count, "column"),
      map.encoding_detected ?? undefined,
      map.rejected_rows ? `${count(map.rejected_rows.count, "row")} could not be read` : undefined,
    ),
    entries: map.columns.map(({ index, name, inferred_type: type, nullable }) => ({
      label: name,
      detail: nullable ? `${type}, may be empty` : type,
      level: 0,
      target: { to: "column", index },
    })),
    left_off: map.columns_count - map.columns.length,
    warnings: map.warnings,
  };
}

export function mapOfText(map: TextMap): FileMap {
  const named = map.keys ?? map.children ?? [];
  const all = map.keys ? map.keys_count : map.children_count;
  return {
    title: map.keys ? "Keys" : map.children ? `Inside ${map.root ?? "the root"}` : "Text",
    facts: some(
      count(map.line_count, "line"),
      count(map.char_count, "character"),
      map.encoding,
      map.item_count != null && count(map.item_count, "item"),
    ),
    entries: named.map((label) => ({ label, level: 0 })),
    left_off: Math.max(0, (all ?? named.length) - named.length),
    warnings: map.warnings,
    lines: map.line_count,
  };
}

export function mapOfImage(map: ImageFacts): FileMap {
  return {
    title: "Image",
    facts: factsOf(map).map(({ name, value }) => `${name}: ${value}`),
    entries: [],
    left_off: 0,
    warnings: map.warnings,
  };
}

export interface FileAsked {
  workbench_id: string;
  path: string;
  version: "active" | "draft" | "published";
}

/** Read the map of a file; undefined for one that is never looked into. */
export async function readMap(
  kind: FileKind,
  isTable: boolean,
  file: FileAsked,
  signal?: AbortSignal,
): Promise<FileMap | null> {
  switch (kind) {
    case "docx":
      return mapOfDocument(await rpc("DocxGetMap", file, signal));
    case "odt":
      return mapOfDocument(await rpc("OdtGetMap", file, signal));
    case "pptx":
      return mapOfDeck(await rpc("PptxGetMap", file, signal));
    case "pdf":
      return mapOfPdf(await rpc("PdfGetMap", file, signal));
    case "xlsx":
      return mapOfWorkbook(await rpc("XlsxGetMap", file, signal));
    case "text":
      return isTable
        ? mapOfTable(await rpc("TabularGetMap", { ...file, progress: true }, signal))
        : mapOfText(await rpc("TextGetMap", file, signal));
    case "image":
      return mapOfImage(await rpc("ImageGetMetadata", file, signal));
    case "binary":
      return null;
  }
}
