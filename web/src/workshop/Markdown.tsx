import { Fragment, type ReactNode } from "react";
import { type Block, type Inline, parseMarkdown } from "./markdown";

/** What a model wrote; only elements of our own, never its HTML. */
export function Markdown({ text }: { text: string }) {
  return <div className="markdown">{parseMarkdown(text).map(blockOf)}</div>;
}

function blockOf(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return <p key={key}>{block.children.map(inlineOf)}</p>;
    case "heading": {
      // The page has its own h1 and h2.
      const Level = `h${Math.min(6, block.level + 2)}` as "h3";
      return <Level key={key}>{block.children.map(inlineOf)}</Level>;
    }
    case "code":
      return (
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={at}>{itemOf(item)}</li>
      ));
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
    case "quote":
      return <blockquote key={key}>{block.children.map(blockOf)}</blockquote>;
    case "table":
      return <TableOf key={key} table={block} />;
    case "rule":
      return <hr key={key} />;
  }
}

/** A single paragraph needs no element of its own inside its item. */
function itemOf(item: Block[]): ReactNode {
  const [only] = item;
  const plain = item.length === 1 && only?.kind === "paragraph";
  return plain ? only.children.map(inlineOf) : item.map(blockOf);
}

function TableOf({ table }: { table: Extract<Block, { kind: "table" }> }) {
  return (
    <div className="markdown-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.head.map((cell, at) => (
              <th key={at} scope="col" className={`align-${table.align[at] ?? "left"}`}>
                {cell.map(inlineOf)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, down) => (
            <tr key={down}>
              {row.map((cell, at) => (
                <td key={at} className={`align-${table.align[at] ?? "left"}`}>
                  {cell.map(inlineOf)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlineOf(inline: Inline, key: number): ReactNode {
  switch (inline.kind) {
    case "text":
      return <Fragment key={key}>{inline.text}</Fragment>;
    case "code":
      return <code key={key}>{inline.text}</code>;
    case "strong":
      return <strong key={key}>{inline.children.map(inlineOf)}</strong>;
    case "emphasis":
      return <em key={key}>{inline.children.map(inlineOf)}</em>;
    case "struck":
      return <s key={key}>{inline.children.map(inlineOf)}</s>;
    case "link":
      return (
        <a key={key} href={inline.href} target="_blank" rel="noopener noreferrer">
          {inline.children.map(inlineOf)}
        </a>
      );
  }
}
