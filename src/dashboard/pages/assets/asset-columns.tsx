import { Star } from "lucide-react";
import type { ReactNode } from "react";
import {
  formatChange,
  formatCount,
  formatRate,
  formatUsd,
  type Formatted,
} from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatTokenPrice } from "../../../domain/format/token-price.ts";
import { NameLine } from "../../market-name/market-name.tsx";
import { leverageText, namedLeverage } from "../../../domain/market/market-text.ts";
import type { SizeAndBasis, AssetFacts } from "../../select/assets/asset-facts.ts";
import { assetValues, starredTag, startsHigh, type AssetColumn } from "../../select/assets/asset-list.ts";
import { exportName, leverageField, marketFields } from "../../select/export-rows.ts";
import { borrowRateOfBasis, rateOfBasis } from "../../../domain/market/column.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { columnsOf, type ColumnOptions } from "../../ui/table/columns.ts";
import { toAssetIcon, assetFigures, costText, earnText, holdingText, loopWith } from "./asset-text.ts";
import { assetHref } from "./assets-address.ts";

const { column } = columnsOf<AssetFacts>();

export function assetColumnsFor(inputs: SizeAndBasis, search: string, hasCatalogue: boolean) {
  const { size, basis } = inputs;
  const of = (id: AssetColumn, own: Pick<ColumnOptions<AssetFacts>, "csv" | "csvMore" | "cell" | "card">) =>
    column(assetFigures[id].label, {
      id,
      help: assetFigures[id].help,
      sortDescFirst: startsHigh(id),
      value: (facts) => assetValues[id](facts, inputs),
      ...own,
    });
  const bestFields = (
    words: string,
    exported: ColumnId,
    market: "bestDeposit" | "cheapestLoan",
  ): Pick<ColumnOptions<AssetFacts>, "csv" | "csvMore"> => ({
    csv: false,
    csvMore: [
      ...marketFields([exported], inputs, (facts: AssetFacts) => facts[market], `${words}, `),
      [`${words} at`, (facts) => facts[market]?.id],
    ],
  });
  return [
    of("asset", {
      card: "lead",
      csv: ["symbol", ({ symbol }) => symbol],
      csvMore: [
        ["name", ({ name }) => name],
        ["mint", ({ mint }) => mint],
      ],
      cell: (facts, isCard) => (
        <NameLine
          icons={{ icon: toAssetIcon(facts) }}
          name={facts.symbol}
          place={{
            start: "",
            end: facts.name ?? (facts.inCatalogue || !hasCatalogue ? "" : "not in the catalog"),
            id: "",
          }}
          href={assetHref(facts.mint, search)}
          size={isCard ? 32 : 26}
          className="md:max-w-60 2xl:max-w-84"
        >
          {facts.tags.includes(starredTag) ? (
            <>
              <Star className="size-3 shrink-0 self-center fill-current text-text2" />
              <span className="sr-only">starred</span>
            </>
          ) : null}
        </NameLine>
      ),
    }),
    of("price", {
      card: "lead",
      csv: "price (USD)",
      csvMore: [["price from", ({ priceFrom }) => priceFrom]],
      cell: ({ price, priceFrom }) =>
        figure(formatTokenPrice(price), priceFrom === "markets" ? "implied by deposits" : undefined),
    }),
    of("change", {
      csv: "change over 24 h (fraction)",
      cell: ({ change24h }) => figure(formatChange(change24h, "fine")),
    }),
    of("markets", { csv: "markets", cell: ({ markets }) => figure(formatCount(markets)) }),
    of("earn", {
      ...bestFields("best deposit", size === undefined ? rateOfBasis[basis] : "effectiveApy", "bestDeposit"),
      cell: ({ bestDeposit: best, ...facts }) => {
        const held = holdingText(facts);
        return figure(
          best && earnText(best, inputs),
          joinParts([best?.providerName, held !== undefined && `+ ${held}`]),
          "font-semibold",
        );
      },
    }),
    of("borrow", {
      ...bestFields(
        "cheapest loan",
        size === undefined ? borrowRateOfBasis[basis] : "loanApy",
        "cheapestLoan",
      ),
      cell: ({ cheapestLoan: loan }) => figure(costText(loan, inputs), loan?.providerName),
    }),
    of("loop", {
      csv: `best loop, ${exportName("depositApy")}`,
      csvMore: [
        [`best loop, ${leverageField}`, ({ bestLoop }) => bestLoop && namedLeverage(bestLoop)],
        ["best loop at", ({ bestLoop }) => bestLoop?.id],
      ],
      cell: ({ bestLoop: loop }) =>
        figure(
          formatRate(loop?.depositApy),
          loop && <NonBreakingFigures text={[loopWith(loop), leverageText(loop)].join(", ")} />,
        ),
    }),
    of("deposits", {
      csv: exportName("totalDepositUsd"),
      cell: ({ deposits }) => figure(formatUsd(deposits)),
    }),
  ];
}

function figure(value: Formatted | string | undefined, where?: ReactNode, className = ""): ReactNode {
  return (
    <>
      <NumberText value={value} className={className} />
      {where === undefined || where === "" ? null : (
        <span className="block text-small font-normal text-text2 md:truncate">{where}</span>
      )}
    </>
  );
}
