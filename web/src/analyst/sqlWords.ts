/** SQL in pieces to colour: words of the language, names, texts, numbers, comments. */

export type PieceKind = "word" | "name" | "text" | "number" | "comment" | "plain";

export interface Piece {
  kind: PieceKind;
  text: string;
}

const WORDS = new Set(
  `select from where group by order having limit offset with as and or not in is null between like
   ilike escape case when then else end join left inner outer full cross on using union all distinct
   asc desc nulls first last over partition rows range cast date timestamp interval true false filter
   values describe summarize extract exists`.split(/\s+/),
);

const PIECES =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*")|(?<number>\b\d+(?:\.\d+)?\b)|(?<bare>[A-Za-z_][A-Za-z_0-9]*)|(?<plain>[\s\S])/g;

export function sqlPieces(sql: string): Piece[] {
  const pieces: Piece[] = [];
  for (const match of sql.matchAll(PIECES)) {
    const groups = match.groups ?? {};
    const kind: PieceKind =
      groups.comment !== undefined ? "comment"
      : groups.text !== undefined ? "text"
      : groups.name !== undefined ? "name"
      : groups.number !== undefined ? "number"
      : groups.bare !== undefined && WORDS.has(groups.bare.toLowerCase()) ? "word"
      : "plain";
    const last = pieces.at(-1);
    if (kind === "plain" && last?.kind === "plain") last.text += match[0];
    else pieces.push({ kind, text: match[0] });
  }
  return pieces;
}
