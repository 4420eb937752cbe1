import { useEffect, useState } from "react";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { ColumnHelp } from "../../../domain/market/column-help.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";

export type HelpOf = (id: ColumnId, context: SelectContext) => ColumnHelp;

const firstUse = ["pointerover", "focusin", "keydown"] as const;

/** Loaded on first use of the page: tooltips need a pointer or focus. */
export function useColumnHelp(): HelpOf | undefined {
  const [help, setHelp] = useState<HelpOf | undefined>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const { helpOf } = await import("../../../domain/market/column-help.ts");
      if (!abort.signal.aborted) setHelp(() => helpOf);
    };
    for (const event of firstUse)
      document.addEventListener(event, () => void load().catch(() => undefined), {
        once: true,
        passive: true,
        signal: abort.signal,
      });
    return () => abort.abort();
  }, []);
  return help;
}
