/** What the server sends about the inside of a file, under the names that a user would use. */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type DeckMap = Schemas["DeckMap"];
export type DocumentMap = Schemas["DocumentMap"];
export type Grid = Schemas["XlsxGrid"];
export type GridCell = Schemas["GridCell"];
export type ImageFacts = Schemas["ImageMetadata"];
export type MapWarning = Schemas["MapWarning"];
export type PdfMap = Schemas["PdfMap"];
export type TableMap = Schemas["TableMap"];
export type TableRows = Schemas["TableRows"];
export type TextMap = Schemas["TextMap"];
export type WorkbookMap = Schemas["XlsxMap"];

/** A picture as the server draws it. */
export interface Picture {
  bytes_base64: string;
  mime_type: string;
  scaled_down: boolean;
}

/** One page or slide, and how many there are. */
export interface DrawnPage extends Picture {
  count: number;
}

/**
 * The address of a drawn picture.
 *
 * Only pixels are let through: a type that a browser could run as a document never is.
 */
export function pictureAddress({ bytes_base64, mime_type }: Picture): string {
  const safe = /^image\/(png|jpeg|gif|webp|bmp)$/.test(mime_type) ? mime_type : "image/png";
  return `data:${safe};base64,${bytes_base64}`;
}
