import { usd, type Ratio, type TokenAmount, type Usd } from "../../contract/units.ts";
import {
  assemble,
  formatAmount,
  formatRate,
  formatter,
  formatUsd,
  writeNumber,
  type Formatted,
} from "./number.ts";

function signed(value: number, written: Formatted): Formatted {
  return value > 0 && /^\d/.test(written.digits) ? assemble({ ...written, sign: "+" }) : written;
}

export const formatFlow = formatter((value: Usd, length?: "short") =>
  signed(value, formatUsd(value, length)),
);

const inFullBelow = 100_000;

export const formatTokenFlow = formatter((value: TokenAmount, symbol: string = "") =>
  signed(value, formatTokens(value, symbol)),
);

export const formatTokens = formatter((value: TokenAmount, symbol: string = "") => {
  if (Math.abs(value) < inFullBelow) return formatAmount(value, symbol);
  const money = formatUsd(usd(value), "round");
  if (money === undefined) return formatAmount(value, symbol);
  const { sign, digits, unit } = money;
  return assemble({ sign, digits: digits.replaceAll("$", ""), unit: `${unit} ${symbol}`.trim() });
});

/** One decimal with a sign: "+4.8 %", "−2.4 %", "0.0 %". Above a thousand: "> +1,000 %". */
export const formatShareChange = formatter((value: Ratio) => {
  if (value > 10) return assemble({ digits: "> +1,000", unit: "%" });
  return writeNumber(value, { min: 1, max: 1, percent: true }, { unit: "%", signed: true, rounds: true });
});

export const formatPointsShort = formatter((value: Ratio) =>
  assemble({ ...formatRate(value, "short"), unit: "pp" }),
);
