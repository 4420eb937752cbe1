import { Bookmark, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { routes } from "../../../contract/routes.ts";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { toMarketIcons, toTokenIcon } from "../../../domain/market/market-text.ts";
import { assetHref } from "../assets/assets-address.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { hrefTo, marketHref } from "../../view-state/address.ts";

export function targetHref(target: AlertTarget, search: string): string {
  switch (target.kind) {
    case "market":
      return hrefTo(marketHref(target.id), search);
    case "view":
      return hrefTo("/", target.search);
    case "asset":
      return assetHref(target.mint, search);
    case "position":
      return hrefTo(routes.portfolio.path, search, [["wallet", target.wallet]]);
  }
}

export function TargetIcon({
  target,
  rows,
}: {
  readonly target: AlertTarget;
  readonly rows: ReadonlyMap<string, MarketRow>;
}): ReactNode {
  if (target.kind === "view" || target.kind === "position") {
    const Icon = target.kind === "view" ? Bookmark : Wallet;
    return (
      <span
        aria-hidden="true"
        className="flex size-[26px] shrink-0 items-center justify-center rounded-control border border-line2 bg-inset text-text2"
      >
        <Icon className="size-3.5" />
      </span>
    );
  }
  const row = target.kind === "market" ? rows.get(target.id) : undefined;
  if (row !== undefined) return <MarketIcon {...toMarketIcons(row)} />;
  const address = target.kind === "market" ? target.id : target.mint;
  const tokens = [...rows.values()].flatMap((other) => other.tokens);
  const token = tokens.find((other) => other.address === address);
  return <MarketIcon icon={toTokenIcon(token ?? { symbol: target.name, address, icon: undefined })} />;
}
