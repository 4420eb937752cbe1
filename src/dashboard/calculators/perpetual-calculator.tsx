// A perpetual market gives no rate. What it gives is how large a position it can take on each side.
import { useState, type ReactNode } from "react";
import { ratio, type Usd } from "../../contract/units.ts";
import { halfwayLeverage } from "../../finance/debt/loop.ts";
import { depth, depthSkew, notional } from "../../finance/perpetual.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatMultiple, formatShare, formatUsd, formatUsdExact, inWords } from "../format/number.ts";
import { LeverageSlider, UsdField } from "./calculator-fields.tsx";
import { CalculatorPanel, Formula, Headline, Part, Result, Results, Judgement } from "./calculator-frame.tsx";

/** Where the market states no limit, a slider needs an end; this one is only a place to start from. */
const assumedLimit = 10;

export function PerpetualCalculator({
  row,
  size,
  onSize,
}: {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined, how: "type" | "choose") => void;
}): ReactNode {
  const stated = row.maxLeverage !== undefined && row.maxLeverage >= 1;
  const limit = stated ? (row.maxLeverage ?? assumedLimit) : assumedLimit;
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const leverage = chosen ?? halfwayLeverage({ limit }) ?? 1;
  const value = notional({ size, leverage });
  const skew = depthSkew(row);
  const sides = [
    { name: "Long", liquidity: row.longUsd },
    { name: "Short", liquidity: row.shortUsd },
  ] as const;
  return (
    <CalculatorPanel heading="Depth for my position" note="kept in the link">
      <Part first>
        <UsdField label="My own money in USD" value={size} onValue={(entered) => onSize(entered, "type")} />
        <LeverageSlider
          value={leverage}
          limit={limit}
          step={0.1}
          end={stated ? `max ${formatMultiple(limit).text}` : "the market states no maximum"}
          onValue={setChosen}
        />
        <Headline label="Position" value={formatUsdExact(value)} missing="Enter a size." />
      </Part>
      <Part>
        <ul className="grid gap-1.5">
          {sides.map(({ name, liquidity }) => {
            const found = depth({ liquidityUsd: liquidity, notional: value });
            return (
              <Judgement
                key={name}
                holds={found?.fits}
                text={
                  found === undefined
                    ? `${name}: ${liquidity === undefined ? "liquidity not published" : `${formatUsd(liquidity).text} of liquidity`}`
                    : found.fits
                      ? `${name} fits`
                      : `${name} does not fit`
                }
                detail={
                  found === undefined
                    ? "enter a size"
                    : found.fits
                      ? `${inWords(formatUsd(liquidity))}, ${formatMultiple(found.cover).text} the position`
                      : `${formatUsd(found.short).text} short`
                }
              />
            );
          })}
        </ul>
        <div className="mt-2">
          <Results>
            <Result
              label="Liquidity leans"
              value={
                skew === undefined
                  ? undefined
                  : skew === 0
                    ? "to neither side"
                    : `${inWords(formatShare(ratio(Math.abs(skew))))} to ${skew > 0 ? "long" : "short"}`
              }
              missing="not known"
            />
          </Results>
        </div>
      </Part>
      <Part>
        <Formula
          formula={[
            "Position = own money · leverage. Cover = liquidity of the side / position.",
            "Leans = (long − short) / (long + short). Funding and price impact are not published.",
          ]}
          inputs={[
            ["Long liquidity", formatUsdExact(row.longUsd)],
            ["Short liquidity", formatUsdExact(row.shortUsd)],
          ]}
        />
      </Part>
    </CalculatorPanel>
  );
}
