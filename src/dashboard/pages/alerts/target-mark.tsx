// What a rule is about: its picture, and the page that shows it.
import { Bookmark, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { routes } from "../../../contract/routes.ts";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { discLetter, marketFaces, tokenFace } from "../../market/market-text.ts";
import { assetHref } from "../assets/assets-address.ts";
import { Disc } from "../../ui/marks/disc.tsx";
import { hrefTo, marketHref } from "../../view-state/address.ts";

/** Where a target is shown: the page of a market or a token, the view, the wallet. */
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
    default:
      return target satisfies never;
  }
}

/** @param rows the markets that are known, for their pictures */
export function TargetMark({
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
  const letter = { letter: discLetter(target.name), image: undefined };
  if (target.kind === "asset") {
    const token = [...rows.values()]
      .flatMap(({ tokens }) => tokens)
      .find(({ address }) => address === target.mint);
    return <Disc face={token === undefined ? { ...letter, seed: target.mint } : tokenFace(token)} />;
  }
  const row = rows.get(target.id);
  return row === undefined ? <Disc face={{ ...letter, seed: target.id }} /> : <Disc {...marketFaces(row)} />;
}
