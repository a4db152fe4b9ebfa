import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure, unreachable } from "../api/failure";
import { type Consent, useConsent } from "../workshop/useConsent";
import { askStream, cancelRun, readRun, readThread } from "./client";
import { answerOf } from "./keptAnswer";
import { threadInAddress, writeThread } from "./threadAddress";
import type { ChatAnswer, ChatRequest, Stage, Thread } from "./types";

/** One question and what became of it. */
export interface Turn {
  id: number;
  question: string;
  stages: Stage[];
  /** What the model has said so far; the answer's own text when it is there. */
  text: string;
  answer?: ChatAnswer;
  /** A turn of an earlier visit: it is over, whether or not its result has been read yet. */
  kept?: boolean;
  failure?: Failure;
  stopped?: boolean;
}

export interface Chat {
  turns: Turn[];
  /** How many turns of this conversation are not among `turns`, because they are too long ago. */
  earlier: number;
  /** An earlier conversation is being read. */
  opening: boolean;
  busy: boolean;
  /** Why the last question was not taken; its words are the user's again. */
  failure: Failure | undefined;
  consent: Consent;
  /** Resolves to whether the question was taken. */
  ask: (question: string) => Promise<boolean>;
  stop: () => void;
  clear: () => void;
  dismiss: () => void;
}

interface Running {
  controller: AbortController;
  runId?: string;
}

/** Who is told of what happens to a question. */
interface Told {
  change: (edit: (turn: Turn) => Partial<Turn>) => void;
  answered: (threadId: string) => void;
}

/** A conversation about one dataset. `onRun` is told of every run that was kept. */
export function useChat(datasetId: string, modelId: string | undefined, onRun: () => void): Chat {
  const [turns, setTurns] = useState<Turn[]>([]);
  const [earlierTurns, setEarlierTurns] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const consent = useConsent({ dataset_id: datasetId });
  const thread = useRef(threadInAddress());
  const [opening, setOpening] = useState(thread.current !== undefined);
  const running = useRef<Running>(undefined);
  const next = useRef(1);

  const here = useRef(true);

  const change = useCallback((id: number, edit: (turn: Turn) => Partial<Turn>) => {
    setTurns((before) => before.map((turn) => (turn.id === id ? { ...turn, ...edit(turn) } : turn)));
  }, []);

  useEffect(() => {
    here.current = true;
    const controller = new AbortController();
    const { signal } = controller;
    const found = thread.current;
    if (found) {
      void readThread(datasetId, found, signal)
        .then(({ turns: told, earlier: before }) => {
          setEarlierTurns(before);
          const turns = told.map((turn) => earlier(next.current++, turn));
          setTurns(turns);
          turns.forEach(({ id, text }, at) => {
            const { run_id: runId, status } = told[at] ?? {};
            if (!runId || !status) return;
            readRun(runId, signal).then(
              (run) => change(id, () => ({ answer: answerOf(run, text, status) })),
              (thrown: unknown) => signal.aborted || change(id, () => ({ failure: asFailure(thrown) })),
            );
          });
        })
        .catch((thrown: unknown) => {
          if (signal.aborted) return;
          thread.current = undefined;
          setFailure(asFailure(thrown));
        })
        .finally(() => signal.aborted || setOpening(false));
    }
    return () => {
      here.current = false;
      controller.abort();
    };
  }, [datasetId, change]);

  const { attempt } = consent;
  const ask = useCallback(
    async (question: string) => {
      if (running.current) return false;
      const id = next.current++;
      const mine: Running = { controller: new AbortController() };
      running.current = mine;
      setBusy(true);
      setFailure(undefined);
      setTurns((before) => [...before, { id, question, stages: [], text: "" }]);
      let taken = false;
      try {
        taken = await attempt(async () => {
          const request = {
            dataset_id: datasetId,
            message: question,
            ...(thread.current ? { thread_id: thread.current } : {}),
            ...(modelId ? { model_id: modelId } : {}),
          };
          await follow(request, mine, {
            change: (edit) => change(id, edit),
            answered: (threadId) => {
              thread.current = threadId;
              if (here.current) writeThread(datasetId, threadId);
            },
          });
        });
      } catch (thrown) {
        setFailure(asFailure(thrown));
      } finally {
        running.current = undefined;
        setBusy(false);
        if (taken) onRun();
        else setTurns((before) => before.filter((turn) => turn.id !== id));
      }
      return taken;
    },
    [datasetId, modelId, onRun, attempt, change],
  );

  const stop = useCallback(() => {
    const mine = running.current;
    if (!mine) return;
    // The run is ended on the server too: a closed connection alone would only stop listening.
    // Only once it has ended is it listed as stopped.
    if (mine.runId) void cancelRun(mine.runId).then(onRun, () => undefined);
    mine.controller.abort();
  }, [onRun]);

  const clear = useCallback(() => {
    thread.current = undefined;
    writeThread(datasetId, undefined);
    setFailure(undefined);
    setTurns([]);
    setEarlierTurns(0);
  }, [datasetId]);

  const dismiss = useCallback(() => setFailure(undefined), []);

  return { turns, earlier: earlierTurns, opening, busy, failure, consent, ask, stop, clear, dismiss };
}

function earlier(id: number, told: Thread["turns"][number]): Turn {
  const { question, assistant_message: text, status } = told;
  return { id, question, stages: [], text, kept: true, stopped: status === "canceled" };
}

/**
 * Ask, and tell what happens on the way.
 *
 * Throws what went wrong before the server had begun; after that it is part of the turn.
 */
async function follow(request: ChatRequest, mine: Running, { change, answered }: Told): Promise<void> {
  let begun = false;
  let complete = false;
  try {
    for await (const event of askStream(request, mine.controller.signal)) {
      if (event.name === "error") throw event.failure;
      begun = true;
      if (event.name === "status") {
        if (event.runId) mine.runId = event.runId;
        change((turn) => ({ stages: [...turn.stages, event.stage] }));
      } else if (event.name === "token") {
        change((turn) => ({ text: turn.text + event.text }));
      } else {
        // Before it is shown: who reloads the page at the sight of an answer finds it again.
        answered(event.answer.thread_id);
        change(() => ({ answer: event.answer, text: event.answer.assistant_message }));
        complete = true;
      }
    }
    if (!complete) throw unreachable();
  } catch (thrown) {
    if (mine.controller.signal.aborted) {
      change(() => ({ stopped: true }));
      return;
    }
    // What a broken connection throws says nothing to a reader.
    const failure = thrown instanceof TypeError ? unreachable() : asFailure(thrown);
    if (!begun) throw failure;
    change(() => ({ failure }));
  }
}
