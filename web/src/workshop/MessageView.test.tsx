import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Message } from "./conversation";
import { MessageView } from "./MessageView";

const answer: Message = {
  message_id: "msg_1",
  role: "assistant",
  text: "Hello.",
  created_at: "2026-01-01T00:00:00Z",
  run_id: "run_1",
  checkpoint_id: null,
  model_id: "offline",
  status: "completed",
  tools: [],
};
const coverage = ["a.txt", "b.txt"].map((path) => ({
  path,
  unit: "lines",
  read: 3,
  total: 3,
  share: 1,
  computed: [],
}));

test("an answer says what was read of the files that it looked up, and of no other", () => {
  const tool = {
    call_id: "c1",
    name: "read_file",
    arguments: {},
    ok: true,
    changed: false,
    summary: "",
    paths: ["a.txt"],
  };
  const shown = (message: Message) =>
    render(<MessageView message={message} coverage={coverage as never} onUndo={undefined} />).container
      .textContent;
  expect(shown({ ...answer, tools: [tool] })).toContain("Read the whole of a.txt");
  expect(shown(answer)).toBe("Hello.");
});
