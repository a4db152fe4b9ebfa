import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { rpc } from "../api/client";
import { listen, WORKSHOP_EVENTS } from "../api/events";
import { asFailure, type Failure } from "../api/failure";
import type { Result } from "../api/types";
import { type ConsentNeeded, consentOf } from "./consent";
import { type Conversation, changed, type Message, type WorkshopEvent } from "./conversation";

type State = Result<"WorkshopGetState">;

export interface Workshop {
  messages: readonly Message[];
  state: State | undefined;
  running: boolean;
  failure: Failure | undefined;
  consent: ConsentNeeded | undefined;
  /** What stands in the composer because the user took it back. */
  takenBack: string | undefined;
  send: (text: string) => Promise<boolean>;
  stop: () => Promise<void>;
  undoTo: (message: Message) => Promise<void>;
  regenerate: () => Promise<void>;
  resume: () => Promise<void>;
  chooseModel: (modelId: string) => Promise<void>;
  grant: (persist: boolean) => Promise<void>;
  refuse: () => void;
  dismiss: () => void;
}

/** The conversation of one workbench, live. */
export function useWorkshop(workbenchId: string): Workshop {
  const [conversation, tell] = useReducer(changed, { messages: [] } as Conversation);
  const [state, setState] = useState<State>();
  const [failure, setFailure] = useState<Failure>();
  const [consent, setConsent] = useState<ConsentNeeded>();
  const [takenBack, setTakenBack] = useState<string>();
  const asking = useRef(false);

  const reload = useCallback(async () => {
    try {
      const [now, told] = await Promise.all([
        rpc("WorkshopGetState", { workbench_id: workbenchId }),
        rpc("WorkshopGetConversation", { workbench_id: workbenchId }),
      ]);
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

  /** Do what may need consent; `true` when it was done. */
  const attempt = useCallback(
    async (act: () => Promise<unknown>): Promise<boolean> => {
      if (asking.current) return false;
      asking.current = true;
      setFailure(undefined);
      let done = false;
      try {
        await act();
        done = true;
      } catch (thrown) {
        const fault = asFailure(thrown);
        const needed = consentOf(fault);
        if (needed) {
          const again = async () => void (await attempt(act));
          setConsent({ ...needed, again });
        } else setFailure(fault);
      } finally {
        asking.current = false;
      }
      await reload();
      return done;
    },
    [reload],
  );

  const send = useCallback(
    async (text: string) => {
      setTakenBack(undefined);
      tell({ name: "asked", text });
      const done = await attempt(() =>
        rpc("WorkshopSendUserMessage", { workbench_id: workbenchId, text }),
      );
      if (!done) setTakenBack(text);
      return done;
    },
    [workbenchId, attempt],
  );

  const runId = state?.run_id;
  const stop = useCallback(async () => {
    if (!runId) return;
    await attempt(() => rpc("WorkshopCancelRun", { workbench_id: workbenchId, run_id: runId }));
  }, [workbenchId, runId, attempt]);

  const resume = useCallback(async () => {
    if (!runId) return;
    await attempt(() => rpc("WorkshopResumeRun", { workbench_id: workbenchId, run_id: runId }));
  }, [workbenchId, runId, attempt]);

  const undoTo = useCallback(
    async (message: Message) => {
      await attempt(async () => {
        const undone = await rpc("WorkshopUndoToMessage", {
          workbench_id: workbenchId,
          message_id: message.message_id,
        });
        setTakenBack(undone.text);
      });
    },
    [workbenchId, attempt],
  );

  const regenerate = useCallback(async () => {
    await attempt(() => rpc("WorkshopRegenerate", { workbench_id: workbenchId }));
  }, [workbenchId, attempt]);

  const chooseModel = useCallback(
    async (modelId: string) => {
      await attempt(() =>
        rpc("WorkshopSetActiveModel", { workbench_id: workbenchId, model_id: modelId }),
      );
    },
    [workbenchId, attempt],
  );

  const grant = useCallback(
    async (persist: boolean) => {
      if (!consent) return;
      setConsent(undefined);
      try {
        await rpc("EgressGrantWorkshopConsent", {
          workbench_id: workbenchId,
          provider_id: consent.providerId,
          model_id: consent.modelId,
          scope_hash: consent.scopeHash,
          persist,
        });
      } catch (thrown) {
        setFailure(asFailure(thrown));
        return;
      }
      setTakenBack(undefined);
      await consent.again();
    },
    [workbenchId, consent],
  );

  return {
    messages: conversation.messages,
    state,
    running: state?.status === "running" || conversation.messages.some(isRunning),
    failure,
    consent,
    takenBack,
    send,
    stop,
    undoTo,
    regenerate,
    resume,
    chooseModel,
    grant,
    refuse: () => setConsent(undefined),
    dismiss: () => setFailure(undefined),
  };
}

function isRunning(message: Message): boolean {
  return message.role === "assistant" && message.status === "running";
}
