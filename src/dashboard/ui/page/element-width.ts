// The width of an element, for drawings whose text must not grow with them.
import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** @returns a ref for the element, and its inner width in pixels: 0 before it is known */
export function useElementWidth<Kind extends HTMLElement>(): readonly [RefObject<Kind | null>, number] {
  const ref = useRef<Kind | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const settle = (): void => setWidth(element.clientWidth);
    settle();
    const sizes = typeof ResizeObserver === "function" ? new ResizeObserver(settle) : undefined;
    sizes?.observe(element);
    return () => sizes?.disconnect();
  }, []);
  return [ref, width];
}
