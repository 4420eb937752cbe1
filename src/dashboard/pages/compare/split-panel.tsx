// What a split of my money over the compared markets earns, entered by the person.
import type { ReactNode } from "react";
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { blend } from "../../../finance/blend.ts";
import { SeriesLetter, seriesLetters } from "../../charts/series-letter.tsx";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatRateRange,
  formatShare,
  formatUsdExact,
  formatUsdRangeExact,
  inWords,
} from "../../format/number.ts";
import type { ApyBasis, LoopRooms } from "../../market/column.ts";
import { ownYieldText, type OwnYields } from "../../market/loops/own-yield.ts";
import { marketName, placeName } from "../../market/market-text.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/signs.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { bestSplit, equalSplit, partRate, placed } from "./split.ts";
import { ValueField } from "../../ui/fields/text-field.tsx";
import type { Reading } from "../../format/read-amount.ts";

interface SplitPanelProps {
  readonly rows: readonly MarketRow[];
  readonly basis: ApyBasis;
  readonly size: Usd | undefined;
  /** How much loops take. */
  readonly loops: LoopRooms;
  /** What tokens earn by themselves. */
  readonly ownYields: OwnYields;
  /**
   * The part of each market, in the order of the rows, then the part that is in none; empty while nobody has entered one, which is
   * the same for each.
   */
  readonly parts: readonly number[];
  readonly onParts: (parts: readonly number[]) => void;
}

const headClass = "border-b border-line2 px-1.5 py-1 text-right md:px-2 font-medium text-text3";
const cellClass = "border-b border-line px-1.5 py-1.5 text-right md:px-2 whitespace-nowrap";

