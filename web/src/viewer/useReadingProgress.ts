import { useEffect, useState } from "react";
import { listen } from "../api/events";

export interface ReadingProgress {
  stage: string;
  /** Between 0 and 1, where it is known. */
  share: number | undefined;
}

interface Told {
  path?: unknown;
  stage?: unknown;
  done?: unknown;
  total?: unknown;
}

/** How far a long reading of one file has come, as the server tells it. */
export function useReadingProgress(workbenchId: string, path: string): ReadingProgress | undefined {
  const [progress, setProgress] = useState<ReadingProgress>();
  useEffect(
    () =>
      listen(
        workbenchId,
        (_, data) => {
          const told = (data ?? {}) as Told;
          if (told.path !== path || typeof told.stage !== "string") return;
          const { done, total, stage } = told;
          const known = typeof done === "number" && typeof total === "number" && total > 0;
          setProgress({ stage, share: known ? Math.min(1, done / total) : undefined });
        },
        // What was missed while the stream was broken is told again by the next step.
        () => undefined,
        ["ToolProgress"],
      ),
    [workbenchId, path],
  );
  return progress;
}
