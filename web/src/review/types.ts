/** What Review shows, under the names that a user would use. */
import type { components } from "../api/schema";
import type { DiffLine } from "../api/types";

type Schemas = components["schemas"];

export type DocumentChange = Schemas["DocumentChange"];
export type PageChange = Schemas["PageChange"];
export type RowChange = Schemas["RowChange"];
export type SlideChange = Schemas["SlideChange"];
export type CellChange = Schemas["XlsxChange"];
export type ReferenceSource = Schemas["TextDiff"]["reference_source"];

export type Notice = Schemas["Notice"];

export type Tone = "added" | "removed" | "changed";
export type Marks = readonly (readonly number[])[];

export interface MarkedText {
  text: string;
  marks?: Marks | undefined;
}

/** One property that differs. */
export interface Difference {
  property: string;
  before: string;
  after: string;
}

/** One change of a document, in the words of the page. */
export interface DescribedChange {
  id: string;
  type: string;
  what: string;
  where?: string | undefined;
  tone: Tone;
  before?: MarkedText | undefined;
  after?: MarkedText | undefined;
  /** The cells of a row that came or went. */
  cells?: readonly string[] | undefined;
  differences?: readonly Difference[] | undefined;
  lines?: readonly DiffLine[] | undefined;
  left_off?: number | undefined;
  /** The section of a document that it is in. */
  section?: number | undefined;
  /** The page or slide it is on, 0-based: of the Draft, or of Published where it is gone. */
  page?: number | undefined;
}

/** How the older side of a diff is called. */
export const REFERENCE_NAMES: Record<ReferenceSource, string> = {
  draft_start_snapshot: "Reference (Draft start)",
  published_current_fallback: "Published (current preview)",
  none: "Reference (Draft start)",
};
