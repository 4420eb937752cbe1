import { useEffect, useState } from "react";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { ColumnHelp } from "../../../domain/market/column-help.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";

export type HelpOf = (id: ColumnId, context: SelectContext) => ColumnHelp;

const waitMs = 300;

/** What the columns mean. Loaded once the page has nothing better to do. */
export function useColumnHelp(): HelpOf | undefined {
  const [help, setHelp] = useState<HelpOf | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    const load = async (): Promise<void> => {
      const { helpOf } = await import("../../../domain/market/column-help.ts");
      if (wanted) setHelp(() => helpOf);
    };
    const timer = window.setTimeout(() => void load(), waitMs);
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, []);
  return help;
}
