import { useLayoutEffect, type RefObject } from "react";
import { useMediaQuery } from "./media-query.ts";

/** Printed text is up to 2 % wider than measured on the screen. */
const usableShare = 0.97;

/** Prints content that is wider than the sheet in a smaller size, so that no column is cut off. */
export function useFitToSheet(container: RefObject<HTMLElement | null>): void {
  const isPrinting = useMediaQuery("print");
  useLayoutEffect(() => {
    const element = container.current;
    if (!isPrinting || element === null) return undefined;
    const zoom = (usableShare * element.clientWidth) / Math.max(1, element.scrollWidth);
    element.style.setProperty("zoom", String(zoom));
    return () => void element.style.removeProperty("zoom");
  }, [container, isPrinting]);
}
