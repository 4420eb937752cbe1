import { useEffect, type RefObject } from "react";

/** Printed text is up to 2 % wider than measured on the screen. */
const room = 0.97;

/** Prints content that is wider than the sheet in a smaller size, so that no column is cut off. */
export function useFitToSheet(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const print = matchMedia("print");
    const fit = (): void => {
      const element = container.current;
      if (element === null) return;
      const zoom = (room * element.clientWidth) / Math.max(1, element.scrollWidth);
      element.style.setProperty("zoom", print.matches ? String(zoom) : "");
    };
    print.addEventListener("change", fit);
    return () => print.removeEventListener("change", fit);
  }, [container]);
}
