import { useCallback, useEffect, useState } from "react";

interface Shown {
  file: string | undefined;
  tab: string | undefined;
}

export interface ReviewAddress extends Shown {
  showFile: (path: string) => void;
  showTab: (tab: string) => void;
  /** The file is not among the changes any more. */
  forget: () => void;
}

function fromAddress(): Shown {
  const query = new URLSearchParams(window.location.search);
  return { file: query.get("file") ?? undefined, tab: query.get("tab") ?? undefined };
}

function write(shown: Shown): void {
  const query = new URLSearchParams();
  if (shown.file !== undefined) query.set("file", shown.file);
  if (shown.tab !== undefined) query.set("tab", shown.tab);
  const search = query.size > 0 ? `?${query}` : "";
  window.history.replaceState(null, "", window.location.pathname + search);
}

/** The file and the tab shown, kept in the address so that a link leads back to them. */
export function useReviewAddress(): ReviewAddress {
  const [shown, setShown] = useState(fromAddress);
  // A new one each time that a file is picked.
  const [picked, setPicked] = useState<object>();
  const showFile = useCallback((path: string) => {
    // A tab belongs to the file it was chosen for.
    const next = { file: path, tab: undefined };
    setShown(next);
    write(next);
    setPicked({});
  }, []);
  useEffect(() => {
    // On a narrow screen the file stands below the list.
    if (!picked || !window.matchMedia("(max-width: 900px)").matches) return;
    document.getElementById("change-title")?.closest("article")?.scrollIntoView();
  }, [picked]);
  const showTab = useCallback((tab: string) => {
    const next = { ...fromAddress(), tab };
    setShown((before) => ({ ...before, tab }));
    write(next);
  }, []);
  const forget = useCallback(() => {
    const nothing = { file: undefined, tab: undefined };
    setShown(nothing);
    write(nothing);
  }, []);
  return { ...shown, showFile, showTab, forget };
}
