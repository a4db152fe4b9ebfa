import { rpc } from "../api/client";
import type { Change } from "../api/types";
import { useLoaded } from "../api/useLoaded";
import { ImageFactList, ImagePicture } from "../viewer/ImagePicture";
import { PreviewFailed } from "../viewer/PageFrame";
import { useKept } from "../viewer/useKept";

interface Props {
  workbenchId: string;
  changeSetHash: string;
  change: Change;
}

/** An image as it is published beside the one of the Draft, with what each of them is. */
export default function ImagePair({ workbenchId, changeSetHash, change }: Props) {
  const loaded = useLoaded(`${changeSetHash}/${change.path}`, (signal) =>
    rpc("ReviewGetImagePreview", { workbench_id: workbenchId, path: change.path }, signal),
  );
  const preview = useKept(loaded.value, change.path);
  if (loaded.failure && !preview) {
    return <PreviewFailed failure={loaded.failure} onRetry={() => void loaded.reload()} />;
  }
  if (!preview) return <div className="diff-waiting" aria-busy="true" />;
  // A file that the Draft deletes is still there in what the Draft shows through to.
  const draft = change.change_type === "deleted" ? null : preview.draft;
  const published = change.change_type === "added" ? null : preview.published;
  const facts = { published: published?.metadata, draft: draft?.metadata };
  return (
    <div className={draft && published ? "pair" : "pair pair-single"}>
      {published && (
        <figure className="page-frame">
          <figcaption>Published (current preview)</figcaption>
          <ImagePicture picture={published} alt={`${change.path}, published`} />
          <ImageFactList facts={published.metadata} other={facts.draft} />
        </figure>
      )}
      {draft && (
        <figure className="page-frame">
          <figcaption>{published ? "Draft" : "New file"}</figcaption>
          <ImagePicture picture={draft} alt={`${change.path}, Draft`} />
          <ImageFactList facts={draft.metadata} other={facts.published} />
        </figure>
      )}
    </div>
  );
}
