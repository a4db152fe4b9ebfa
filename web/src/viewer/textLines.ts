/** Cut a text at its line ends, whichever they are; the end of the last line begins no new one. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
