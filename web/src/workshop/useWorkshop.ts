import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { rpc } from "../api/client";
import { listen, WORKSHOP_EVENTS } from "../api/events";
import { asFailure, type Failure } from "../api/failure";
import type { Result } from "../api/types";
import { type Conversation, changed, isAhead, type Message, type WorkshopEvent } from "./conversation";
import { type Consent, useConsent } from "./useConsent";

type State = Result<"WorkshopGetState">;

export interface Workshop {
  messages: readonly Message[];
  state: State | undefined;
  /** A message is on its way, and the server has not taken it yet. */
  sending: boolean;
  running: boolean;
  failure: Failure | undefined;
  consent: Consent;
  /** Resolves to whether the message was taken. */
  send: (text: string) => Promise<boolean>;
  stop: () => Promise<void>;
  /** Resolves to the words of the message that was taken back. */
  undoTo: (message: Message) => Promise<string | undefined>;
  regenerate: () => Promise<void>;
  resume: () => Promise<void>;
  chooseModel: (modelId: string) => Promise<void>;
  dismiss: () => void;
}

/** The conversation of one workbench, live. */
export function useWorkshop(workbenchId: string): Workshop {
  const [conversation, tell] = useReducer(changed, { messages: [] } as Conversation);
  const [state, setState] = useState<State>();
  const [failure, setFailure] = useState<Failure>();
  const consent = useConsent({ workbench_id: workbenchId });
  const asking = useRef(false);
  const choosing = useRef<Promise<unknown>>(undefined);
  const reads = useRef({ begun: 0, shown: 0 });

  const reload = useCallback(async () => {
    const mine = ++reads.current.begun;
    try {
      const [now, told] = await Promise.all([
        rpc("WorkshopGetState", { workbench_id: workbenchId }),
        rpc("WorkshopGetConversation", { workbench_id: workbenchId }),
      ]);
      // Answers may overtake each other: what was asked earlier is older, a run that has ended
      // would go on, and a question that was taken would be gone.
      if (mine < reads.current.shown) return;
      reads.current.shown = mine;
      setState(now);
      tell({ name: "loaded", messages: told.messages });
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  }, [workbenchId]);

  useEffect(() => {
    void reload();
    return listen(
      workbenchId,
      (name, data) => {
        tell({ name, data } as WorkshopEvent);
        if (name === "WorkshopRunFinished") void reload();
      },
      () => void reload(),
      WORKSHOP_EVENTS,
    );
  }, [workbenchId, reload]);

  const { attempt: withConsent } = consent;
  /** Do what may need consent; `true` when it was done. */
  const attempt = useCallback(
    async (act: () => Promise<unknown>): Promise<boolean> => {
      if (asking.current) return false;
      asking.current = true;
      setFailure(undefined);
      let done = false;
      try {
        done = await withConsent(act);
      } catch (thrown) {
        setFailure(asFailure(thrown));
      } finally {
        asking.current = false;
      }
      if (done) await reload();
      tell({ name: done ? "taken" : "refused" });
      return done;
    },
    [reload, withConsent],
  );

  const send = useCallback(
    async (text: string) => {
      if (asking.current) return false;
      tell({ name: "asked", text });
      return attempt(async () => {
        // Never to a model that was just left for another one.
        await choosing.current;
        return rpc("WorkshopSendUserMessage", { workbench_id: workbenchId, text });
      });
    },
    [workbenchId, attempt],
  );

  const runId = state?.run_id;
  const stop = useCallback(async () => {
    if (!runId) return;
    await attempt(() => rpc("WorkshopCancelRun", { workbench_id: workbenchId, run_id: runId }));
  }, [workbenchId, runId, attempt]);

  const resume = useCallback(async () => {
    if (!runId || asking.current) return;
    tell({ name: "resumed" });
    await attempt(async () => {
      await choosing.current;
      return rpc("WorkshopResumeRun", { workbench_id: workbenchId, run_id: runId });
    });
  }, [workbenchId, runId, attempt]);

  const undoTo = useCallback(
    async (message: Message) => {
      let words: string | undefined;
      await attempt(async () => {
        const undone = await rpc("WorkshopUndoToMessage", {
          workbench_id: workbenchId,
          message_id: message.message_id,
        });
        words = undone.text;
      });
      return words;
    },
    [workbenchId, attempt],
  );

  const regenerate = useCallback(async () => {
    if (asking.current) return;
    tell({ name: "asked again" });
    await attempt(async () => {
      await choosing.current;
      return rpc("WorkshopRegenerate", { workbench_id: workbenchId });
    });
  }, [workbenchId, attempt]);

  const chooseModel = useCallback(
    async (modelId: string) => {
      setFailure(undefined);
      setState((now) => now && { ...now, model_id: modelId });
      const chosen = rpc("WorkshopSetActiveModel", { workbench_id: workbenchId, model_id: modelId });
      choosing.current = chosen;
      try {
        await chosen;
      } catch (thrown) {
        setFailure(asFailure(thrown));
      } finally {
        if (choosing.current === chosen) choosing.current = undefined;
      }
      await reload();
    },
    [workbenchId, reload],
  );

  const { messages, before } = conversation;
  return {
    // Nothing thinks while the user is asked.
    messages: consent.needed ? messages.filter((each) => !(isAhead(each) && isRunning(each))) : messages,
    state,
    sending: before !== undefined,
    running: state?.status === "running" || messages.some(isRunning),
    failure,
    consent,
    send,
    stop,
    undoTo,
    regenerate,
    resume,
    chooseModel,
    dismiss: () => setFailure(undefined),
  };
}

function isRunning(message: Message): boolean {
  return message.role === "assistant" && message.status === "running";
}
