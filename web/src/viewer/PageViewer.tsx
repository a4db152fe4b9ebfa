import { useEffect, useState } from "react";
import { useLoaded } from "../api/useLoaded";
import { PageControls } from "./PageControls";
import { PageFrame } from "./PageFrame";
import { type PageAsked, type PagedKind, pageWord, readPage, scaleOf, usualShape, type Zoom } from "./pages";
import { useKept } from "./useKept";

interface Props {
  kind: PagedKind;
  file: Omit<PageAsked, "index" | "scale">;
  /** Names the content: another means that pages are drawn again. */
  id: string;
  index: number;
  onIndex: (index: number) => void;
}

/** The pages of one file, one at a time. */
export function PageViewer({ kind, file, id, index, onIndex }: Props) {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const scale = scaleOf(zoom);
  const { value, failure, reload } = useLoaded(`${id}/${index}/${scale}`, (signal) =>
    readPage(kind, { ...file, index, scale }, signal),
  );
  const page = useKept(value, id);
  const count = page?.count;
  const word = pageWord(kind);

  useEffect(() => {
    if (!value || index + 1 >= value.count) return;
    // The next page is drawn while this one is read; should it fail, asking for it will say so.
    const controller = new AbortController();
    readPage(kind, { ...file, index: index + 1, scale }, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [value]);

  return (
    <div className="page-viewer">
      <PageControls word={word} index={index} count={count} zoom={zoom} onIndex={onIndex} onZoom={setZoom} />
      <PageFrame
        label={`${word} ${index + 1}`}
        alt={`${word} ${index + 1} of ${file.path}`}
        page={page}
        waiting={value === undefined}
        failure={value ? undefined : failure}
        onRetry={() => void reload()}
        zoom={zoom}
        shape={usualShape(kind)}
      />
    </div>
  );
}
