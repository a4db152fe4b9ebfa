/**
 * The markdown that models write, as plain data: what is not understood stays text.
 *
 * Nothing here makes HTML, so nothing in an answer can run; pictures are shown as their words,
 * because fetching one would tell another host what was read.
 */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis" | "struck"; children: Inline[] }
  | { kind: "link"; href: string; children: Inline[] };

export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; level: number; children: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; children: Block[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][]; align: ("left" | "right" | "center")[] }
  | { kind: "rule" };

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^\s{0,3}>\s?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const DEEPEST = 12;

export function parseMarkdown(text: string): Block[] {
  return blocks(text.replace(/\r\n?/g, "\n").split("\n"), 0);
}

function blocks(lines: string[], depth: number): Block[] {
  const found: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (!line.trim()) {
      at += 1;
      continue;
    }
    const [block, next] = oneBlock(lines, at, depth);
    found.push(block);
    at = next;
  }
  return found;
}

function oneBlock(lines: string[], at: number, depth: number): [Block, number] {
  const line = lines[at] ?? "";
  if (FENCE.test(line)) return fenced(lines, at);
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1]?.length ?? 1;
    return [{ kind: "heading", level, children: inlines(heading[2] ?? "") }, at + 1];
  }
  if (RULE.test(line)) return [{ kind: "rule" }, at + 1];
  if (depth < DEEPEST && QUOTE.test(line)) return quoted(lines, at, depth);
  if (depth < DEEPEST && ITEM.test(line)) return list(lines, at, depth);
  if (line.includes("|") && DELIMITERS.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("-"))
    return table(lines, at);
  return paragraph(lines, at, depth);
}

function fenced(lines: string[], at: number): [Block, number] {
  const fence = FENCE.exec(lines[at] ?? "")?.[1] ?? "```";
  const inside: string[] = [];
  let next = at + 1;
  while (next < lines.length && !(lines[next] ?? "").trim().startsWith(fence)) {
    inside.push(lines[next] ?? "");
    next += 1;
  }
  return [{ kind: "code", text: inside.join("\n") }, next + 1];
}

function quoted(lines: string[], at: number, depth: number): [Block, number] {
  const inside: string[] = [];
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next] ?? "")) {
    inside.push((lines[next] ?? "").replace(QUOTE, ""));
    next += 1;
  }
  return [{ kind: "quote", children: blocks(inside, depth + 1) }, next];
}

function list(lines: string[], at: number, depth: number): [Block, number] {
  const first = ITEM.exec(lines[at] ?? "");
  const indent = first?.[1]?.length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? "");
  const items: string[][] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    const item = ITEM.exec(line);
    const spaces = /^\s*/.exec(line)?.[0].length ?? 0;
    if (item && spaces <= indent + 1 && /\d/.test(item[2] ?? "") === ordered && spaces >= indent) {
      items.push([item[3] ?? ""]);
    } else if (!line.trim()) {
      // A blank line ends the list unless what follows belongs to it.
      const after = lines[next + 1] ?? "";
      if (!(/^\s*/.exec(after)?.[0].length ?? 0) && !ITEM.test(after)) break;
      items.at(-1)?.push("");
    } else if (spaces > indent) {
      items.at(-1)?.push(line.slice(Math.min(spaces, indent + 2)));
    } else break;
    next += 1;
  }
  const start = ordered ? Number.parseInt(first?.[2] ?? "1", 10) : 1;
  return [
    { kind: "list", ordered, start, items: items.map((item) => blocks(item, depth + 1)) },
    next,
  ];
}

function table(lines: string[], at: number): [Block, number] {
  const head = cells(lines[at] ?? "");
  const align = cells(lines[at + 1] ?? "").map((mark) => {
    const right = mark.endsWith(":");
    if (right && mark.startsWith(":")) return "center" as const;
    return right ? ("right" as const) : ("left" as const);
  });
  const rows: Inline[][][] = [];
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? "").includes("|")) {
    rows.push(cells(lines[next] ?? "").map(inlines));
    next += 1;
  }
  return [{ kind: "table", head: head.map(inlines), rows, align }, next];
}

function cells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function paragraph(lines: string[], at: number, depth: number): [Block, number] {
  const inside: string[] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    const starts =
      FENCE.test(line) ||
      HEADING.test(line) ||
      (depth < DEEPEST && (QUOTE.test(line) || ITEM.test(line)));
    if (!line.trim() || (next > at && starts)) break;
    inside.push(line.trim());
    next += 1;
  }
  return [{ kind: "paragraph", children: inlines(inside.join("\n")) }, Math.max(next, at + 1)];
}

const INLINE =
  /(?<code>`+)(?<inCode>[^`](?:[\s\S]*?[^`])?)\k<code>(?!`)|!\[(?<alt>[^\]\n]*)\]\([^)\n]*\)|\[(?<label>[^\]\n]+)\]\((?<href>[^)\s]+)[^)\n]*\)|\*\*(?=[^\s*])(?<strong>[^\n]*?\S)\*\*(?!\*)|__(?<strong2>[^_\n]+)__|(?<![\w*])\*(?<em>[^*\s](?:[^*\n]*[^*\s])?)\*(?!\w)|(?<![\w_])_(?<em2>[^_\s](?:[^_\n]*[^_\s])?)_(?!\w)|~~(?<struck>[^~\n]+)~~|\\(?<escaped>[\\`*_{}[\]()#+\-.!|~<>])|&(?<entity>lt|gt|amp|quot);/g;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };

export function inlines(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  const plain = (words: string) => {
    const last = found.at(-1);
    if (!words) return;
    if (last?.kind === "text") last.text += words;
    else found.push({ kind: "text", text: words });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(text.slice(from, match.index));
    from = match.index + match[0].length;
    const part = match.groups ?? {};
    const inner = (words: string) => (depth < DEEPEST ? inlines(words, depth + 1) : [asText(words)]);
    const strong = part.strong ?? part.strong2;
    const emphasis = part.em ?? part.em2;
    if (part.inCode !== undefined) found.push({ kind: "code", text: part.inCode.trim() });
    else if (part.alt !== undefined) plain(part.alt || "picture");
    else if (part.label !== undefined) found.push(link(part.label, part.href ?? "", inner));
    else if (strong !== undefined) found.push({ kind: "strong", children: inner(strong) });
    else if (emphasis !== undefined) found.push({ kind: "emphasis", children: inner(emphasis) });
    else if (part.struck !== undefined) found.push({ kind: "struck", children: inner(part.struck) });
    else if (part.escaped !== undefined) plain(part.escaped);
    else if (part.entity !== undefined) plain(ENTITIES[part.entity] ?? match[0]);
  }
  plain(text.slice(from));
  return found;
}

function asText(text: string): Inline {
  return { kind: "text", text };
}

/** A link leads to the web or to an address for mail; any other kind stays text. */
function link(label: string, href: string, inner: (words: string) => Inline[]): Inline {
  if (/^(?:https?:\/\/|mailto:)[^\s]+$/i.test(href)) {
    return { kind: "link", href, children: inner(label) };
  }
  return asText(`${label} (${href})`);
}
