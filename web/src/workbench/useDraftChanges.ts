import { useEffect, useState } from "react";
import { rpc } from "../api/client";
import type { Change } from "../api/types";

/** What the Draft does to each file; read again whenever `workbench` was. */
export function useDraftChanges(
  workbench: { workbench_id: string; draft: { has_draft: boolean } } | undefined,
): readonly Change[] {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useEffect(() => {
    if (!workbench?.draft.has_draft) {
      setChanges([]);
      return;
    }
    const controller = new AbortController();
    rpc("ReviewGetChangeSet", { workbench_id: workbench.workbench_id }, controller.signal).then(
      (review) => setChanges(review.changes),
      () => {
        // Review meets the same fault and says so; here only the marks are missing.
      },
    );
    return () => controller.abort();
  }, [workbench]);
  return changes;
}
