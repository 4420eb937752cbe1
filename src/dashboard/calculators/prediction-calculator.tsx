// A prediction's prices as what they ask of the person who buys: how probable the outcome must be.
import { useState, type ReactNode } from "react";
import { ratio, type Ratio } from "../../contract/units.ts";
import {
  annualisedIfTrue,
  daysLeft,
  mid,
  overround,
  requiredProbability,
  returnIfTrue,
  spread,
} from "../../finance/prediction.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { useSourceTime } from "../queries/configuration.ts";
import { formatPrice, formatRate, formatShare, inWords } from "../format/number.ts";
import { formatDay, formatDays } from "../format/time.ts";
import { useNow } from "../ui/page/now.ts";
import { PercentField } from "./calculator-fields.tsx";
import { Calculator, type Result } from "./calculator-frame.tsx";

const usualYield = ratio(0.05);
const noYield = "no yield, for it may not come true";
/** Fewer days than this are not taken for a year of the same luck. */
const leastDays = 30;
const noPrice = "no price published";

function bidAndAsk(...prices: readonly (Ratio | undefined)[]): string {
  return prices.map((price) => inWords(formatPrice(price), "not published")).join(", ");
}

export function PredictionCalculator({ row }: { readonly row: MarketRow }): ReactNode {
  const [reference, setReference] = useState<Ratio | undefined>(usualYield);
  const now = useSourceTime(useNow(60_000));
  // The money comes back when the outcome is settled, not when trading ends.
  const end = row.expirationTime ?? row.closeTime;
  const days = daysLeft({ now, end });
  const short = days !== undefined && days < leastDays;
  const over = overround({ yesAsk: row.yesAsk, noAsk: row.noAsk });
  const side = (name: string, bid: Ratio | undefined, ask: Ratio | undefined): Result => {
    const needed = requiredProbability({ price: ask, referenceApy: reference, days });
    const withoutAsk = ask === undefined ? noPrice : "not known";
    return {
      heading: name,
      missing: noPrice,
      figures: [
        ["Middle of the prices", formatPrice(mid({ bid, ask }))],
        ["Spread", formatPrice(spread({ bid, ask })), { note: "what buying and selling at once costs" }],
        [
          "Must be probable by more than",
          needed !== undefined && needed > 1 ? "no probability is enough" : formatShare(needed),
          { missing: withoutAsk, note: `to beat ${inWords(formatRate(reference))} by then, before fees` },
        ],
        short
          ? [
              "Return if it comes true",
              days === 0 ? undefined : formatRate(returnIfTrue({ price: ask })),
              {
                missing: days === 0 ? "its time is over" : withoutAsk,
                note: `by then, not per year: ${noYield}`,
              },
            ]
          : [
              "A year's return if it comes true",
              formatRate(annualisedIfTrue({ price: ask, days })),
              { missing: withoutAsk, note: noYield },
            ],
      ],
    };
  };
  return (
    <Calculator
      heading="What the prices ask"
      note={row.status}
      results={[
        {
          figures: [
            [
              "Days left",
              days === undefined ? undefined : days === 0 ? "none, its time is over" : formatDays(days),
              {
                missing: "no time is published",
                note:
                  end && `${row.expirationTime === undefined ? "closes" : "settled by"} ${formatDay(end)}`,
              },
            ],
            // Where no is quoted as what yes leaves of $1, both asks together cost the spread of yes above it.
            over !== undefined && over === spread({ bid: row.yesBid, ask: row.yesAsk })
              ? undefined
              : [
                  "Overround",
                  over !== undefined && over < 0
                    ? `${formatShare(over).text}, rather a wrong price than a sure profit`
                    : formatShare(over),
                  { missing: noPrice, note: "what both sides cost above the $1 they pay" },
                ],
          ],
          notes: [
            "Fees are not published here and in none of these figures. Kalshi publishes 0.07 · price · (1 − price) a share, $0.0175 at $0.50.",
          ],
        },
        side("Yes", row.yesBid, row.yesAsk),
        side("No", row.noBid, row.noAsk),
      ]}
      formula={[
        "Middle = (bid + ask) / 2. Spread = ask − bid. Overround = yes ask + no ask − 1.",
        "Required probability = ask · (1 + yield)^(days / 365). Return if true = 1 / ask − 1, a year's = (1 / ask)^(365 / days) − 1, from 30 days on.",
      ]}
      inputs={[
        ["Yes bid, ask", bidAndAsk(row.yesBid, row.yesAsk)],
        ["No bid, ask", bidAndAsk(row.noBid, row.noAsk)],
      ]}
    >
      <PercentField label="Yield to beat" value={reference} onValue={setReference} />
    </Calculator>
  );
}
