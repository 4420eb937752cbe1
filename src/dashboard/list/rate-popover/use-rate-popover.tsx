import { useCallback, useEffect, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { usePanelOfRow } from "../list-focus.ts";
import type { Side } from "../../../domain/market/assess/assessment.ts";
import type { ApyPopoverProps } from "./apy-popover.tsx";

const RatePanel = lazyPart(async () => (await import("./rate-panel.tsx")).RatePanel);
fetchLater(RatePanel);

export type OnRateClick = (event: { readonly currentTarget: HTMLElement }) => void;

interface RatePopoverOptions extends Omit<ApyPopoverProps, "row" | "side"> {
  readonly rows: readonly MarketRow[];
}

export function sideAt({ dataset: { side } }: HTMLElement): Side | undefined {
  return side === "deposit" || side === "borrow" ? side : undefined;
}

export function useRatePopover({
  rows,
  ...shown
}: RatePopoverOptions): readonly [onRateClick: OnRateClick, popover: ReactNode] {
  const { opened, toggle, close } = usePanelOfRow<Side | undefined>(rows);
  const { anchor, row, options: side } = opened ?? {};
  const onRateClick = useCallback<OnRateClick>(
    ({ currentTarget }) => toggle(currentTarget, sideAt(currentTarget)),
    [toggle],
  );

  // Set on the element directly, so that no row renders again.
  useEffect(() => {
    if (anchor === undefined) return undefined;
    const name = anchor.hasAttribute("aria-haspopup") ? "aria-expanded" : "data-open";
    anchor.setAttribute(name, "true");
    return () => anchor.removeAttribute(name);
  }, [anchor]);

  const popover =
    anchor === undefined || row === undefined || side === undefined ? null : (
      <RatePanel key={`${row.id} ${side}`} {...shown} anchor={anchor} row={row} side={side} onClose={close} />
    );
  return [onRateClick, popover];
}
