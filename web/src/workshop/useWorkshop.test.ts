import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { rpc } from "../api/client";
import type { Listener } from "../api/events";
import { useWorkshop } from "./useWorkshop";

const stream = vi.hoisted(() => ({ tell: (() => undefined) as Listener }));
vi.mock("../api/client", () => ({ rpc: vi.fn() }));
vi.mock("../api/events", () => ({
  WORKSHOP_EVENTS: [],
  listen: (_id: string, onEvent: Listener) => {
    stream.tell = onEvent;
    return () => undefined;
  },
}));

const question = { message_id: "msg_1", role: "user", text: "How many rows?", tools: [] };
const answer = { message_id: "msg_2", role: "assistant", text: "300", status: "completed", tools: [] };

test("an older read that comes last takes back neither a message nor the end of its run", async () => {
  // Each read of the conversation waits until it is answered.
  const reads: ((read: { state: object; messages: object[] }) => Promise<void>)[] = [];
  let state: (value: object) => void = () => undefined;
  vi.mocked(rpc).mockImplementation(((method: string) =>
    new Promise((resolve) => {
      if (method === "WorkshopGetState") state = resolve;
      else {
        const first = state;
        reads.push((read) =>
          act(async () => {
            first(read.state);
            resolve({ messages: read.messages });
          }),
        );
      }
    })) as never);
  const { result } = renderHook(() => useWorkshop("wb_1"));
  act(() => stream.tell("WorkshopRunFinished", { message_id: "msg_2", status: "completed" }));
  expect(reads).toHaveLength(2);

  await reads[1]?.({ state: { status: "idle" }, messages: [question, answer] });
  await reads[0]?.({ state: { status: "running" }, messages: [question] });

  expect(result.current.messages.map(({ text }) => text)).toEqual(["How many rows?", "300"]);
  expect(result.current.running).toBe(false);
});
