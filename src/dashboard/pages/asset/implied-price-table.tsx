import { firstLetter } from "../../../contract/names/characters.ts";
import { Bell } from "lucide-react";
import type { ReactNode } from "react";
import { ratio, type Usd } from "../../../contract/units.ts";
import { askForAlert } from "../../data/alerts/alert-draft.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { formatChange, formatRate, inWords } from "../../format/number.ts";
import { formatTokenPrice } from "../../format/token-price.ts";
import { impliedPrices, markedFrom } from "../../select/assets/implied-prices.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { Square } from "../../ui/marks/disc.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/signs.tsx";

const leastReach = 0.015;

export function ImpliedPriceTable({
  rows,
  price,
  mint,
  symbol,
}: {
  readonly rows: readonly MarketRow[];
  readonly price: Usd | undefined;
  readonly mint: string;
  readonly symbol: string;
}): ReactNode {
  const found = impliedPrices(rows, price);
  // The scale holds what is farthest, up to a tenth: one provider far off must not press all others into one point.
  const reach = Math.min(0.1, Math.max(leastReach, ...found.map(({ off }) => Math.abs(off ?? 0))));
  const end = inWords(formatRate(ratio(reach), "short"));
  const head = "h-8 border-b border-line2 px-2 text-small font-medium whitespace-nowrap text-text2";
  return (
    <Panel
      heading="Implied price by provider"
      description="deposits in USD ÷ tokens"
      empty={found.length === 0 ? "No market tells its deposits in dollars and in tokens." : undefined}
    >
      <table
        aria-label="Implied price by provider"
        className="w-full border-separate border-spacing-0 text-right"
      >
        <thead>
          <tr>
            <th scope="col" className={`${head} pl-4 text-left`}>
              Provider
            </th>
            <th scope="col" className={head}>
              Implied
            </th>
            {price === undefined ? null : (
              <>
                <td aria-hidden="true" className={`${head} w-36 max-sm:hidden`}>
                  <span className="flex justify-between gap-1 font-normal">
                    <span>−{end}</span>
                    <span>+{end}</span>
                  </span>
                </td>
                <th scope="col" className={`${head} pr-4`}>
                  Off by
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {found.map(({ provider, markets, price: implied, off, marked }) => (
            <tr key={provider.providerId}>
              <th scope="row" className="border-b border-line py-1.5 pr-2 pl-4 text-left font-normal">
                <span className="flex items-center gap-2">
                  <Square letter={firstLetter(provider.providerName)} image={provider.providerIcon} />
                  <span className="min-w-0">
                    <span className="block truncate">{provider.providerName}</span>
                    <span className="block text-small text-text2">
                      {countMarkets(markets)}
                      {markets > 1 && marked ? ", the farthest" : ""}
                    </span>
                  </span>
                </span>
              </th>
              <td className="border-b border-line px-2">
                <NumberText value={formatTokenPrice(implied)} />
              </td>
              {price === undefined ? null : (
                <>
                  <td aria-hidden="true" className="border-b border-line px-2 max-sm:hidden">
                    <Place off={off} reach={reach} marked={marked} />
                  </td>
                  <td
                    className={`border-b border-line py-1.5 pr-4 pl-2 whitespace-nowrap ${marked ? "text-danger" : ""}`}
                  >
                    {marked ? (
                      <>
                        {triangle}
                        <span className="sr-only">
                          over {inWords(formatRate(ratio(markedFrom), "short"))}:{" "}
                        </span>
                      </>
                    ) : null}
                    <NumberText value={formatChange(off, "fine")} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-4 pt-2.5 pb-1 text-small text-text2">
        {price === undefined
          ? "The catalogue has no price of it to hold these against."
          : `Marked from ${inWords(formatRate(ratio(markedFrom), "short"))}: a provider that misprices a deposit misprices the loans on it.`}
      </p>
      <Button
        variant="link"
        className="mb-1.5 ml-1.5"
        icon={<Bell aria-hidden="true" className="size-3.5" />}
        onClick={() => askForAlert({ kind: "asset", mint, name: symbol, measure: "offPeg" })}
      >
        Tell me when a price is off by {inWords(formatRate(ratio(markedFrom), "short"))}
      </Button>
    </Panel>
  );
}

function Place({
  off,
  reach,
  marked,
}: {
  readonly off: number | undefined;
  readonly reach: number;
  readonly marked: boolean;
}): ReactNode {
  const share = (Math.max(-1, Math.min(1, (off ?? 0) / reach)) + 1) / 2;
  return (
    <span className="relative block h-4 forced-color-adjust-none">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line2" />
      <span className="absolute top-0.5 left-1/2 h-3 w-px bg-control" />
      {off === undefined ? null : (
        <span
          className={`absolute top-1/2 size-2 -translate-1/2 rounded-full ${marked ? "bg-danger" : "bg-text2"}`}
          style={{ left: `${String(share * 100)}%` }}
        />
      )}
    </span>
  );
}
