/** What the server sends; one place, so that the rest of the UI names types as a user would. */

export interface ErrorInfo {
  error_code: string;
  message: string;
  retryable: boolean;
  actions: string[];
  phase?: string | null;
  subphase?: string | null;
  path?: string | null;
  workbench_id?: string | null;
}

export interface Probe {
  name: string;
  ok: boolean;
  detail: string;
}

export interface MissingPart {
  part: string;
  effect: string;
  mend: string;
}

export interface Health {
  status: "ok" | "degraded";
  version: string;
  uptime_seconds: number;
  sandbox: {
    backend: string;
    state: "checking" | "ok" | "failed";
    probes: Probe[];
    message: string | null;
  };
  worker: { state: string; restarts: number };
  renderer: { available: boolean; version: string | null };
  model: { model_id: string };
  missing: MissingPart[];
}

export interface WorkbenchSummary {
  workbench_id: string;
  name: string;
  created_at: string;
  file_count: number;
  has_draft: boolean;
  changed_count: number;
}

export type FileKind =
  | "text"
  | "docx"
  | "odt"
  | "xlsx"
  | "pptx"
  | "pdf"
  | "image"
  | "binary";

export interface FileEntry {
  path: string;
  size: number;
  modified_at: string;
  added_at: string;
  file_kind: FileKind;
  mime_type: string;
  is_opaque: boolean;
  read_only: boolean;
}

export interface DraftState {
  has_draft: boolean;
  draft_id: string | null;
  created_at: string | null;
  changed_count: number;
}

export interface Workbench {
  workbench_id: string;
  name: string;
  created_at: string;
  files: FileEntry[];
  draft: DraftState;
}

export interface FileResult {
  path: string;
  status: string;
  reason?: string | null;
}

export type ChangeType = "added" | "modified" | "deleted";

export interface Change {
  path: string;
  change_type: ChangeType;
  file_kind: FileKind;
  preview_kind: "diff" | "image" | "grid" | "none";
  mime_type: string;
  is_opaque: boolean;
  read_only: boolean;
  summary?: string | null;
  bytes_before: number | null;
  bytes_after: number | null;
}

export interface ChangeSet {
  draft_id: string | null;
  change_set_hash: string;
  draft_summary?: string | null;
  changes: Change[];
}

export interface DiffLine {
  type: "context" | "added" | "removed";
  text: string;
  old_line?: number | null;
  new_line?: number | null;
  /** Changed words, as [start, end) in characters (code points), not UTF-16 units. */
  marks?: [number, number][] | null;
}

export interface Hunk {
  lines: DiffLine[];
}

export interface TextDiff {
  hunks: Hunk[];
  too_large: boolean;
  reference_source: "draft_start_snapshot" | "published_current_fallback" | "none";
  reference_warning?: string | null;
}

/** Parameters and result of each engine method that the UI calls. */
export interface Methods {
  WorkbenchList: { params: Record<string, never>; result: { workbenches: WorkbenchSummary[] } };
  WorkbenchCreate: { params: { name: string }; result: { workbench_id: string; name: string } };
  WorkbenchOpen: { params: { workbench_id: string }; result: Workbench };
  WorkbenchFilesRemove: {
    params: { workbench_id: string; paths: string[] };
    result: { results: FileResult[] };
  };
  DraftGetState: { params: { workbench_id: string }; result: DraftState };
  ReviewGetChangeSet: { params: { workbench_id: string }; result: ChangeSet };
  ReviewGetTextDiff: { params: { workbench_id: string; path: string }; result: TextDiff };
  DraftPublish: {
    params: {
      workbench_id: string;
      change_set_hash: string;
      paths?: string[];
      confirm_deletions?: string[];
    };
    result: { published_at: string; checkpoint_id: string };
  };
  DraftDiscard: { params: { workbench_id: string }; result: { ok: boolean } };
  DraftRevertFile: { params: { workbench_id: string; path: string }; result: { ok: boolean } };
  CheckpointRestore: {
    params: { workbench_id: string; checkpoint_id: string };
    result: { ok: boolean };
  };
}

export type MethodName = keyof Methods;
