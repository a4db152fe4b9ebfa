import { useCallback, useState } from "react";
import { rpc, uploadFiles } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import { navigate, paths } from "../router";
import { useFileDrop } from "../workbench/useFileDrop";

interface DropToStart {
  over: boolean;
  /** How far the files have come, while they come. */
  sent: { names: number; share: number } | undefined;
  failure: Failure | undefined;
  dismiss: () => void;
}

/** Files dropped on the first page become a workbench of their own. */
export function useDropToStart(): DropToStart {
  const [sent, setSent] = useState<DropToStart["sent"]>();
  const [failure, setFailure] = useState<Failure>();

  const start = useCallback(async (files: readonly File[]) => {
    const [first] = files;
    if (!first) return;
    setFailure(undefined);
    setSent({ names: files.length, share: 0 });
    try {
      const name = first.name.replace(/\.[^.]+$/, "").slice(0, 120) || "New workbench";
      const made = await rpc("WorkbenchCreate", { name });
      await uploadFiles(made.workbench_id, files, (done, total) =>
        setSent({ names: files.length, share: total ? done / total : 0 }),
      );
      navigate(paths.workbench(made.workbench_id));
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    setSent(undefined);
  }, []);

  const over = useFileDrop(sent === undefined, start);
  return { over, sent, failure, dismiss: () => setFailure(undefined) };
}
