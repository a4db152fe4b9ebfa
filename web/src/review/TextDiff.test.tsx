import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { TextDiff as Diff } from "../api/types";
import { TextDiff } from "./TextDiff";

afterEach(cleanup);

const changed: Diff = {
  hunks: [
    {
      lines: [
        { type: "removed", text: "the old word", old_line: 1, marks: [[4, 7]] },
        { type: "added", text: "the new word", new_line: 1, marks: [[4, 7]] },
      ],
    },
  ],
  too_large: false,
  reference_source: "draft_start_snapshot",
};

describe("TextDiff", () => {
  it("names the left side Reference (Draft start), and never a baseline", () => {
    const { container } = render(<TextDiff diff={changed} layout="split" />);
    expect(screen.getByText("Reference (Draft start)")).toBeTruthy();
    expect(screen.getByText("Draft")).toBeTruthy();
    expect(container.textContent?.toLowerCase()).not.toContain("baseline");
  });

  it("names the left side Published (current preview) when the reference is not there", () => {
    const fallback: Diff = { ...changed, reference_source: "published_current_fallback" };
    render(<TextDiff diff={fallback} layout="split" />);
    expect(screen.getByText("Published (current preview)")).toBeTruthy();
  });

  it("marks the changed words, and says what went and what came without colour", () => {
    const { container } = render(<TextDiff diff={changed} layout="unified" />);
    expect(container.querySelector("del")?.textContent).toBe("old");
    expect(container.querySelector("ins")?.textContent).toBe("new");
    expect(screen.getByText("Removed:")).toBeTruthy();
    expect(screen.getByText("Added:")).toBeTruthy();
  });

  it("shows text that looks like HTML as text", () => {
    const text = "<img src=x onerror=alert(1)>";
    const hostile: Diff = {
      ...changed,
      hunks: [{ lines: [{ type: "added", text, new_line: 1 }] }],
      reference_source: "none",
    };
    const { container } = render(<TextDiff diff={hostile} layout="unified" />);
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toContain(text);
  });

  it("shows a long diff in parts and says how much is left", () => {
    const lines = Array.from({ length: 45 }, (_, index) => ({
      type: "added" as const,
      text: `line ${index + 1}`,
      new_line: index + 1,
    }));
    const long: Diff = { ...changed, hunks: [{ lines }], reference_source: "none" };
    render(<TextDiff diff={long} layout="unified" page={20} />);
    expect(screen.queryByText("line 21")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show 20 of the 25 lines left" }));
    expect(screen.getByText("line 40")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show 5 of the 5 lines left" }));
    expect(screen.getByText("line 45")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
