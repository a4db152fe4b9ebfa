import { useCallback, useState } from "react";

interface Shown {
  file: string | undefined;
  tab: string | undefined;
}

export interface ReviewAddress extends Shown {
  showFile: (path: string) => void;
  showTab: (tab: string) => void;
}

function fromAddress(): Shown {
  const query = new URLSearchParams(window.location.search);
  return { file: query.get("file") ?? undefined, tab: query.get("tab") ?? undefined };
}

function write(shown: Shown): void {
  const query = new URLSearchParams();
  if (shown.file !== undefined) query.set("file", shown.file);
  if (shown.tab !== undefined) query.set("tab", shown.tab);
  window.history.replaceState(null, "", `${window.location.pathname}?${query}`);
}

/** The file and the tab shown, kept in the address so that a link leads back to them. */
export function useReviewAddress(): ReviewAddress {
  const [shown, setShown] = useState(fromAddress);
  const showFile = useCallback((path: string) => {
    // A tab belongs to the file it was chosen for.
    const next = { file: path, tab: undefined };
    setShown(next);
    write(next);
    // On a narrow screen the file stands below the list.
    const pane = document.getElementById("change-title");
    if (window.matchMedia("(max-width: 900px)").matches) pane?.scrollIntoView();
  }, []);
  const showTab = useCallback((tab: string) => {
    const next = { ...fromAddress(), tab };
    setShown((before) => ({ ...before, tab }));
    write(next);
  }, []);
  return { ...shown, showFile, showTab };
}
