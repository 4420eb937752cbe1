import type { ReactNode } from "react";
import { ratio, type Usd } from "../../../contract/units.ts";
import { longShare } from "../../../finance/perpetual.ts";
import { debtInOtherToken } from "../../../finance/pool.ts";
import { overround, spread } from "../../../finance/prediction.ts";
import type { LoopInputs } from "../../calculators/loop/loop-inputs.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatMultiple,
  formatRate,
  formatShare,
  formatUsd,
  type Formatted,
  inWords,
} from "../../format/number.ts";
import { formatDay } from "../../format/time.ts";
import type { LoopRooms } from "../../market/column.ts";
import { columnOf, type ColumnId } from "../../market/columns.ts";
import { columnText } from "../../market/column-text.ts";
import {
  borrowRewardApy,
  capacity,
  poolAvailable,
  poolUtilization,
  rewardApy,
  sizeCover,
} from "../../market/row-values.ts";
import { cellContent } from "../../list/cell-content.ts";
import { rateBar, rateBarScale } from "../../list/rate-bar.tsx";
import { StatStrip, type StatFigure } from "../../ui/panel/stat.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { Ring } from "../../ui/marks/ring.tsx";
import { leverageText, namedLeverage } from "../../market/loops/leverage.ts";
import { certainKinkUtilization } from "../../../finance/dilution.ts";

export function MarketStrip({
  row,
  borrows,
  size,
  loops,
  loop,
  arriving,
}: {
  readonly row: MarketRow;
  readonly borrows: boolean;
  readonly size: Usd | undefined;
  readonly loops: LoopRooms | undefined;
  readonly loop: LoopInputs;
  readonly arriving: boolean;
}): ReactNode {
  const figures = borrows ? loanCells(row, size) : cellsOf(row, size, loops, loop, arriving);
  return (
    <div className="mt-4">
      <StatStrip name="Main figures" figures={figures} />
    </div>
  );
}

function cell(id: ColumnId, row: MarketRow, note: string, sign?: ReactNode): StatFigure {
  return { label: columnOf(id).name, value: textOf(id, row), note, sign };
}

function textOf(id: ColumnId, row: MarketRow): Formatted | string | undefined {
  return columnText(id, row, { size: undefined, basis: "total", benchmark: undefined });
}

function words(id: ColumnId, row: MarketRow, missing = "not published"): string {
  const text = textOf(id, row);
  return typeof text === "object" ? text.text : (text ?? missing);
}

function loanCells(row: MarketRow, size: Usd | undefined): readonly StatFigure[] {
  const limit = row.maxBorrow === undefined ? "no borrow limit published" : "by its liquidity and its limit";
  const now = borrowCell(row);
  return [
    { ...now, note: loanNote(row, size) ?? now.note },
    averagesCell(row, "baseBorrowApy"),
    cell("leftToBorrow", row, limit),
    utilizationCell(row),
    { ...ltvCell(row), label: "Max LTV as collateral" },
    depositCell(row),
  ];
}

/** The borrow rate at my size, as the list words it. */
function loanNote(row: MarketRow, size: Usd | undefined): string | undefined {
  const context = { size, basis: "total", benchmark: undefined } as const;
  const { text, second, secondIsBad = false } = cellContent("loanApy", row, context);
  if (size === undefined || (text === undefined && second === undefined)) return undefined;
  const mine = `with my ${formatUsd(size, "short").text}`;
  if (typeof text !== "object") return `${second ?? ""} ${mine}`;
  return `${text.text} ${mine}${secondIsBad ? `, ${second ?? ""}` : ""}`;
}

function cellsOf(
  row: MarketRow,
  size: Usd | undefined,
  loops: LoopRooms | undefined,
  loop: LoopInputs,
  arriving: boolean,
): readonly StatFigure[] {
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
      return [
        depositCell(row),
        averagesCell(row, "baseDepositApy"),
        cell("totalDepositUsd", row, "all that is deposited"),
        capacityCell(row),
      ];
    case "loop": {
      const near = loop.legs.quotedNear;
      const quotedAt =
        namedLeverage(row) === undefined && near !== undefined
          ? `near ${formatMultiple(near).text}`
          : (leverageText(row) ?? "");
      const opens = loop.limit === undefined ? "" : `${formatMultiple(loop.limit).text} can be opened`;
      return [
        cell("depositApy", row, `net, as quoted, ${quotedAt}`),
        legCell("supply", row, loop.legs, arriving),
        legCell("borrow", row, loop.legs, arriving),
        {
          label: columnOf("capacityLeft").name,
          value: columnText("capacityLeft", row, { size, basis: "total", benchmark: undefined, loops }),
          note: "of own money, by its two lending markets",
        },
        cell("maxLeverage", row, opens),
        ltvCell(row),
        averagesCell(row, "depositApy"),
      ];
    }
    case "perpetual":
      return [
        { label: "Long", value: formatShare(longShare(row)), note: "of the liquidity is for longs" },
        cell("longUsd", row, "for opening longs"),
        cell("shortUsd", row, "for opening shorts"),
        cell("maxLeverage", row, "of own money"),
        ...(row.maxLtv === undefined ? [] : [ltvCell(row)]),
      ];
    case "prediction":
      return [
        cell("chance", row, "that it ends with yes, half way between the prices"),
        cell("yesAsk", row, `to buy, ${words("yesBid", row, "no")} bid`),
        cell("noAsk", row, `to buy, ${words("noBid", row, "no")} bid`),
        cell(
          "spread",
          row,
          spread({ bid: row.yesBid, ask: row.yesAsk }) === overround(row)
            ? "also what both asks cost above $1"
            : `overround ${inWords(formatShare(overround(row)), "not published")}`,
        ),
        cell("status", row, row.result === undefined || row.result === "" ? "no result yet" : ""),
        cell("closeTime", row, row.closeTime === undefined ? "" : formatDay(row.closeTime)),
        cell("volume", row, `open interest ${words("openInterest", row)}`),
      ];
    default:
      return row.kind satisfies never;
  }
}

