import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { rpc } from "../api/client";
import { type ConsentNeeded, consentOf } from "../workshop/consent";
import { askStream, cancelRun } from "./client";
import type { ChatAnswer, Stage } from "./types";

/** One question and what became of it. */
export interface Turn {
  id: number;
  question: string;
  stages: Stage[];
  /** What the model has said so far; the answer's own text when it is there. */
  text: string;
  answer?: ChatAnswer;
  failure?: Failure;
  stopped?: boolean;
}

export interface Chat {
  turns: Turn[];
  busy: boolean;
  consent: ConsentNeeded | undefined;
  ask: (question: string) => Promise<void>;
  grant: (persist: boolean) => Promise<void>;
  refuse: () => void;
  stop: () => void;
  clear: () => void;
}

interface Running {
  controller: AbortController;
  runId?: string;
}

/** A conversation about one dataset. `onRun` is told of every run that was kept. */
export function useChat(datasetId: string, modelId: string | undefined, onRun: () => void): Chat {
  const [turns, setTurns] = useState<Turn[]>([]);
  const [busy, setBusy] = useState(false);
  const [consent, setConsent] = useState<ConsentNeeded>();
  const thread = useRef<string>(undefined);
  const running = useRef<Running>(undefined);
  const next = useRef(1);

  const latest = useRef<Chat["ask"]>(undefined);

  /** Ask what was refused once more, in its place. */
  const again = useCallback(async (id: number, question: string) => {
    setTurns((before) => before.filter((turn) => turn.id !== id));
    await latest.current?.(question);
  }, []);

  const ask = useCallback(
    async (question: string) => {
      if (running.current) return;
      const id = next.current++;
      const mine: Running = { controller: new AbortController() };
      running.current = mine;
      setBusy(true);
      setTurns((before) => [...before, { id, question, stages: [], text: "" }]);
      const change = (edit: (turn: Turn) => Turn) =>
        setTurns((before) => before.map((turn) => (turn.id === id ? edit(turn) : turn)));
      const fail = (failure: Failure) => {
        const needed = consentOf(failure);
        change((turn) => ({ ...turn, failure }));
        if (needed) setConsent({ ...needed, again: () => again(id, question) });
      };
      try {
        const request = {
          dataset_id: datasetId,
          message: question,
          ...(thread.current ? { thread_id: thread.current } : {}),
          ...(modelId ? { model_id: modelId } : {}),
        };
        for await (const event of askStream(request, mine.controller.signal)) {
          if (event.name === "status") {
            if (event.runId) mine.runId = event.runId;
            change((turn) => ({ ...turn, stages: [...turn.stages, event.stage] }));
          } else if (event.name === "token") {
            change((turn) => ({ ...turn, text: turn.text + event.text }));
          } else if (event.name === "result") {
            thread.current = event.answer.thread_id;
            change((turn) => ({
              ...turn,
              answer: event.answer,
              text: event.answer.assistant_message,
            }));
          } else fail(event.failure);
        }
      } catch (thrown) {
        if (mine.controller.signal.aborted) change((turn) => ({ ...turn, stopped: true }));
        else fail(asFailure(thrown));
      } finally {
        running.current = undefined;
        setBusy(false);
        onRun();
      }
    },
    [datasetId, modelId, onRun, again],
  );

  useEffect(() => {
    latest.current = ask;
  }, [ask]);

  const grant = useCallback(
    async (persist: boolean) => {
      if (!consent) return;
      setConsent(undefined);
      try {
        await rpc("EgressGrantWorkshopConsent", {
          dataset_id: datasetId,
          provider_id: consent.providerId,
          model_id: consent.modelId,
          scope_hash: consent.scopeHash,
          persist,
        });
      } catch (thrown) {
        const failure = asFailure(thrown);
        setTurns((before) =>
          before.map((turn, at) => (at === before.length - 1 ? { ...turn, failure } : turn)),
        );
        return;
      }
      await consent.again();
    },
    [datasetId, consent],
  );

  const stop = useCallback(() => {
    const mine = running.current;
    if (!mine) return;
    // The run is ended on the server too: a closed connection alone would only stop listening.
    if (mine.runId) void cancelRun(mine.runId).catch(() => undefined);
    mine.controller.abort();
  }, []);

  const clear = useCallback(() => {
    thread.current = undefined;
    setTurns([]);
  }, []);

  const refuse = useCallback(() => setConsent(undefined), []);

  return { turns, busy, consent, ask, grant, refuse, stop, clear };
}
