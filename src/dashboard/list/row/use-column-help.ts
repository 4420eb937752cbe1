import { useEffect, useState } from "react";
import type { SelectContext } from "../../market/column.ts";
import type { ColumnHelp } from "../../market/column-help.ts";
import type { ColumnId } from "../../market/columns.ts";

export type HelpOf = (id: ColumnId, context: SelectContext) => ColumnHelp;

const waitMs = 300;

/** What the columns mean. Loaded once the page has nothing better to do. */
export function useColumnHelp(): HelpOf | undefined {
  const [help, setHelp] = useState<HelpOf | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    const load = async (): Promise<void> => {
      const { helpOf } = await import("../../market/column-help.ts");
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