/** What a loop's tokens earn or its debt costs, and the source. */
function legCell(
  side: "supply" | "borrow",
  { tokens: [supplied, borrowed] }: MarketRow,
  { supplyFrom, borrowFrom, supplyApy, borrowApy, bound, assumedLeverage }: LoopInputs["legs"],
  arriving: boolean,
): StatFigure {
  const isSupply = side === "supply";
  const figure = isSupply
    ? { label: `Supply ${supplied?.symbol ?? "leg"}`, value: formatRate(supplyApy) }
    : { label: `Borrow ${borrowed?.symbol ?? "leg"}`, value: formatRate(borrowApy) };
  const from = isSupply ? supplyFrom : borrowFrom;
  const least = isSupply === (bound === "at least") ? "at least" : "at most";
  switch (from) {
    case "lending":
      return { ...figure, note: "from its lending market" };
    case "implied":
      return {
        ...figure,
        note:
          bound === undefined
            ? "implied by the quoted rate"
            : `${least}: implied at the maximum of ${inWords(formatMultiple(assumedLeverage))}`,
      };
    case "unknown":
      if (arriving) return { ...figure, note: "its market is being read", missing: "…" };
      return {
        ...figure,
        note:
          isSupply && borrowFrom === "lending"
            ? "the quoted rate is under the borrow cost, and its leverage is not published"
            : "not known from the loaded markets",
      };
    default:
      return from satisfies never;
  }
}

/** "1.00 base + 2.05 USDS rewards": no percent signs, which the value above carries. */
function partsNote(row: MarketRow, side: "deposit" | "borrow"): string {
  const [base, rewards, sign] =
    side === "deposit"
      ? [row.baseDepositApy, rewardApy(row), "+"]
      : [row.baseBorrowApy, borrowRewardApy(row), "−"];
  if (base === undefined) return "base not published";
  if (rewards === undefined) return `${formatRate(base).text} base, rewards not published`;
  if (rewards === 0) return "all of it base";
  const paid = row.rewards.flatMap((reward) => (reward.side === side ? (reward.token?.symbol ?? []) : []));
  const tokens = [...new Set(paid)];
  const named = tokens.length === 0 || tokens.length > 2 ? "" : `${tokens.join(", ")} `;
  return `${formatRate(base).text} base ${sign} ${formatRate(rewards).text} ${named}rewards`;
}

function depositCell(row: MarketRow): StatFigure {
  const rate = { total: row.depositApy, base: row.baseDepositApy, rewards: [rewardApy(row)] };
  const whole = rateBarScale(rate);
  const bar = whole === undefined ? null : rateBar(rate, whole, 96);
  return cell("depositApy", row, partsNote(row, "deposit"), bar);
}

function borrowCell(row: MarketRow): StatFigure {
  return cell("borrowApy", row, row.borrowApy === undefined ? "" : partsNote(row, "borrow"));
}

function utilizationCell(row: MarketRow): StatFigure {
  const used = poolUtilization(row);
  const [lent, deposits] = [words("totalBorrowUsd", row), words("totalDepositUsd", row)];
  const note =
    row.totalBorrowUsd === undefined || row.totalDepositUsd === undefined
      ? "borrows / deposits"
      : debtInOtherToken(row)
        ? `${lent} lent against ${deposits} of ${row.tokens[0]?.symbol ?? "collateral"}`
        : `${lent} of ${deposits} lent out`;
  const meter =
    used === undefined ? null : <Meter share={used} danger={used > certainKinkUtilization} width={64} />;
  return cell("utilization", row, note, meter);
}

/** Below the full size a share, because 0.996 times would read "1.0 ×". */
function coverText(cover: number): string {
  return cover < 1 ? `${inWords(formatShare(ratio(cover)))} of` : formatMultiple(cover).text;
}

function availableCell(row: MarketRow, size: Usd | undefined): StatFigure {
  const cover = sizeCover(row, size);
  const unsized = `${poolAvailable(row) === undefined ? "what " : ""}can be withdrawn now`;
  return cell(
    "available",
    row,
    cover === undefined ? unsized : `${coverText(cover)} your size can leave now`,
  );
}

function capacityCell(row: MarketRow): StatFigure {
  const room = capacity(row);
  if (room?.used === undefined) return cell("capacityLeft", row, "no deposit limit published");
  const note = `${inWords(formatShare(room.used))} of the cap used`;
  return cell("capacityLeft", row, note, <Ring share={room.used} danger={room.full} />);
}

function ltvCell(row: MarketRow): StatFigure {
  const liquidation =
    row.liquidationLtv === undefined
      ? "liquidation not published"
      : `liquidation at ${words("liquidationLtv", row)}`;
  const penalty = row.liquidationPenalty === undefined ? "" : `, penalty ${words("liquidationPenalty", row)}`;
  return cell("maxLtv", row, liquidation + penalty);
}

function averagesCell(row: MarketRow, rate: "depositApy" | "baseDepositApy" | "baseBorrowApy"): StatFigure {
  const note = `30d ${words(`${rate}30d`, row)}, 180d ${words(`${rate}180d`, row)}`;
  return cell(`${rate}90d`, row, note);
}
