import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { Disc, type DiscFace } from "../../ui/marks/disc.tsx";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatChange, formatCount, formatRate, formatUsd, type Formatted } from "../../format/number.ts";
import { formatTokenPrice } from "../../format/token-price.ts";
import { loanRateText } from "../../market/column-text.ts";
import { discLetter } from "../../market/market-text.ts";
import { bestToEarn, judgedRate, type Asked, type AssetFacts } from "../../select/assets/asset-facts.ts";
import { starredTag, type AssetColumn } from "../../select/assets/asset-list.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { leverageText } from "../../market/loops/leverage.ts";
import { Unbroken } from "../../ui/marks/kept-end.tsx";

export const columnNames: Readonly<Record<AssetColumn, string>> = {
  asset: "Asset",
  price: "Price",
  change: "24 h",
  markets: "Markets",
  earn: "Best to earn",
  borrow: "Cheapest to borrow",
  loop: "Best loop",
  deposits: "Deposits",
};

export function assetFace({ symbol, mint, icon }: Pick<AssetFacts, "symbol" | "mint" | "icon">): DiscFace {
  return { letter: discLetter(symbol), seed: mint, image: icon };
}

/** A figure of a token and the market it is of. */
export function assetCell(column: Exclude<AssetColumn, "asset">, facts: AssetFacts, asked: Asked): ReactNode {
  switch (column) {
    case "price":
      return (
        <>
          <NumberText value={formatTokenPrice(facts.price)} />
          {facts.priceFrom === "markets" ? <Where>of its deposits</Where> : null}
        </>
      );
    case "change":
      return <NumberText value={formatChange(facts.change24h, "fine")} />;
    case "markets":
      return <NumberText value={formatCount(facts.markets)} />;
    case "earn": {
      const best = bestToEarn(facts, asked);
      const rate = best === undefined ? undefined : judgedRate(best, asked);
      return (
        <>
          <NumberText value={formatRate(rate)} className="font-semibold" />
          {best === undefined ? null : <Where>{best.providerName}</Where>}
        </>
      );
    }
    case "borrow": {
      const { cheapestLoan: cheapest } = facts;
      return (
        <>
          <NumberText value={costText(cheapest, asked)} />
          {cheapest === undefined ? null : <Where>{cheapest.providerName}</Where>}
        </>
      );
    }
    case "loop": {
      const { bestLoop: best } = facts;
      return (
        <>
          <NumberText value={formatRate(best?.depositApy)} />
          {best === undefined ? null : (
            <Where>
              <Unbroken text={[loopWith(best), leverageText(best)].join(", ")} />
            </Where>
          )}
        </>
      );
    }
    case "deposits":
      return <NumberText value={formatUsd(facts.deposits)} />;
    default:
      return column satisfies never;
  }
}

/** What borrowing costs: with a size the range for my loan, else the rate of now. */
export function costText(row: MarketRow | undefined, { size, basis }: Asked): Formatted | undefined {
  if (row === undefined || size === undefined) return formatRate(row?.borrowApy);
  return loanRateText(row, size, basis);
}

/** "with SOL": what a loop borrows. */
export function loopWith({ tokens, providerName }: MarketRow): string {
  const debt = tokens[1];
  return debt === undefined ? providerName : `with ${debt.symbol}`;
}

function Where({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="block text-small font-normal text-text2 md:truncate">{children}</span>;
}

/** A token's disc, symbol and name. */
export function AssetName({ facts, size }: { readonly facts: AssetFacts; readonly size: number }): ReactNode {
  return (
    <>
      <Disc face={assetFace(facts)} size={size} />
      <span className="min-w-0 md:max-w-48 2xl:max-w-72">
        <span className="flex items-center gap-1 font-semibold">
          <span className="truncate">{facts.symbol}</span>
          {facts.tags.includes(starredTag) ? (
            <>
              <Star aria-hidden="true" className="size-3 shrink-0 fill-current text-text2" />
              <span className="sr-only">starred</span>
            </>
          ) : null}
        </span>
        <span className="block truncate text-small text-text2">
          {facts.name ?? (facts.inCatalogue ? "" : "not in the catalogue")}
        </span>
      </span>
    </>
  );
}
