import { useState, type ReactNode } from "react";
import type { Usd } from "../../contract/units.ts";
import { halfwayLeverage } from "../../finance/debt/leverage.ts";
import { loopPosition } from "../../finance/debt/loop.ts";
import { depth, longShare } from "../../finance/perpetual.ts";
import { formatMultiple, formatShare, formatUsd, formatUsdExact } from "../../domain/format/number.ts";
import { UsdField } from "../ui/fields/text-field.tsx";
import { LeverageSlider } from "./calculator-fields.tsx";
import { Calculator, Headline, type ResultChip, type SizedMarketProps } from "./calculator-frame.tsx";

/** The end of the slider. No leverage is assumed, so it starts at 1 ×. */
const assumedLimit = 10;

export function PerpetualCalculator({ row, size, onSize }: SizedMarketProps): ReactNode {
  const stated = row.maxLeverage !== undefined && row.maxLeverage >= 1 ? row.maxLeverage : undefined;
  const limit = stated ?? assumedLimit;
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const leverage = chosen ?? halfwayLeverage({ limit: stated }) ?? 1;
  const position = loopPosition({ size, leverage });
  return (
    <Calculator
      heading="Liquidity for the position"
      results={[
        {
          chips: [
            judgeSide("Long", row.longUsd, position?.borrowed),
            judgeSide("Short", row.shortUsd, position?.borrowed),
          ],
          figures: [
            ["Long share of liquidity", formatShare(longShare(row)), "Long / (long + short) liquidity."],
          ],
          notes: ["Funding rate, fees and liquidation price are unknown."],
        },
      ]}
    >
      <UsdField label="Equity in USD" value={size} onValue={onSize} />
      <LeverageSlider
        value={leverage}
        limit={limit}
        step={0.1}
        end={stated === undefined ? "maximum unknown" : `max ${formatMultiple(stated).text}`}
        onValue={setChosen}
      />
      <Headline
        label="Position"
        value={formatUsdExact(position?.supplied)}
        missing="Enter your equity."
        help="Equity · leverage."
        beside={{
          label: "Borrowed",
          value: formatUsdExact(position?.borrowed),
          help: "Equity · (leverage − 1).",
        }}
      />
    </Calculator>
  );
}

function judgeSide(name: string, liquidity: Usd | undefined, loan: Usd | undefined): ResultChip {
  const found = depth({ liquidityUsd: liquidity, loan });
  const left = liquidity === undefined ? undefined : formatUsd(liquidity).text;
  const note = `${name} liquidity compared with what the position borrows.`;
  if (found === undefined)
    return {
      tone: "unknown",
      icon: "unknown",
      note,
      label: `${name}: ${left === undefined ? "unknown liquidity" : `${left} of liquidity`}`,
      figure: loan === undefined ? "enter your equity" : undefined,
    };
  if (!found.fits)
    return {
      tone: "bad",
      icon: "triangle",
      label: `${name} doesn't fit`,
      figure: `${formatUsd(found.short).text} short`,
      note,
    };
  const figure = `${left ?? ""}, ${formatMultiple(found.cover).text} the loan`;
  return { tone: "good", icon: "tick", label: `${name} fits`, figure, note };
}
