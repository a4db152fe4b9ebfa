import { describe, expect, test } from "vitest";
import { changed, type Conversation, type WorkshopEvent } from "./conversation";

const ids = { run_id: "run_1", message_id: "msg_2" };

function after(...events: WorkshopEvent[]): Conversation {
  return events.reduce(changed, { messages: [] });
}

describe("a conversation as it happens", () => {
  test("deltas of one step join, a new step begins a paragraph", () => {
    const { messages } = after(
      { name: "asked", text: "hello" },
      { name: "WorkshopAssistantStreamDelta", data: { ...ids, step: 1, text: "Let me " } },
      { name: "WorkshopAssistantStreamDelta", data: { ...ids, step: 1, text: "look." } },
      { name: "WorkshopAssistantStreamDelta", data: { ...ids, step: 3, text: "Done." } },
    );
    expect(messages.map((message) => message.text)).toEqual(["hello", "Let me look.\n\nDone."]);
    expect(messages[1]?.status).toBe("running");
  });

  test("a tool runs, tells how far it is, and keeps its arguments when it is done", () => {
    const call = { ...ids, call_id: "c1", name: "table_export" };
    const done = { ok: true, changed: true, summary: "4 rows", paths: ["a.xlsx"] };
    const { messages } = after(
      { name: "WorkshopToolExecuting", data: { ...call, arguments: { path: "a.csv" } } },
      { name: "ToolProgress", data: { call_id: "c1", done: 5, total: 10, stage: "write" } },
    );
    expect(messages[0]?.tools[0]).toMatchObject({ running: true, progress: { done: 5 } });
    const end = changed({ messages }, { name: "WorkshopToolComplete", data: { ...call, ...done } });
    expect(end.messages[0]?.tools).toMatchObject([
      { running: false, summary: "4 rows", arguments: { path: "a.csv" } },
    ]);
  });

  test("what is loaded replaces what was guessed", () => {
    const { messages } = after({ name: "asked", text: "hello" }, { name: "loaded", messages: [] });
    expect(messages).toEqual([]);
  });
});
