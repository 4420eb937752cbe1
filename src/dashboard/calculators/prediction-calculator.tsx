// A prediction's prices as what they ask of the person who buys: how probable the outcome must be.
import { useState, type ReactNode } from "react";
import { millis, ratio, type Ratio } from "../../contract/units.ts";
import {
  annualisedIfTrue,
  daysLeft,
  mid,
  overround,
  requiredProbability,
  spread,
} from "../../finance/prediction.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatPrice, formatRate, formatShare, inWords } from "../format/number.ts";
import { formatDay, formatDays } from "../format/time.ts";
import { useNow } from "../ui/page/now.ts";
import { PercentField } from "./calculator-fields.tsx";
import { CalculatorPanel, Formula, Part, Results } from "./calculator-frame.tsx";

const usualYield = ratio(0.05);
const noPrice = "no price published";

function bidAndAsk(...prices: readonly (Ratio | undefined)[]): string {
  return prices.map((price) => inWords(formatPrice(price), "not published")).join(", ");
}

export function PredictionCalculator({ row }: { readonly row: MarketRow }): ReactNode {
  const [reference, setReference] = useState<Ratio | undefined>(usualYield);
  const now = useNow(60_000);
  const end = row.closeTime ?? row.expirationTime;
  const days = daysLeft({ now: millis(now), end });
  const over = overround({ yesAsk: row.yesAsk, noAsk: row.noAsk });
  const side = (name: string, bid: Ratio | undefined, ask: Ratio | undefined): ReactNode => {
    const needed = requiredProbability({ price: ask, referenceApy: reference, days });
    const withoutAsk = ask === undefined ? noPrice : "not known";
    return (
      <Part>
        <h3 className="mb-1.5 font-semibold">{name}</h3>
        <Results
          figures={[
            ["Middle of the prices", formatPrice(mid({ bid, ask })), { missing: noPrice }],
            [
              "Spread",
              formatPrice(spread({ bid, ask })),
              { missing: noPrice, note: "what buying and selling at once costs" },
            ],
            [
              "Must be probable by more than",
              needed !== undefined && needed > 1 ? "no probability is enough" : formatShare(needed),
              { missing: withoutAsk, note: `to beat ${inWords(formatRate(reference))} until it closes` },
            ],
            [
              "A year's return if it comes true",
              formatRate(annualisedIfTrue({ price: ask, days })),
              {
                missing: days === 0 ? "trading has ended" : withoutAsk,
                note: "no yield: it may not come true",
              },
            ],
          ]}
        />
      </Part>
    );
  };
  return (
    <CalculatorPanel heading="What the prices ask" note={row.status}>
      <Part first>
        <PercentField label="Yield to beat" value={reference} onValue={setReference} />
        <div className="mt-3">
          <Results
            figures={[
              [
                "Days left",
                days === undefined ? undefined : days === 0 ? "none, trading has ended" : formatDays(days),
                {
                  missing: "closing time not published",
                  note: end === undefined ? undefined : `closes ${formatDay(end)}`,
                },
              ],
              [
                "Overround",
                over !== undefined && over < 0
                  ? `${formatShare(over).text}, a sure profit before fees`
                  : formatShare(over),
                { missing: noPrice, note: "what both sides cost above the $1 they pay" },
              ],
            ]}
          />
        </div>
      </Part>
      {side("Yes", row.yesBid, row.yesAsk)}
      {side("No", row.noBid, row.noAsk)}
      <Part>
        <Formula
          formula={[
            "Middle = (bid + ask) / 2. Spread = ask − bid. Overround = yes ask + no ask − 1.",
            "Required probability = ask · (1 + yield)^(days / 365). Return if true = (1 / ask)^(365 / days) − 1.",
          ]}
          inputs={[
            ["Yes bid, ask", bidAndAsk(row.yesBid, row.yesAsk)],
            ["No bid, ask", bidAndAsk(row.noBid, row.noAsk)],
          ]}
        />
      </Part>
    </CalculatorPanel>
  );
}
