import type { FileKind } from "../api/types";

const TAGS: Partial<Record<FileKind, string>> = {
  docx: "DOCX",
  odt: "ODT",
  xlsx: "XLSX",
  pptx: "PPTX",
  pdf: "PDF",
  image: "IMG",
};

const TABLES = new Set(["csv", "tsv", "psv"]);

function extension(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > 0 ? path.slice(dot + 1).toLowerCase() : "";
}

/** The tag a person reads: the family for office files, the extension for the rest. */
export function tagOf(path: string, kind: FileKind): string {
  const known = TAGS[kind];
  if (known) return known;
  const own = extension(path);
  if (own && own.length <= 4) return own.toUpperCase();
  return kind === "text" ? "TEXT" : "FILE";
}

export function KindTag({ path, kind }: { path: string; kind: FileKind }) {
  const colour = kind === "text" && TABLES.has(extension(path)) ? "table" : kind;
  return <span className={`kind-tag kind-${colour}`}>{tagOf(path, kind)}</span>;
}