/** Parts are weights: 60 and 40 is the same as 3 and 2. With my size given they are shares of it, as far as they fit. */
export function SplitPanel(props: SplitPanelProps): ReactNode {
  const { rows, basis, size, loops, ownYields, parts: entered, onParts } = props;
  const parts = entered.length === 0 ? equalSplit(rows.length) : rows.map((_, index) => entered[index] ?? 0);
  const kept = entered[rows.length] ?? 0;
  const whole = parts.reduce((sum, part) => sum + part, kept);
  const rateLabel = basis === "base" ? "Base APY" : "Deposit APY";
  // Without a size the money is one whole, which thins no pool.
  const money = size ?? usd(1);
  const amounts = placed(
    rows,
    parts.map((part) => (whole === 0 || money === undefined ? undefined : usd((money * part) / whole))),
    loops,
  );
  const rates = rows.map((row, index) =>
    partRate(row, size === undefined ? undefined : amounts[index], { basis, ownYields }),
  );
  const [low, high] = (["low", "high"] as const).map((end) =>
    blend(rates.map((rate, index) => ({ amount: amounts[index], apy: ratio(rate?.[end]) }))),
  );
  const lacking = rows.find((_, index) => (parts[index] ?? 0) > 0 && rates[index] === undefined);
  const context = { basis, loops, ownYields };
  const best = size === undefined ? undefined : bestSplit(rows, size, context);
  const inMarkets = amounts.reduce((sum, amount) => sum + (amount ?? 0), 0);
  const idle = whole === 0 || money === undefined ? 0 : Math.max(0, 1 - inMarkets / money);
  // What rounding leaves of equal parts is no money.
  const unplaced = idle < leastShare ? undefined : ratio(idle);
  const own = rates.flatMap((rate, index) =>
    rate?.own === undefined || (parts[index] ?? 0) === 0 ? [] : [rate.own],
  );
  return (
    <Panel
      heading="Split my money"
      padded
      actions={
        <>
          <Button className="pointer-coarse:h-11" onClick={() => onParts([])}>
            Equal parts
          </Button>
          {best === undefined ? null : (
            <Button className="pointer-coarse:h-11" onClick={() => onParts(best)}>
              Highest yield
            </Button>
          )}
        </>
      }
    >
      <p className="text-small text-text3">
        {size === undefined
          ? "At the quoted rates. With my size, each part dilutes the pool it goes into."
          : "Each part dilutes the pool it goes into; the range is what that may leave of the rate. No part exceeds the room of its market. Highest yield goes by the lower ends, and ignores leverage, exits and how steady a rate is."}
      </p>
      <table aria-label="Split" className="mt-3 w-full max-w-4xl border-separate border-spacing-0 text-body">
        <thead className="text-small">
          <tr>
            <th scope="col" className={`${headClass} pl-0 text-left!`}>
              Market
            </th>
            <th scope="col" className={`${headClass} w-20 text-left! md:w-24`}>
              Part
            </th>
            <th scope="col" className={headClass}>
              Share
            </th>
            {size === undefined ? null : (
              <th scope="col" className={`${headClass} max-md:hidden`}>
                Money
              </th>
            )}
            <th scope="col" className={headClass}>
              {rateLabel}
            </th>
            {size === undefined ? null : (
              <th scope="col" className={`${headClass} max-md:hidden`}>
                A year
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const part = parts[index] ?? 0;
            const amount = amounts[index];
            const rate = rates[index];
            const share = amount === undefined || money === undefined ? undefined : ratio(amount / money);
            const year = (end: "low" | "high"): Usd | undefined =>
              amount === undefined || rate === undefined ? undefined : usd(amount * rate[end]);
            const fits =
              whole === 0 || money === undefined || (amount ?? 0) >= ((money * part) / whole) * (1 - 1e-9);
            return (
              <tr key={row.id}>
                <th scope="row" className={`${cellClass} pl-0 text-left! font-normal`}>
                  <span className="flex items-center gap-2">
                    <SeriesLetter index={index} />
                    <span className="min-w-0 [overflow-wrap:anywhere] whitespace-normal">
                      <span className="font-semibold">{row.label}</span>{" "}
                      <span className="text-small text-text3 max-md:block">{placeName(row)}</span>
                      {fits ? null : (
                        <span className="block text-small text-text2">
                          {triangle}
                          {roomText(row, amount, size)}
                        </span>
                      )}
                    </span>
                  </span>
                </th>
                <td className={`${cellClass} text-left! align-middle whitespace-normal`}>
                  <ValueField
                    label={`Part of ${seriesLetters[index] ?? ""}, ${marketName(row)}`}
                    labelPlace="hidden"
                    height="tool"
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder="0"
                    value={part}
                    write={writePart}
                    read={readPart}
                    onValue={(value) => onParts(parts.map((old, at) => (at === index ? value : old)))}
                  />
                </td>
                <td className={cellClass}>
                  <NumberText value={formatShare(share)} />
                </td>
                {size === undefined ? null : (
                  <td className={`${cellClass} max-md:hidden`}>
                    <NumberText value={formatUsdExact(amount)} />
                  </td>
                )}
                <td className={cellClass}>
                  {rate === undefined ? (
                    <span className="text-small text-text3">no rate</span>
                  ) : (
                    <NumberText value={formatRateRange(ratio(rate.low), ratio(rate.high))} />
                  )}
                </td>
                {size === undefined ? null : (
                  <td className={`${cellClass} max-md:hidden`}>
                    <NumberText value={formatUsdRangeExact(year("low"), year("high"))} />
                  </td>
                )}
              </tr>
            );
          })}
          {unplaced === undefined ? null : (
            <tr>
              <th scope="row" colSpan={2} className={`${cellClass} pl-0 text-left! font-normal`}>
                Not allocated
              </th>
              <td className={cellClass}>
                <NumberText value={formatShare(unplaced)} />
              </td>
              {size === undefined ? null : (
                <td className={`${cellClass} max-md:hidden`}>
                  <NumberText value={formatUsdExact(usd(size * unplaced))} />
                </td>
              )}
              <td colSpan={size === undefined ? 1 : 2} className={cellClass} />
            </tr>
          )}
        </tbody>
      </table>
      <p className="mt-3" aria-live="polite">
        {low === undefined || high === undefined ? (
          <span className="text-text2">
            {lacking !== undefined
              ? `${marketName(lacking)} has no rate, so a split with it has none either.`
              : unplaced === undefined
                ? "Enter a part for at least one market, for example 60 and 40."
                : "None of these markets has room for it."}
          </span>
        ) : (
          <>
            Blended APY <b className="font-semibold">{inWords(formatRateRange(low.apy, high.apy))}</b>
            {size === undefined ? null : (
              <>
                ,{" "}
                <b className="font-semibold">
                  {inWords(formatUsdRangeExact(low.usdPerYear, high.usdPerYear))}
                </b>{" "}
                a year on {inWords(formatUsdExact(low.amount))}
              </>
            )}
            {unplaced === undefined ? null : (
              <>
                .{" "}
                {size === undefined
                  ? `${inWords(formatShare(unplaced))} is not allocated`
                  : `${inWords(formatUsdExact(usd(size * unplaced)))} is not allocated: these markets have no room for it`}
              </>
            )}
          </>
        )}
      </p>
      {own.length === 0 ? null : (
        <p className="text-small text-text2">
          {[...new Set(own.map(ownYieldText))].map((text) => sentence(text)).join(" ")}{" "}
          {own.every(({ apy }) => apy === undefined)
            ? "It is not in these rates."
            : own.some(({ apy }) => apy === undefined)
              ? "What is known is in these rates."
              : "It is in these rates."}
        </p>
      )}
    </Panel>
  );
}

/** Less of the money than this is a rest of rounding. */
const leastShare = 0.0005;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Why a part is smaller than it was entered. */
function roomText(row: MarketRow, amount: Usd | undefined, size: Usd | undefined): string {
  if (amount === 0 && row.kind === "loop") return "Closed, or its room is unknown: takes nothing";
  if (amount === 0 || size === undefined) return "Full: takes nothing";
  return `Only ${inWords(formatUsdExact(amount))} fits`;
}

export function writePart(part: number): string {
  return part === 0 ? "" : String(part);
}

/** "60", "12.5", "1,000"; nothing is 0. Anything else is explained. */
export function readPart(text: string): Reading<number> {
  const plain = text.trim().replaceAll(",", "");
  if (plain === "") return { ok: true, value: 0 };
  if (/^[-−]/.test(plain)) return { ok: false, message: "A part cannot be below zero." };
  if (!/^(?:\d{1,9}(?:\.\d{0,2})?|\.\d{1,2})$/.test(plain))
    return { ok: false, message: "Write a part as 60 or 12.5." };
  return { ok: true, value: Number(plain) };
}
