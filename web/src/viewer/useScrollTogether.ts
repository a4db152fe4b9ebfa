import { type RefObject, useEffect } from "react";

/** Two windows over alike things: where one is scrolled, the other follows. */
export function useScrollTogether(
  left: RefObject<HTMLElement | null>,
  right: RefObject<HTMLElement | null>,
  /** Anything whose change means that the elements may be others now. */
  key: unknown,
): void {
  useEffect(() => {
    const pair = [left.current, right.current] as const;
    const [one, other] = pair;
    if (!one || !other) return;
    // A scroll that was made here reports itself, too; it must not come back.
    let leader: HTMLElement | undefined;
    let timer: number | undefined;
    function follow(this: HTMLElement) {
      if (leader && leader !== this) return;
      leader = this;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        leader = undefined;
      }, 120);
      const follower = this === one ? other : one;
      if (!follower) return;
      follower.scrollTop = this.scrollTop;
      follower.scrollLeft = this.scrollLeft;
    }
    for (const element of pair) element?.addEventListener("scroll", follow, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const element of pair) element?.removeEventListener("scroll", follow);
    };
  }, [left, right, key]);
}
