// The figures that decide, in one line: which ones depends on what kind of market it is.
import type { ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { depthSkew } from "../../../finance/perpetual.ts";
import { mid, overround, spread } from "../../../finance/prediction.ts";
import { rewardTotal } from "../../../finance/rates.ts";
import type { LoopInputs } from "../../calculators/loop/loop-inputs.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatCount,
  formatMultiple,
  formatPrice,
  formatRate,
  formatShare,
  formatUsd,
  type Formatted,
  inWords,
} from "../../format/number.ts";
import { formatDay, formatUntil } from "../../format/time.ts";
import { capacity, poolAvailable, poolUtilization, rewardApy, sizeCover } from "../../market/row-values.ts";
import { rateBar, wholeOf } from "../../list/rate-bar.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/ring.tsx";

interface Cell {
  readonly label: string;
  readonly value: Formatted | string | undefined;
  readonly sign?: ReactNode;
  readonly note: string;
}

export function MarketStrip({
  row,
  size,
  loop,
}: {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly loop: LoopInputs;
}): ReactNode {
  return (
    <dl
      aria-label="Main figures"
      className="mt-4 grid grid-cols-2 overflow-hidden rounded-panel border border-line2 bg-surface sm:grid-cols-3 xl:flex"
    >
      {cellsOf(row, size, loop).map(({ label, value, sign, note }) => {
        return (
          <div
            key={label}
            className="-mt-px -ml-px min-w-0 flex-1 border-t border-l border-line px-3 py-2.5 md:px-4"
          >
            <dt className="text-small text-text2">{label}</dt>
            <dd className="flex flex-wrap items-center gap-x-2.5 text-strip font-semibold">
              {value === undefined ? (
                <span className="text-body leading-6 font-normal text-text3">not published</span>
              ) : typeof value === "object" ? (
                <NumberText value={value} />
              ) : (
                value
              )}
              {value === undefined ? null : sign}
            </dd>
            <dd className="text-tiny text-text2">{note}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function cellsOf(row: MarketRow, size: Usd | undefined, loop: LoopInputs): readonly Cell[] {
  switch (row.kind) {
    case "lending":
    case "other":
      return [
        depositCell(row),
        borrowCell(row),
        utilizationCell(row),
        availableCell(row, size),
        capacityCell(row),
        ltvCell(row),
      ];
    case "yield":
      return [depositCell(row), averagesCell(row), depositsCell(row), capacityCell(row)];
    case "loop":
      return [
        {
          label: "Deposit APY",
          value: formatRate(row.depositApy),
          note:
            loop.legs.quotedNear === undefined
              ? "net, as quoted"
              : `net, as quoted, near ${formatMultiple(loop.legs.quotedNear).text}`,
        },
        {
          label: `Supply ${row.tokens[0]?.symbol ?? "leg"}`,
          value: formatRate(loop.legs.supplyApy),
          note: legNote(loop.legs.supplyFrom),
        },
        {
          label: `Borrow ${row.tokens[1]?.symbol ?? "leg"}`,
          value: formatRate(loop.legs.borrowApy),
          note: legNote(loop.legs.borrowFrom),
        },
        {
          label: "Max leverage",
          value: formatMultiple(row.maxLeverage),
          note: loop.limit === undefined ? "" : `${formatMultiple(loop.limit).text} can be opened`,
        },
        ltvCell(row),
        averagesCell(row),
      ];
    case "perpetual": {
      const skew = depthSkew(row);
      return [
        { label: "Long liquidity", value: formatUsd(row.longUsd), note: "for opening longs" },
        { label: "Short liquidity", value: formatUsd(row.shortUsd), note: "for opening shorts" },
        {
          label: "Leans",
          value:
            skew === undefined
              ? undefined
              : skew === 0
                ? "to neither"
                : `${inWords(formatShare(ratio(Math.abs(skew))))} ${skew > 0 ? "long" : "short"}`,
          note: "(long − short) / (long + short)",
        },
        { label: "Max leverage", value: formatMultiple(row.maxLeverage), note: "of own money" },
        ...(row.maxLtv === undefined ? [] : [ltvCell(row)]),
      ];
    }
    case "prediction":
      return [
        {
          label: "Yes",
          value: formatPrice(mid({ bid: row.yesBid, ask: row.yesAsk })),
          note: `${priceText(row.yesBid)} bid, ${priceText(row.yesAsk)} ask`,
        },
        {
          label: "No",
          value: formatPrice(mid({ bid: row.noBid, ask: row.noAsk })),
          note: `${priceText(row.noBid)} bid, ${priceText(row.noAsk)} ask`,
        },
        {
          label: "Spread of yes",
          value: formatPrice(spread({ bid: row.yesBid, ask: row.yesAsk })),
          note: `overround ${inWords(formatShare(overround(row)))}`,
        },
        {
          label: "Status",
          value: row.status,
          note: row.result === undefined || row.result === "" ? "no result yet" : `result: ${row.result}`,
        },
        {
          label: "Closes",
          value: row.closeTime === undefined ? undefined : formatUntil(row.closeTime, row.readAt),
          note: row.closeTime === undefined ? "" : formatDay(row.closeTime),
        },
        {
          label: "Volume",
          value: formatCount(row.volume),
          note: `open interest ${countText(row.openInterest)}`,
        },
      ];
    default:
      return row.kind satisfies never;
  }
}

function priceText(price: Ratio | undefined): string {
  return price === undefined ? "no" : formatPrice(price).text;
}

function countText(count: number | undefined): string {
  return inWords(formatCount(count), "not published");
}

function legNote(from: LoopInputs["legs"]["supplyFrom"]): string {
  switch (from) {
    case "lending":
      return "from its lending market";
    case "implied":
      return "implied by the quoted rate";
    case "unknown":
      return "not known from the loaded markets";
    default:
      return from satisfies never;
  }
}

/** "1.00 base + 2.05 USDS rewards": figures without their percent sign, which the value above carries. */
function partsNote(
  base: Ratio | undefined,
  rewards: Ratio | undefined,
  sign: "+" | "−",
  tokens: readonly string[],
): string {
  if (base === undefined) return "base not published";
  if (rewards === undefined) return `${formatRate(base).text} base, rewards not published`;
  if (rewards === 0) return "all of it base";
  const named = tokens.length === 0 || tokens.length > 2 ? "" : `${tokens.join(", ")} `;
  return `${formatRate(base).text} base ${sign} ${formatRate(rewards).text} ${named}rewards`;
}

function rewardTokens(row: MarketRow, side: "deposit" | "borrow"): readonly string[] {
  return [
    ...new Set(
      row.rewards.flatMap((reward) =>
        reward.side === side && reward.token !== undefined ? [reward.token.symbol] : [],
      ),
    ),
  ];
}

function depositCell(row: MarketRow): Cell {
  const rewards = rewardApy(row);
  const rate = { total: row.depositApy, base: row.baseDepositApy, rewards: [rewards] };
  const whole = wholeOf(rate);
  return {
    label: "Deposit APY",
    value: formatRate(row.depositApy),
    sign: whole === undefined ? null : rateBar(rate, whole, 96),
    note: partsNote(row.baseDepositApy, rewards, "+", rewardTokens(row, "deposit")),
  };
}

function borrowCell(row: MarketRow): Cell {
  const rewards = rewardTotal({
    rewards: row.rewardsGiven ? row.rewards : undefined,
    total: row.borrowApy,
    base: row.baseBorrowApy,
    side: "borrow",
  });
  return {
    label: "Borrow APY",
    value: formatRate(row.borrowApy),
    note:
      row.borrowApy === undefined
        ? ""
        : partsNote(row.baseBorrowApy, rewards, "−", rewardTokens(row, "borrow")),
  };
}

function utilizationCell(row: MarketRow): Cell {
  const used = poolUtilization(row);
  return {
    label: "Utilization",
    value: formatShare(used),
    sign: used === undefined ? null : <Meter share={used} danger={used > 0.9} width={64} />,
    note:
      row.totalBorrowUsd === undefined || row.totalDepositUsd === undefined
        ? "borrows / deposits"
        : `${formatUsd(row.totalBorrowUsd).text} of ${formatUsd(row.totalDepositUsd).text} lent out`,
  };
}

function availableCell(row: MarketRow, size: Usd | undefined): Cell {
  const free = poolAvailable(row);
  const cover = sizeCover(row, size);
  return {
    label: "Available",
    value: formatUsd(free),
    note:
      cover !== undefined
        ? `${formatMultiple(cover).text} your size can leave now`
        : "can be withdrawn or borrowed now",
  };
}

function capacityCell(row: MarketRow): Cell {
  const room = capacity(row);
  return {
    label: "Capacity left",
    value: room === undefined ? undefined : room.full ? "full" : formatUsd(room.left),
    sign: room?.used === undefined ? null : <Ring share={room.used} danger={room.full} />,
    note:
      room?.used === undefined
        ? "no deposit limit published"
        : `${formatShare(room.used).text} of the cap used`,
  };
}

function ltvCell(row: MarketRow): Cell {
  const parts = [
    row.liquidationLtv === undefined
      ? "liquidation not published"
      : `liquidation at ${formatShare(row.liquidationLtv).text}`,
    ...(row.liquidationPenalty === undefined ? [] : [`penalty ${formatShare(row.liquidationPenalty).text}`]),
  ];
  return { label: "Max LTV", value: formatShare(row.maxLtv), note: parts.join(", ") };
}

function depositsCell(row: MarketRow): Cell {
  return { label: "Deposits", value: formatUsd(row.totalDepositUsd), note: "all that is deposited" };
}

function averagesCell(row: MarketRow): Cell {
  const net = row.kind === "loop";
  const values = net
    ? [row.depositApy30d, row.depositApy90d, row.depositApy180d]
    : [row.baseDepositApy30d, row.baseDepositApy90d, row.baseDepositApy180d];
  const [d30, d90, d180] = values;
  return {
    label: net ? "Net, 90d average" : "Base, 90d average",
    value: formatRate(d90),
    note: `30d ${rateText(d30)}, 180d ${rateText(d180)}`,
  };
}

function rateText(rate: Ratio | undefined): string {
  return inWords(formatRate(rate), "not published");
}
