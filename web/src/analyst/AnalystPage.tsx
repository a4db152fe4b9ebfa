import { useCallback, useEffect, useRef, useState } from "react";
import { rpc } from "../api/client";
import { useLoaded } from "../api/useLoaded";
import { navigate, paths, useTitle } from "../router";
import { Composer } from "../shell/Composer";
import { FailureNote } from "../shell/FailureNote";
import { Icon } from "../shell/Icon";
import { useMedia } from "../shell/useMedia";
import { count } from "../words";
import { ConsentDialog } from "../workshop/ConsentDialog";
import { ModelPicker } from "../workshop/ModelPicker";
import { AddDataset } from "./AddDataset";
import { TurnView } from "./Answer";
import { listDatasets, listRuns, readSchema } from "./client";
import { DatasetPanel } from "./DatasetPanel";
import { History } from "./History";
import { NoDataset } from "./NoDataset";
import { RemoveDataset } from "./RemoveDataset";
import type { Dataset } from "./types";
import { useChat } from "./useChat";
import { WhatToAsk } from "./WhatToAsk";

/** Ask questions of tables. */
export function AnalystPage({ datasetId }: { datasetId: string | undefined }) {
  useTitle("Analyst");
  const list = useLoaded("datasets", listDatasets);
  const datasets = list.value?.datasets;
  const [removed, setRemoved] = useState<string>();
  const chosen = datasetId ? datasets?.find((each) => each.id === datasetId) : datasets?.[0];

  function onRemoved({ name }: Dataset) {
    navigate(paths.analyst());
    setRemoved(name);
    void list.reload();
  }

  return (
    <main className="page analyst" id="main">
      {list.failure && <FailureNote failure={list.failure} onRetry={() => void list.reload()} />}
      {removed && <Removed name={removed} onDismiss={() => setRemoved(undefined)} />}
      {datasets && !chosen && datasetId && <NoDataset datasetId={datasetId} />}
      {datasets && !chosen && !datasetId && (
        <div className="note">
          <p className="note-text">There is no dataset yet. Put a table on a workbench, and it is one.</p>
        </div>
      )}
      {datasets && chosen && (
        <Conversation
          key={chosen.id}
          dataset={chosen}
          datasets={datasets}
          onAdded={list.reload}
          onRemoved={onRemoved}
        />
      )}
    </main>
  );
}

/** The word that it is done takes the focus: the button that it was on is gone. */
function Removed({ name, onDismiss }: { name: string; onDismiss: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), [name]);
  return (
    <div ref={note} className="note" role="status" tabIndex={-1}>
      <Icon name="check" />
      <p className="note-text">{name} was removed. Runs over it stay.</p>
      <button
        type="button"
        className="button button-small button-bare"
        onClick={onDismiss}
        aria-label="Dismiss this message"
      >
        <Icon name="cross" size={16} />
      </button>
    </div>
  );
}

interface Props {
  dataset: Dataset;
  datasets: Dataset[];
  onAdded: () => Promise<void>;
  onRemoved: (dataset: Dataset) => void;
}

function Conversation({ dataset, datasets, onAdded, onRemoved }: Props) {
  const schema = useLoaded(dataset.id, (signal) => readSchema(dataset.id, signal));
  const runs = useLoaded(`runs ${dataset.id}`, (signal) => listRuns(dataset.id, signal));
  const { reload } = runs;
  const onRun = useCallback(() => void reload(), [reload]);
  const [modelId, setModelId] = useState<string>();
  const models = useLoaded("default model", (signal) => rpc("SettingsGet", {}, signal));
  const chat = useChat(dataset.id, modelId, onRun);
  // On a narrow screen the tables would push the questions out of sight.
  const wide = useMedia("(min-width: 901px)");
  const about = (
    <>
      {dataset.description && <p className="quiet">{dataset.description}</p>}
      <DatasetPanel schema={schema} />
      <History runs={runs} />
    </>
  );
  const [given, setGiven] = useState<{ text: string }>();
  const latest = useRef<HTMLElement>(null);
  const asked = chat.turns.length;
  const answered = chat.turns.filter((turn) => turn.answer ?? turn.failure).length;

  async function pick(text: string) {
    if (!(await chat.ask(text))) setGiven({ text });
  }

  useEffect(() => {
    // From its question on, or all of it where it fits: who asked reads an answer from its start.
    // At once: what is laid out on the way would end a smooth scroll short of it.
    if (asked > 0) latest.current?.scrollIntoView({ block: "start" });
  }, [asked, answered]);

  return (
    <>
      <aside className="analyst-side" aria-label="Dataset">
        <label className="dataset-picker">
          <span className="quiet">Dataset</span>
          <select
            className="field"
            value={dataset.id}
            onChange={(event) => navigate(paths.analyst(event.target.value))}
          >
            {datasets.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <div className="dataset-actions">
          <AddDataset onAdded={onAdded} />
          {dataset.own && (
            <RemoveDataset dataset={dataset} disabled={chat.busy} onRemoved={() => onRemoved(dataset)} />
          )}
        </div>
        {wide ? (
          about
        ) : (
          <details className="dataset-about">
            <summary>Tables and runs</summary>
            {about}
          </details>
        )}
      </aside>
      <section className="chat" aria-label="Questions and answers">
        {asked === 0 && !chat.opening && (
          <header className="chat-start">
            <h1>Ask {dataset.name}</h1>
            <p className="lead">
              {count(schema.value?.tables.length ?? dataset.files.length, "table")}. Every question becomes
              a plan that is checked, and runs in a sandbox that is thrown away. Every answer can be replayed.
            </p>
            {dataset.prompts.length > 0 && (
              <ul className="prompts">
                {dataset.prompts.map((prompt) => (
                  <li key={prompt}>
                    <button type="button" onClick={() => void pick(prompt)}>
                      {prompt}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {dataset.prompts.length === 0 && schema.value && <WhatToAsk schema={schema.value} />}
          </header>
        )}
        {chat.earlier > 0 && (
          <p className="quiet">
            {count(chat.earlier, "earlier question")} of this conversation {chat.earlier === 1 ? "is" : "are"} not
            shown; their results are under Runs.
          </p>
        )}
        {chat.turns.map((turn, at) => (
          <TurnView
            key={turn.id}
            turn={turn}
            waiting={chat.consent.needed !== undefined}
            ref={at === asked - 1 ? latest : undefined}
          />
        ))}
        <div className="ask">
          {chat.failure && <FailureNote failure={chat.failure} onDismiss={chat.dismiss} />}
          <Composer
            label="Question"
            placeholder="Ask a question, or write SQL: SELECT …"
            send="Ask"
            busy={chat.busy || chat.opening}
            onSend={chat.ask}
            onStop={chat.busy ? chat.stop : undefined}
            given={given}
          >
            <ModelPicker
              modelId={modelId ?? models.value?.default_model}
              disabled={chat.busy}
              onChoose={async (chosen) => setModelId(chosen)}
            />
            {asked > 0 && (
              <button type="button" className="button" disabled={chat.busy} onClick={chat.clear}>
                <Icon name="plus" size={16} />
                <span className="words-when-wide">New conversation</span>
              </button>
            )}
          </Composer>
        </div>
        <ConsentDialog consent={chat.consent} />
      </section>
    </>
  );
}
