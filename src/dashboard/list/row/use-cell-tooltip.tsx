import { useEffect, useState, type ReactNode, type RefObject } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { titleOf, type CellContext } from "../market-cells.tsx";
import type { ColumnHelp } from "../../../domain/market/column-help.ts";
import { columnOf, isColumnId, type ColumnId } from "../../../domain/market/columns.ts";
import { useTooltip } from "../../ui/overlay/tooltip.tsx";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { sideAt } from "../rate-popover/use-rate-popover.tsx";
import type { SelectContext } from "../../../domain/market/column.ts";
import { flagNote } from "./row-flags.tsx";
import { cellContent, whyMissing } from "../cell-content.ts";

interface TipSources extends Pick<CellContext, "context" | "failedCheckSentences"> {
  readonly rows: readonly MarketRow[];
  readonly container: RefObject<HTMLElement | null>;
}

const RateLines = lazyPart(async () => (await import("../rate-popover/rate-panel.tsx")).RateLines);
fetchLater(RateLines);

const withoutTip: ReadonlySet<ColumnId> = new Set(["market", "actions"]);

/** For cells, and for the heads of columns. */
export function useCellTooltip({ rows, container, ...cells }: TipSources): ReactNode {
  const { context } = cells;
  const help = useColumnHelp();
  const headerTip = (column: string): ReactNode => {
    const text = isColumnId(column) ? help?.(column, context) : undefined;
    return text === undefined ? undefined : (
      <>
        <span className="block">{text.what}</span>
        <span className="block pt-1 text-text3">Unit: {text.unit}.</span>
        {text.formula === undefined ? null : <span className="block pt-1 text-text2">{text.formula}</span>}
      </>
    );
  };
  const content = (anchor: HTMLElement): ReactNode => {
    const row = rows[Number(anchor.closest<HTMLElement>("[data-row]")?.dataset["row"])];
    const { flag, column } = anchor.dataset;
    if (row === undefined) return column === undefined ? undefined : headerTip(column);
    // Around a rate's button, too.
    const side = sideAt(anchor.querySelector<HTMLElement>("[data-side]") ?? anchor);
    if (side !== undefined) return <RateLines row={row} side={side} context={context} />;
    if (flag !== undefined) return flagNote(row, context, Number(flag));
    if (column === undefined || !isColumnId(column) || withoutTip.has(column)) return undefined;
    const shown = cellContent(column, row, context);
    const own = titleOf(column, row, cells, shown) ?? whyMissing(column, row, context, shown);
    const { name, field } = columnOf(column);
    const { what, formula }: Partial<ColumnHelp> = help?.(column, context) ?? {};
    return (
      <>
        <span className="block font-semibold">{name}</span>
        {own === undefined ? null : <span className="block whitespace-pre-line">{own}</span>}
        {what === undefined ? null : <span className="block text-text2">{what}</span>}
        {formula === undefined ? null : <span className="block pt-1 text-text2">{formula}</span>}
        {shown.text === undefined ? null : (
          <span className="block pt-1 text-text3">
            {field === undefined || shown.recorded !== undefined
              ? "Calculated here"
              : `As sent by ${row.providerName} (${field})`}
          </span>
        )}
      </>
    );
  };
  return useTooltip(content, "[data-flag], [data-side], [data-column]", container);
}

type HelpOf = (id: ColumnId, context: SelectContext) => ColumnHelp;

const firstUse = ["pointerover", "focusin", "keydown"] as const;

/** Loads the help texts when the page is first used, because tooltips need a pointer or focus. */
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
