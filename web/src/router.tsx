import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useSyncExternalStore } from "react";

export type Place =
  | { name: "home" }
  | { name: "workbench"; workbenchId: string }
  | { name: "file"; workbenchId: string; path: string }
  | { name: "review"; workbenchId: string }
  | { name: "analyst"; datasetId?: string }
  | { name: "run"; runId: string }
  | { name: "settings" }
  | { name: "unknown" };

export function placeOf(pathname: string): Place {
  const parts = pathname.split("/").filter(Boolean).map(decode);
  if (parts.length === 0) return { name: "home" };
  const [first, workbenchId, third, fourth] = parts;
  if (first === "workbenches" && workbenchId) {
    if (parts.length === 2) return { name: "workbench", workbenchId };
    if (parts.length === 3 && third === "review") return { name: "review", workbenchId };
    if (parts.length === 4 && third === "file" && fourth) {
      return { name: "file", workbenchId, path: fourth };
    }
  }
  if (first === "settings" && parts.length === 1) return { name: "settings" };
  if (first === "analyst") {
    if (parts.length === 1) return { name: "analyst" };
    if (parts.length === 3 && parts[1] === "datasets" && third) {
      return { name: "analyst", datasetId: third };
    }
    if (parts.length === 3 && parts[1] === "runs" && third) return { name: "run", runId: third };
  }
  return { name: "unknown" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const paths = {
  home: () => "/",
  workbench: (id: string) => `/workbenches/${encodeURIComponent(id)}`,
  file: (id: string, path: string) =>
    `/workbenches/${encodeURIComponent(id)}/file/${encodeURIComponent(path)}`,
  review: (id: string) => `/workbenches/${encodeURIComponent(id)}/review`,
  analyst: (datasetId?: string, threadId?: string) =>
    datasetId
      ? `/analyst/datasets/${encodeURIComponent(datasetId)}${threadId ? `?${new URLSearchParams({ thread: threadId })}` : ""}`
      : "/analyst",
  settings: () => "/settings",
  run: (runId: string) => `/analyst/runs/${encodeURIComponent(runId)}`,
};

function subscribe(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  return () => window.removeEventListener("popstate", listener);
}

export function usePlace(): Place {
  const pathname = useSyncExternalStore(subscribe, () => window.location.pathname);
  return placeOf(pathname);
}

export function navigate(to: string): void {
  window.history.pushState(null, "", to);
  window.dispatchEvent(new PopStateEvent("popstate"));
  window.scrollTo(0, 0);
}

export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    rest.onClick?.(event);
    const elsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    navigate(href);
  }
  return <a {...rest} href={href} onClick={follow} />;
}

/** Name the page in the window's title. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · KeenBench` : "KeenBench";
  }, [title]);
}
