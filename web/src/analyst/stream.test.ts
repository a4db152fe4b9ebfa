import { expect, test } from "vitest";
import { eventOf, eventsOf, type StreamEvent } from "./stream";

function bodyOf(...pieces: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}

async function read(...pieces: string[]): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  for await (const event of eventsOf(bodyOf(...pieces))) found.push(event);
  return found;
}

test("events come out whole however the bytes are cut", async () => {
  const found = await read(
    'event: sta',
    'tus\r\ndata: {"stage": "plan',
    'ning"}\r\n\r\nevent: done\ndata: {"run_id": null}\n\n',
  );
  expect(found).toEqual([
    { name: "status", data: { stage: "planning" } },
    { name: "done", data: { run_id: null } },
  ]);
});

test("a comment that keeps the connection open is no event", async () => {
  expect(await read(": still here\n\n", "event: done\ndata: {}\n\n")).toEqual([
    { name: "done", data: {} },
  ]);
});

test("data on several lines is one text, and a colon in it stays", () => {
  expect(eventOf('event: token\ndata: {"text":\ndata: "a: b"}')).toEqual({
    name: "token",
    data: { text: "a: b" },
  });
});
