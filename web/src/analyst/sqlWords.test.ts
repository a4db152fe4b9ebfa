import { expect, test } from "vitest";
import { sqlPieces } from "./sqlWords";

test("nothing of the text is lost, whatever it is", () => {
  for (const sql of [
    `SELECT "a""b", 'it''s -- no comment' FROM t -- end`,
    "SELECT 'never closed",
    "/* half a comment",
    "é \u{1F600} ;;",
  ]) {
    expect(sqlPieces(sql).map((piece) => piece.text).join("")).toBe(sql);
  }
});

test("a word inside a text or a name is no word of the language", () => {
  const words = sqlPieces(`SELECT "from" FROM t WHERE x = 'select'`)
    .filter((piece) => piece.kind === "word")
    .map((piece) => piece.text);
  expect(words).toEqual(["SELECT", "FROM", "WHERE"]);
});
