// The document's title follows the page.
import { useEffect } from "react";

const product = "Yieldboard";

/** @param title what the page is about: "Compare 3 markets" */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title]);
}
