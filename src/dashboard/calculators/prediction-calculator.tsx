import { useState, type ReactNode } from "react";
import { ratio, type Ratio } from "../../contract/units.ts";
import {
  annualizedIfTrue,
  daysLeft,
  mid,
  overround,
  requiredProbability,
  returnIfTrue,
  spread,
} from "../../finance/prediction.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { trades } from "../../domain/market/assess/checks.ts";
import { payout } from "../../domain/market/assess/verdict.ts";
import { unknownNote } from "../../domain/market/assess/words.ts";
import { sourceTime } from "../data/clock.ts";
import { formatPrice, formatRate, formatShare, inWords } from "../../domain/format/number.ts";
import { formatDay, formatDays } from "../../domain/format/time.ts";
import { useNow } from "../ui/page/now.ts";
import { PercentField } from "../ui/fields/text-field.tsx";
import { Calculator, type Result } from "./calculator-frame.tsx";

const defaultYield = ratio(0.05);
const noYield = "not a yield: otherwise the price is lost";
const minDays = 30;

export function PredictionCalculator({ row }: { readonly row: MarketRow }): ReactNode {
  const [reference, setReference] = useState<Ratio | undefined>(defaultYield);
  const now = sourceTime(useNow(60_000));
  if (!trades(row)) return <p className="text-text2">Trading has ended. {payout(row)}</p>;
  // Shares are paid out at settlement, not when trading ends.
  const end = row.expirationTime ?? row.closeTime;
  const days = daysLeft({ now, end });
  const isShort = days !== undefined && days < minDays;
  const over = overround({ yesAsk: row.yesAsk, noAsk: row.noAsk });
  const side = (name: string, bid: Ratio | undefined, ask: Ratio | undefined): Result => {
    if (bid === undefined && ask === undefined)
      return { heading: name, notes: [`${unknownNote(row.providerName)}.`] };
    const needed = requiredProbability({ price: ask, referenceApy: reference, days });
    return {
      heading: name,
      figures: [
        ["Mid price", formatPrice(mid({ bid, ask })), "(bid + ask) / 2."],
        ["Spread", formatPrice(spread({ bid, ask })), "Ask − bid: the cost of buying and selling at once."],
        [
          "Break-even probability",
          needed !== undefined && needed > 1 ? "Never: above 100 %" : formatShare(needed),
          "Ask · (1 + alternative yield)^(days / 365).",
          { note: `vs ${inWords(formatRate(reference))} a year, before fees` },
        ],
        isShort
          ? [
              `Return if ${name.toLowerCase()}`,
              days === 0 ? "Expired" : formatRate(returnIfTrue({ price: ask })),
              "1 / ask − 1.",
              { note: `by settlement; ${noYield}` },
            ]
          : [
              `Annualized return if ${name.toLowerCase()}`,
              formatRate(annualizedIfTrue({ price: ask, days })),
              "(1 / ask)^(365 / days) − 1.",
              { note: noYield },
            ],
      ],
    };
  };
  return (
    <Calculator
      heading="Break-even odds"
      results={[
        {
          figures: [
            [
              "Days left",
              days === undefined ? undefined : days === 0 ? "Expired" : formatDays(days),
              days === undefined ? unknownNote(row.providerName) : "Until settlement.",
              {
                note:
                  end && `${row.expirationTime === undefined ? "closes" : "settled by"} ${formatDay(end)}`,
              },
            ],
            // If "no" is quoted as $1 minus "yes", the overround equals the spread of "yes".
            over !== undefined && over === spread({ bid: row.yesBid, ask: row.yesAsk })
              ? undefined
              : [
                  "Overround",
                  over !== undefined && over < 0
                    ? `${formatShare(over).text}, likely a stale price`
                    : formatShare(over),
                  "Yes ask + no ask − $1.",
                ],
          ],
          notes: [
            payout(row),
            "Fees are not included. Kalshi publishes 0.07 · price · (1 − price) a share, $0.0175 at $0.50.",
          ],
        },
        side("Yes", row.yesBid, row.yesAsk),
        side("No", row.noBid, row.noAsk),
      ]}
    >
      <PercentField label="Alternative yield" value={reference} onValue={setReference} />
    </Calculator>
  );
}
