import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useWindows } from "./useWindows";

afterEach(cleanup);

it("windows are read once, when they are wanted, and forgotten with what they are of", async () => {
  const asked: string[] = [];
  const { result, rerender } = renderHook(
    ({ id }) =>
      useWindows(id, async (index) => {
        asked.push(`${id}${index}`);
        return `${id}${index}`;
      }),
    { initialProps: { id: "a" } },
  );
  act(() => result.current.want(0, 1));
  await waitFor(() => expect(result.current.get(1)).toBe("a1"));
  act(() => result.current.want(1, 2));
  await waitFor(() => expect(result.current.get(2)).toBe("a2"));
  expect(asked).toEqual(["a0", "a1", "a2"]);
  rerender({ id: "b" });
  expect(result.current.get(1)).toBeUndefined();
  act(() => result.current.want(1, 1));
  await waitFor(() => expect(result.current.get(1)).toBe("b1"));
});

it("a window that could not be read says why, and is read again on request", async () => {
  let broken = true;
  const { result } = renderHook(() =>
    useWindows("a", async () => {
      if (broken) throw new Error("the disk is asleep");
      return "there";
    }),
  );
  act(() => result.current.want(0, 0));
  await waitFor(() => expect(result.current.failure?.message).toContain("the disk is asleep"));
  broken = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.get(0)).toBe("there"));
  expect(result.current.failure).toBeUndefined();
});
