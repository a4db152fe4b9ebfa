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
    // What stood for the answer until it had a name is gone.
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

  test("a message is shown with its answer pending, and taken back if it was refused", () => {
    const said = after({ name: "asked", text: "hello" });
    expect(said.messages.map(({ role, text, status }) => [role, text, status])).toEqual([
      ["user", "hello", undefined],
      ["assistant", "", "running"],
    ]);
    expect(changed(said, { name: "refused" })).toEqual({ messages: [] });
  });

  test("what is loaded replaces what was guessed, unless it was read too early", () => {
    const said = after({ name: "asked", text: "hello" });
    const early = changed(said, { name: "loaded", messages: [] });
    expect(early.messages).toHaveLength(2);
    const [user, answer] = said.messages.map((each, at) => ({ ...each, message_id: `msg_${at}` }));
    const told = [user, answer].filter((each) => each !== undefined);
    expect(changed(early, { name: "loaded", messages: told })).toEqual({ messages: told });
  });

  test("an answer tried again makes room for the next, and comes back if that is refused", () => {
    const told = after({ name: "asked", text: "hello" }, { name: "taken" });
    const again = changed(told, { name: "asked again" });
    expect(again.messages.map(({ text, status }) => [text, status])).toEqual([
      ["hello", undefined],
      ["", "running"],
    ]);
    expect(changed(again, { name: "refused" })).toEqual(told);
  });

  test("a run that is resumed goes on at once, and stands still again if that is refused", () => {
    const broken: Conversation = {
      messages: after({ name: "asked", text: "hello" }).messages.map((each) =>
        each.role === "assistant" ? { ...each, text: "Half", status: "interrupted" } : each,
      ),
    };
    const on = changed(broken, { name: "resumed" });
    expect(on.messages[1]).toMatchObject({ text: "Half", status: "running" });
    expect(changed(on, { name: "refused" })).toEqual(broken);
  });
});
