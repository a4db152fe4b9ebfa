import type { Result } from "../api/types";

type Told = Result<"WorkshopGetConversation">["messages"][number];
type ToldTool = NonNullable<Told["tools"]>[number];

/** A call of a tool; `running` until it has answered. */
export type ToolUse = ToldTool & { running?: boolean; progress?: Progress };
export type Message = Omit<Told, "tools"> & { tools: ToolUse[]; step?: number };

export interface Progress {
  done: number;
  total: number | null;
  stage: string | null;
}

export interface Conversation {
  messages: readonly Message[];
  /** What stood here before the message that is on its way to the server. */
  before?: readonly Message[];
}

/** Stand for what the server has not named yet. */
const ASKED = "asked";
const THINKING = "thinking";

/** Whether a message is shown ahead of the server's word. */
export const isAhead = ({ message_id: id }: Message) => id === ASKED || id === THINKING;

/** Each question with what was answered to it. */
export function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (turn && message.role !== "user") turn.push(message);
    else turns.push([message]);
  }
  return turns;
}

export type WorkshopEvent =
  | { name: "loaded"; messages: Told[] }
  | { name: "asked"; text: string }
  | { name: "asked again" }
  | { name: "resumed" }
  | { name: "taken" }
  | { name: "refused" }
  | {
      name: "WorkshopAssistantStreamDelta";
      data: { run_id: string; message_id: string; step: number; text: string };
    }
  | {
      name: "WorkshopToolExecuting";
      data: {
        run_id: string;
        message_id: string;
        call_id: string;
        name: string;
        arguments: Record<string, unknown>;
      };
    }
  | { name: "ToolProgress"; data: { call_id?: string } & Progress }
  | { name: "WorkshopToolComplete"; data: { message_id: string } & Omit<ToldTool, "arguments"> }
  | { name: "WorkshopRunFinished"; data: { message_id: string; status: NonNullable<Message["status"]> } };

/** Return the conversation after something happened; what was loaded is always the truth. */
export function changed(before: Conversation, event: WorkshopEvent): Conversation {
  switch (event.name) {
    case "loaded":
      return loaded(before, event.messages);
    case "asked":
      return {
        messages: [...before.messages, asked(event.text), answering(THINKING, "")],
        before: before.messages,
      };
    case "asked again": {
      const end = before.messages.findLastIndex((message) => message.role === "user") + 1;
      return {
        messages: [...before.messages.slice(0, end), answering(THINKING, "")],
        before: before.messages,
      };
    }
    case "resumed":
      return {
        messages: before.messages.map((each, at) =>
          at === before.messages.length - 1 ? goingOn(each) : each,
        ),
        before: before.messages,
      };
    case "taken":
      return { messages: before.messages };
    case "refused":
      return { messages: before.before ?? before.messages };
    case "WorkshopAssistantStreamDelta":
      return edit(before, event.data, (message) => said(message, event.data));
    case "WorkshopToolExecuting": {
      const { call_id, name, arguments: given } = event.data;
      const begun: ToolUse = {
        call_id,
        name,
        arguments: given,
        ok: true,
        changed: false,
        summary: "",
        paths: [],
        running: true,
      };
      return edit(before, event.data, (message) => ({
        ...message,
        tools: [...message.tools.filter((tool) => tool.call_id !== call_id), begun],
      }));
    }
    case "ToolProgress":
      return {
        ...before,
        messages: before.messages.map((message) => ({
          ...message,
          tools: message.tools.map((tool) =>
            tool.running && tool.call_id === event.data.call_id
              ? { ...tool, progress: event.data }
              : tool,
          ),
        })),
      };
    case "WorkshopToolComplete":
      return edit(before, event.data, (message) => ({
        ...message,
        tools: message.tools.map((tool) =>
          tool.call_id === event.data.call_id
            ? { ...tool, ...event.data, arguments: tool.arguments, running: false }
            : tool,
        ),
      }));
    case "WorkshopRunFinished":
      return edit(before, event.data, (message) => ({ ...message, status: event.data.status }));
  }
}

function loaded({ messages, before }: Conversation, told: Told[]): Conversation {
  const now = told.map((each) => ({ ...each, tools: each.tools ?? [] }));
  // Read before the server took what is on its way: that stays below.
  const early = before && now.length <= before.length && messages.some(isAhead);
  return early ? { messages: [...now, ...messages.slice(before.length)], before: now } : { messages: now };
}

function said(message: Message, delta: { step: number; text: string }): Message {
  // A new step of the run begins a new paragraph.
  const gap = message.text && message.step !== undefined && message.step !== delta.step;
  return { ...message, step: delta.step, text: message.text + (gap ? "\n\n" : "") + delta.text };
}

function edit(
  before: Conversation,
  of: { message_id: string; run_id?: string },
  change: (message: Message) => Message,
): Conversation {
  const known = before.messages.some((message) => message.message_id === of.message_id);
  const messages = known
    ? before.messages
    : [
        ...before.messages.filter((message) => message.message_id !== THINKING),
        answering(of.message_id, of.run_id ?? ""),
      ];
  return {
    ...before,
    messages: messages.map((each) => (each.message_id === of.message_id ? change(each) : each)),
  };
}

/** An answer that was broken off, from where it stands. */
function goingOn({ error: _error, step: _step, ...answer }: Message): Message {
  return { ...answer, status: "running" };
}

/** The answer of a run that has begun, before the conversation was read again. */
function answering(messageId: string, runId: string): Message {
  return {
    message_id: messageId,
    role: "assistant",
    text: "",
    created_at: "",
    run_id: runId,
    checkpoint_id: null,
    model_id: "",
    status: "running",
    tools: [],
  };
}

/** What the user just wrote, until the server has taken it. */
function asked(text: string): Message {
  const { status: _status, ...message } = answering(ASKED, "");
  return { ...message, role: "user", text };
}
