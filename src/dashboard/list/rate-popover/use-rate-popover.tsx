import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { marketIdAt, useCloseWithRow } from "../list-focus.ts";
import type { Side } from "../../../domain/market/assess/assessment.ts";
import type { ApyPopoverProps } from "./apy-popover.tsx";

const RatePanel = lazyPart(async () => (await import("./rate-panel.tsx")).RatePanel);
fetchLater(RatePanel);

export type OnRateClick = (event: { readonly currentTarget: HTMLElement }) => void;

interface OpenedRate {
  readonly anchor: HTMLElement;
  readonly id: string | undefined;
  readonly side: Side | undefined;
}

interface RatePopoverOptions extends Omit<ApyPopoverProps, "row" | "side" | "href"> {
  readonly rows: readonly MarketRow[];
  readonly hrefOf: (id: string) => string;
}

export function sideAt({ dataset: { side } }: HTMLElement): Side | undefined {
  return side === "deposit" || side === "borrow" ? side : undefined;
}

export function useRatePopover({
  rows,
  hrefOf,
  ...shown
}: RatePopoverOptions): readonly [onRateClick: OnRateClick, popover: ReactNode] {
  const [opened, setOpened] = useState<OpenedRate | undefined>(undefined);
  const { anchor, id, side } = opened ?? {};
  const close = useCallback((): void => setOpened(undefined), []);
  const onRateClick = useCallback<OnRateClick>(({ currentTarget }) => {
    const next = { anchor: currentTarget, id: marketIdAt(currentTarget), side: sideAt(currentTarget) };
    setOpened((now) => (now?.anchor === currentTarget ? undefined : next));
  }, []);
  useCloseWithRow(anchor, close);

  // Set on the element directly, so that no row renders again.
  useEffect(() => {
    if (anchor === undefined) return undefined;
    const name = anchor.hasAttribute("aria-haspopup") ? "aria-expanded" : "data-open";
    anchor.setAttribute(name, "true");
    return () => anchor.removeAttribute(name);
  }, [anchor]);

  const row = useMemo(
    () => (id === undefined ? undefined : rows.find((candidate) => candidate.id === id)),
    [rows, id],
  );
  const popover =
    anchor === undefined || row === undefined || side === undefined ? null : (
      <RatePanel
        key={`${row.id} ${side}`}
        {...shown}
        anchor={anchor}
        row={row}
        side={side}
        href={hrefOf(row.id)}
        onClose={close}
      />
    );
  return [onRateClick, popover];
}
