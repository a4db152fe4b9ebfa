import type { DraftState } from "../api/types";
import { Link, paths } from "../router";
import { Icon } from "../shell/Icon";
import { count } from "../words";

export function DraftBanner({ workbenchId, draft }: { workbenchId: string; draft: DraftState }) {
  if (!draft.has_draft) return null;
  return (
    <div role="status">
      <Link className="draft-banner" href={paths.review(workbenchId)}>
        <span className="draft-banner-mark" aria-hidden="true" />
        <span>
          <strong>{count(draft.changed_count, "file")} changed</strong> in the Draft. Files can be
          added and removed again once it is published or discarded.
        </span>
        <span className="draft-banner-go">
          Review <Icon name="arrow" />
        </span>
      </Link>
    </div>
  );
}
