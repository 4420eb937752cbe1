// A perpetual market gives no rate. What it gives is how large a position it can take on each side.
import { useState, type ReactNode } from "react";
import type { Usd } from "../../contract/units.ts";
import { halfwayLeverage } from "../../finance/debt/leverage.ts";
import { loopPosition } from "../../finance/debt/loop.ts";
import { depth, longShare } from "../../finance/perpetual.ts";
import { formatMultiple, formatShare, formatUsd, formatUsdExact } from "../format/number.ts";
import { LeverageSlider, UsdField } from "./calculator-fields.tsx";
import { Calculator, Headline, type Judgement, type SizedMarketProps } from "./calculator-frame.tsx";

/** Where the market states no limit, a slider needs an end; this one is only a place to start from. */
const assumedLimit = 10;

export function PerpetualCalculator({ row, size, onSize }: SizedMarketProps): ReactNode {
  const stated = row.maxLeverage !== undefined && row.maxLeverage >= 1 ? row.maxLeverage : undefined;
  const limit = stated ?? assumedLimit;
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const leverage = chosen ?? halfwayLeverage({ limit }) ?? 1;
  const position = loopPosition({ size, leverage });
  return (
    <Calculator
      heading="Depth for my position"
      note="kept in the link"
      results={[
        {
          judged: [
            judgeSide("Long", row.longUsd, position?.borrowed),
            judgeSide("Short", row.shortUsd, position?.borrowed),
          ],
          figures: [["Liquidity that is long", formatShare(longShare(row))]],
          missing: "not known",
        },
      ]}
      formula={[
        "Position = own money · leverage. The side lends own money · (leverage − 1), which its liquidity must cover.",
        "Long part = long / (long + short). Funding and price impact are not published.",
      ]}
      inputs={[
        ["Long liquidity", formatUsdExact(row.longUsd)],
        ["Short liquidity", formatUsdExact(row.shortUsd)],
      ]}
    >
      <UsdField label="My own money in USD" value={size} onValue={(entered) => onSize(entered, "type")} />
      <LeverageSlider
        value={leverage}
        limit={limit}
        step={0.1}
        end={stated === undefined ? "the market states no maximum" : `max ${formatMultiple(stated).text}`}
        onValue={setChosen}
      />
      <Headline
        label="Position"
        value={formatUsdExact(position?.supplied)}
        missing="Enter a size."
        beside={{ label: "of it lent by the side", value: formatUsdExact(position?.borrowed) }}
      />
    </Calculator>
  );
}

function judgeSide(name: string, liquidity: Usd | undefined, loan: Usd | undefined): Judgement {
  const found = depth({ liquidityUsd: liquidity, loan });
  const left = liquidity === undefined ? undefined : formatUsd(liquidity).text;
  if (found === undefined) {
    const known = left === undefined ? "liquidity not published" : `${left} of liquidity`;
    return [undefined, `${name}: ${known}`, loan === 0 ? "nothing is lent at 1 ×" : "enter a size"];
  }
  if (!found.fits) return [false, `${name} does not fit`, `${formatUsd(found.short).text} short`];
  return [true, `${name} fits`, `${left ?? ""}, ${formatMultiple(found.cover).text} the loan`];
}
