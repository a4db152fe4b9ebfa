import { Icon } from "../shell/Icon";
import type { ToolUse } from "./conversation";

const WORDS: Record<string, [doing: string, done: string]> = {
  list_files: ["Looking at the files", "Looked at the files"],
  get_file_info: ["Looking into", "Looked into"],
  get_file_map: ["Looking into", "Looked into"],
  read_file: ["Reading", "Read"],
  table_get_map: ["Looking into", "Looked into"],
  table_describe: ["Looking at the columns of", "Looked at the columns of"],
  table_stats: ["Working out figures of", "Worked out figures of"],
  table_read_rows: ["Reading rows of", "Read rows of"],
  table_query: ["Querying", "Queried"],
  table_export: ["Exporting", "Exported"],
  table_update_from_export: ["Updating", "Updated"],
  write_text_file: ["Writing", "Wrote"],
  recall_tool_result: ["Recalling a result", "Recalled a result"],
};

/** One call of a tool: a quiet line that opens to what was asked and what came of it. */
export function ToolLine({ tool }: { tool: ToolUse }) {
  const state = tool.running ? "running" : tool.ok ? "done" : "broken";
  return (
    <li className={`tool-line step-${state}`}>
      <details>
        <summary>
          {tool.running ? (
            <span className="dot" aria-hidden="true" />
          ) : (
            <Icon name={tool.ok ? "check" : "cross"} size={14} />
          )}
          <span className="tool-words">{toolWords(tool)}</span>
          {tool.changed && <span className="chip">Draft</span>}
        </summary>
        <dl className="tool-detail">
          <dt>Tool</dt>
          <dd>
            <code>{tool.name}</code>
          </dd>
          <dt>Arguments</dt>
          <dd>
            <pre tabIndex={0}>{JSON.stringify(tool.arguments, null, 2)}</pre>
          </dd>
          {tool.summary && (
            <>
              <dt>Result</dt>
              <dd>{tool.summary}</dd>
            </>
          )}
        </dl>
      </details>
      {tool.running && tool.progress?.total ? (
        <progress
          max={tool.progress.total}
          value={tool.progress.done}
          aria-label={tool.progress.stage ?? "Progress"}
        />
      ) : null}
    </li>
  );
}

/** What the server says of a change or a refusal; of all else, what is done to which file. */
export function toolWords(tool: ToolUse): string {
  const [doing, done] = WORDS[tool.name] ?? ["Changing", "Changed"];
  const named = tool.paths[0] ?? tool.arguments.path;
  const path = typeof named === "string" && named ? ` ${named}` : "";
  if (tool.running) return doing + path;
  const summary = tool.summary === "Done." ? "" : firstLine(tool.summary);
  if (!tool.ok) return `Could not: ${summary || doing.toLowerCase() + path}`;
  return (tool.changed && summary) || done + path;
}

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}
