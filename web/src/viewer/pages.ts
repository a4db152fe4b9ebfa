/** Pages of office files, whichever kind they are of. */
import { rpc } from "../api/client";
import type { FileKind } from "../api/types";
import type { DrawnPage } from "./types";

export type PagedKind = "docx" | "odt" | "pdf" | "pptx" | "xlsx";

export function isPaged(kind: FileKind): kind is PagedKind {
  return kind === "docx" || kind === "odt" || kind === "pdf" || kind === "pptx" || kind === "xlsx";
}

/** "Slide" for presentations, "Page" for the rest. */
export const pageWord = (kind: PagedKind) => (kind === "pptx" ? "Slide" : "Page");

/** Width to height, before the first page is there. */
export const usualShape = (kind: PagedKind) => (kind === "pptx" ? 16 / 9 : 1 / Math.SQRT2);

export interface PageAsked {
  workbenchId: string;
  path: string;
  version: "active" | "draft" | "published";
  index: number;
  scale: number;
}

const READ = {
  docx: "DocxRenderPage",
  odt: "OdtRenderPage",
  pdf: "PdfRenderPage",
  xlsx: "XlsxRenderPage",
} as const;

const REVIEW = {
  docx: "ReviewGetDocxPreviewPage",
  odt: "ReviewGetOdtPreviewPage",
  pdf: "ReviewGetPdfPreviewPage",
  xlsx: "ReviewGetXlsxPreviewPage",
} as const;

/** Draw a page of a file as it is read in the workbench. */
export async function readPage(kind: PagedKind, asked: PageAsked, signal?: AbortSignal): Promise<DrawnPage> {
  const { workbenchId, path, version, index, scale } = asked;
  const file = { workbench_id: workbenchId, path, version, scale };
  if (kind === "pptx") {
    const slide = await rpc("PptxRenderSlide", { ...file, slide_index: index }, signal);
    return { ...slide, count: slide.slide_count };
  }
  const page = await rpc(READ[kind], { ...file, page_index: index }, signal);
  return { ...page, count: page.page_count };
}

/** Draw a page of one of the two versions that a review compares. */
export async function readReviewPage(
  kind: PagedKind,
  asked: PageAsked & { version: "draft" | "published" },
  signal?: AbortSignal,
): Promise<DrawnPage> {
  const { workbenchId, path, version, index, scale } = asked;
  const file = { workbench_id: workbenchId, path, version, scale };
  if (kind === "pptx") {
    const slide = await rpc("ReviewGetPptxPreviewSlide", { ...file, slide_index: index }, signal);
    return { ...slide, count: slide.slide_count };
  }
  const page = await rpc(REVIEW[kind], { ...file, page_index: index }, signal);
  return { ...page, count: page.page_count };
}

export const ZOOMS = ["fit", 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The scale to draw at: what fits the window is drawn at 1 and sized by the page. */
export const scaleOf = (zoom: Zoom) => (zoom === "fit" ? 1 : zoom);

/** The next larger or smaller zoom; `fit` counts as 1. */
export function zoomed(zoom: Zoom, step: 1 | -1): Zoom {
  const sizes = ZOOMS.filter((one) => one !== "fit");
  const at = sizes.findIndex((size) => size === scaleOf(zoom));
  return sizes[Math.max(0, Math.min(sizes.length - 1, at + step))] ?? zoom;
}
