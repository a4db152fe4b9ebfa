/** A page of a file's changes, whichever format it is of, in the words of the page. */
import { rpc } from "../api/client";
import type { Change } from "../api/types";
import { isTable } from "../viewer/kinds";
import type { MapWarning } from "../viewer/types";
import {
  describeDocumentChange,
  describePageChange,
  describeRowChange,
  describeSlideChange,
} from "./describeChange";
import type { DescribedChange, ReferenceSource } from "./types";

export const PAGE = 100;

export interface ChangesPage {
  changes: DescribedChange[];
  total: number;
  has_more: boolean;
  warnings: MapWarning[];
  /** The types of change that can be rejected alone. */
  rejectable: ReadonlySet<string>;
  reference_source: ReferenceSource;
  reference_warning?: string | null;
  too_large: boolean;
  /** Of a table: the names of its columns. */
  columns: readonly string[] | undefined;
}

interface PageLike<One> {
  changes: One[];
  total: number;
  has_more: boolean;
  warnings?: MapWarning[];
  rejectable?: string[];
  reference_source: ReferenceSource;
  reference_warning?: string | null;
  too_large?: boolean;
  columns?: string[];
}

function described<One>(page: PageLike<One>, describe: (change: One) => DescribedChange): ChangesPage {
  return {
    changes: page.changes.map(describe),
    total: page.total,
    has_more: page.has_more,
    warnings: page.warnings ?? [],
    rejectable: new Set(page.rejectable),
    reference_source: page.reference_source,
    reference_warning: page.reference_warning ?? null,
    too_large: page.too_large ?? false,
    columns: page.columns,
  };
}

/** Whether there is more to say of this file than which lines of its text differ. */
export function hasContentDiff({ file_kind: kind, path, change_type: type }: Change): boolean {
  if (type !== "modified") return false;
  return kind === "docx" || kind === "odt" || kind === "pptx" || kind === "pdf" || isTable(path);
}

export async function readChanges(
  workbenchId: string,
  { path, file_kind: kind }: Pick<Change, "path" | "file_kind">,
  offset: number,
  signal?: AbortSignal,
): Promise<ChangesPage> {
  const asked = { workbench_id: workbenchId, path, offset, limit: PAGE };
  switch (kind) {
    case "docx":
    case "odt":
      return described(await rpc("ReviewGetDocxContentDiff", asked, signal), describeDocumentChange);
    case "pptx":
      return described(await rpc("ReviewGetPptxContentDiff", asked, signal), describeSlideChange);
    case "pdf":
      return described(await rpc("ReviewGetPdfDiff", asked, signal), describePageChange);
    default:
      return described(await rpc("ReviewGetTableDiff", asked, signal), describeRowChange);
  }
}
