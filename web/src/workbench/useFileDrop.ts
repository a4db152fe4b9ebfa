import { useEffect, useState } from "react";

/** Take files dropped anywhere on the page; tell whether some are being held over it. */
export function useFileDrop(enabled: boolean, onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Entering a child also leaves its parent, so the depth is counted.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    function enter(event: DragEvent) {
      if (!carriesFiles(event)) return;
      depth += 1;
      if (enabled) setOver(true);
    }
    function leave(event: DragEvent) {
      if (!carriesFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    }
    function hold(event: DragEvent) {
      if (!carriesFiles(event)) return;
      // Without this the browser would leave the page and show the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? "copy" : "none";
    }
    function drop(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (enabled) onDrop([...(event.dataTransfer?.files ?? [])]);
    }
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", hold);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", hold);
      window.removeEventListener("drop", drop);
    };
  }, [enabled, onDrop]);
  return over;
}
