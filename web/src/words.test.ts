import { expect, test } from "vitest";
import { nameShown } from "./words";

test("what is invisible in a name is shown, and an ordinary name is left alone", () => {
  expect(nameShown("gpj.\u202eexe")).toBe("gpj.⟨U+202E⟩exe");
  expect(nameShown("a  b.txt ")).toBe("a␣␣b.txt␣");
  expect(nameShown("größe #1 & 50%.txt")).toBe("größe #1 & 50%.txt");
});
