/**
 * What the server takes and sends, under the names that a user would use.
 *
 * `schema.d.ts` is made from the server's OpenAPI document: `python scripts/build_ui.py --types`.
 */
import type { components, paths } from "./schema";

type Schemas = components["schemas"];

export type Change = Schemas["ChangeItem"];
export type ChangeSet = Schemas["ChangeSetResult"];
export type ChangeType = Change["change_type"];
export type DiffLine = Schemas["DiffLine"];
export type DraftState = Schemas["DraftState"];
export type ErrorInfo = Schemas["ErrorInfo"];
export type FileEntry = Schemas["FileEntry"];
export type FileKind = FileEntry["file_kind"];
export type FileResult = Schemas["FileOutcome"];
export type Health = Schemas["HealthReport"];
export type Hunk = Schemas["DiffHunk"];
export type MissingPart = Schemas["MissingPart"];
export type Probe = Schemas["ProbeResult"];
export type TextDiff = Schemas["TextDiff"];
export type WorkbenchSummary = Schemas["Summary"];

/** Every engine method by its name: the part of its address after `/rpc/`. */
export type MethodName = keyof {
  [Path in keyof paths as Path extends `/rpc/${infer Name}` ? Name : never]: true;
};

type Post<Name extends MethodName> = paths[`/rpc/${Name}`]["post"];

export type Params<Name extends MethodName> =
  Post<Name>["requestBody"]["content"]["application/json"];

export type Result<Name extends MethodName> =
  Post<Name>["responses"][200]["content"]["application/json"]["result"];
