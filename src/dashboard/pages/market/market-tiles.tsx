import type { CSSProperties, ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { loanToValue } from "../../../finance/debt/borrow.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { loopNetApy } from "../../../finance/debt/loop.ts";
import { certainKinkUtilization } from "../../../finance/dilution.ts";
import { earnings } from "../../../finance/rates.ts";
import { longShare } from "../../../finance/perpetual.ts";
import { capacityUsed, debtInOtherToken } from "../../../finance/pool.ts";
import type { LoanInputs } from "../../calculators/loan-inputs.ts";
import { legSource, type LoopInputs } from "../../calculators/loop/loop-inputs.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  bare,
  formatMultiple,
  formatPoints,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdRangeExact,
  inWords,
  textOf,
} from "../../../domain/format/number.ts";
import { formatDay } from "../../../domain/format/time.ts";
import { trades } from "../../../domain/market/assess/checks.ts";
import { unknownNote } from "../../../domain/market/assess/words.ts";
import type { AssessContext, Side } from "../../../domain/market/assess/assessment.ts";
import { borrowRateOfBasis, rateOfBasis } from "../../../domain/market/column.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { columnRecord, columnText } from "../../../domain/market/column-text.ts";
import { columnOf, type ColumnId } from "../../../domain/market/columns.ts";
import { leverageText } from "../../../domain/market/market-text.ts";
import {
  borrowRewardApy,
  isClosedLoop,
  loanRate,
  poolAvailable,
  poolUtilization,
  rewardApy,
  sizeCover,
  sizeEffect,
} from "../../../domain/market/row-values.ts";
import { predictionParts } from "../../select/group-events.ts";
import { Meter } from "../../ui/marks/meter.tsx";
import { noteLines, Stat, type StatFigure } from "../../ui/panel/stat.tsx";
import type { RecordFigures } from "../../../domain/market/record-figures.ts";
import type { LowestDay } from "../../history/history-findings.ts";

interface TilesProps extends Pick<AssessContext, "size" | "basis" | "loops" | "record"> {
  readonly row: MarketRow;
  readonly loop: LoopInputs;
  readonly loan: LoanInputs | undefined;
  readonly low90d: LowestDay | undefined;
}

export function MarketTiles(props: TilesProps): ReactNode {
  const { lead, others } = tilesOf(props);
  const style: CSSProperties & Record<"--few" | "--all", string> = {
    "--few": `repeat(${String(Math.min(others.length, others.length % 3 === 0 ? 3 : 4))}, minmax(0, 1fr))`,
    "--all": `minmax(0, 2.7fr) repeat(${String(others.length)}, minmax(0, 1fr))`,
  };
  return (
    <dl
      aria-label="Main figures"
      className="mt-4 grid grid-cols-2 overflow-hidden rounded-panel border border-line2 bg-surface sm:grid-cols-(--few) xl:grid-cols-(--all)"
      style={style}
    >
      <Stat
        size="lead"
        missing="—"
        className="col-span-full grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-5 px-3 py-3 max-sm:grid-cols-1 md:px-4 xl:col-span-1 [&>dt]:col-span-full"
        noteClass="pb-1.5 text-small!"
        {...lead}
      />
      {others.map((figure) => (
        <Stat
          key={figure.label}
          size="large"
          missing="—"
          className="-mt-px -ml-px border-t border-l border-line px-3 py-3 max-sm:last:even:col-span-2 md:px-4"
          {...figure}
        />
      ))}
    </dl>
  );
}

function explainIn(id: ColumnId, row: MarketRow, isKnown: boolean): string {
  return explainColumn(id, isKnown ? undefined : row.providerName);
}

const context = { size: undefined, basis: "total", benchmark: undefined } as const;

function tile(id: ColumnId, row: MarketRow, note?: string, icon?: ReactNode): StatFigure {
  const value = columnText(id, row, context);
  const help = explainIn(id, row, value !== undefined);
  return { label: columnOf(id).name, value, note, icon, help };
}

function words(id: ColumnId, row: MarketRow): string | undefined {
  return textOf(columnText(id, row, context));
}

function tilesOf(props: TilesProps): { readonly lead: StatFigure; readonly others: readonly StatFigure[] } {
  const { row, loan } = props;
  switch (row.kind) {
    case "lending":
    case "other":
      return loan === undefined ? deposit(props) : borrow(props, loan);
    case "yield":
      return deposit(props);
    case "loop":
      return loopTiles(props);
    case "perpetual":
      return {
        lead: {
          label: "Long share of liquidity",
          value: formatShare(longShare(row)),
          help: "Long / (long + short) liquidity.",
          note: "Costs unknown",
        },
        others: [
          tile("longUsd", row, "for opening longs"),
          tile("shortUsd", row, "for opening shorts"),
          tile("maxLeverage", row, "of equity"),
          ...(row.maxLtv === undefined ? [] : [tile("maxLtv", row)]),
        ],
      };
    case "prediction": {
      const chance = tile("chance", row);
      const { outcome } = predictionParts(row);
      return {
        lead: {
          ...chance,
          label: outcome === undefined ? chance.label : `Chance of “${outcome}”`,
          note: noteLines(
            chance.value !== undefined && "implied by mid price",
            words("status", row) ?? false,
          ),
        },
        others: [
          tile("yesAsk", row, `bid ${words("yesBid", row) ?? "unknown"}`),
          tile("noAsk", row, `bid ${words("noBid", row) ?? "unknown"}`),
          tile("spread", row),
          {
            ...tile("closeTime", row, row.closeTime === undefined ? undefined : formatDay(row.closeTime)),
            ...(trades(row) ? {} : { label: (row.closeTime ?? 0) > row.readAt ? "Was to close" : "Closed" }),
          },
          tile("volume", row, `open interest ${words("openInterest", row) ?? "unknown"}`),
        ],
      };
    }
  }
}

function deposit(props: TilesProps) {
  const { row, size, basis, low90d, record } = props;
  return {
    lead: rateLead(props, "deposit", size, sizeEffect(row, size, basis)),
    others: [
      lowTile(row, low90d),
      ...(row.kind === "yield"
        ? [tile("totalDepositUsd", row), averageTile(row, record)]
        : [utilizationTile(row), availableTile(row, size)]),
      capacityTile(row),
    ],
  };
}

/** The quoted rate, or `rate` at the size of the user's own deposit or loan. */
function rateLead(
  { row, basis }: TilesProps,
  side: Side,
  size: Usd | undefined,
  rate: { readonly low: Ratio | undefined; readonly high: Ratio | undefined } | undefined,
): StatFigure {
  const isLoan = side === "borrow";
  const quoted = isLoan ? borrowRateOfBasis[basis] : rateOfBasis[basis];
  const { name } = columnOf(quoted);
  const isKnown = row[quoted] !== undefined;
  const value = columnText(quoted, row, context);
  const parts = ratePartsText(row, side);
  if (size === undefined || rate?.low === undefined)
    return { label: name, value, help: explainIn(quoted, row, isKnown), note: parts };
  const { low, high } = rate;
  const year = formatUsdRangeExact(earnings({ size, apy: low }), earnings({ size, apy: high }));
  const total = formatRate(isLoan ? row.borrowApy : row.depositApy);
  return {
    label: `${name} at ${formatUsd(size, "short").text}`,
    value: formatRateRange(low, high),
    help: explainIn(isLoan ? "loanApy" : "effectiveApy", row, isKnown),
    note: noteLines(`${inWords(year)} a year`, `${inWords(total)} quoted: ${parts}`),
  };
}

function lowTile(row: MarketRow, low: LowestDay | undefined): StatFigure {
  return {
    label: "90d low",
    value: formatRate(low?.apy),
    note: low && lowNote(row, low),
    help: `The lowest daily APY of the last 90 complete days, rewards included. Source: the market's history.${low === undefined ? " Unknown until enough days are loaded." : ""}`,
  };
}

function lowNote(row: MarketRow, { apy, time }: LowestDay): string {
  if (row.depositApy !== undefined && row.depositApy < apy) return "today is lower";
  return `on ${formatDay(time)}${(rewardApy(row) ?? 0) > 0 ? ", with rewards" : ""}`;
}

function averageTile(row: MarketRow, record: RecordFigures | undefined): StatFigure {
  const id = "baseDepositApy90d";
  const inputs = { ...context, record };
  const value = columnText(id, row, inputs);
  const recorded = columnRecord(id, row, inputs);
  const d30 = textOf(columnText("baseDepositApy30d", row, inputs)) ?? "—";
  const d180 = textOf(columnText("baseDepositApy180d", row, inputs)) ?? "—";
  return {
    label: columnOf(id).name,
    value,
    note: `30d ${d30}, 180d ${d180}`,
    help: recorded === undefined ? explainIn(id, row, value !== undefined) : `${recorded}.`,
  };
}

/** "1.00 base + 2.05 USDS rewards". Without a percent sign, because the figure before it has one. */
function ratePartsText(row: MarketRow, side: Side): string {
  const [base, rewards, sign] =
    side === "deposit"
      ? [row.baseDepositApy, rewardApy(row), "+"]
      : [row.baseBorrowApy, borrowRewardApy(row), "−"];
  if (base === undefined || rewards === undefined) return "base and rewards unknown";
  if (rewards === 0) return "no rewards";
  const paid = row.rewards.flatMap((reward) => (reward.side === side ? (reward.token?.symbol ?? []) : []));
  const tokens = [...new Set(paid)];
  const named = tokens.length === 0 || tokens.length > 2 ? "" : `${tokens.join(", ")} `;
  return `${bare(formatRate(base))} base ${sign} ${bare(formatRate(rewards))} ${named}rewards`;
}

function utilizationTile(row: MarketRow): StatFigure {
  const used = poolUtilization(row);
  const [lent, deposits] = [words("totalBorrowUsd", row), words("totalDepositUsd", row)];
  const note =
    lent === undefined || deposits === undefined
      ? undefined
      : debtInOtherToken(row)
        ? `${lent} lent against ${deposits} of ${row.tokens[0]?.symbol ?? "collateral"}`
        : `${lent} of ${deposits} lent out`;
  const meter =
    used === undefined ? null : (
      <Meter share={used} danger={used > certainKinkUtilization} className="h-1 w-12 shrink-0" />
    );
  return tile("utilization", row, note, meter);
}

function availableTile(row: MarketRow, size: Usd | undefined): StatFigure {
  if (poolAvailable(row) === undefined) return tile("available", row);
  const cover = sizeCover(row, size);
  // Values like 0.996 would read "1.0×".
  const note =
    cover === undefined
      ? "withdrawable now"
      : cover < 1
        ? `${inWords(formatShare(ratio(cover)))} of your size`
        : `${formatMultiple(cover, "short").text} your size`;
  return tile("available", row, note);
}

function capacityTile(row: MarketRow): StatFigure {
  const used = capacityUsed(row);
  return tile(
    "capacityLeft",
    row,
    used === undefined ? undefined : `${inWords(formatShare(used))} of the cap used`,
  );
}

/** Borrowers see only the terms of the chosen collateral. */
function borrow(props: TilesProps, loan: LoanInputs) {
  const { row, basis } = props;
  const { collateral, share } = loan;
  const debtUsd = loan.isExample ? undefined : loan.debtUsd;
  const lead = rateLead(props, "borrow", debtUsd, loanRate(row, debtUsd, basis));
  const symbol = collateral?.tokens[0]?.symbol ?? "collateral";
  const liquidationLtv = collateral?.liquidationLtv;
  return {
    lead: loan.isEmpty ? { ...lead, note: "Nothing to borrow" } : lead,
    others: [
      {
        label: `Max LTV of ${symbol}`,
        value: formatShare(collateral?.maxLtv),
        note: `liquidation ${inWords(formatShare(liquidationLtv))}, penalty ${inWords(formatShare(collateral?.liquidationPenalty))}`,
        help:
          collateral?.maxLtv === undefined ? unknownNote(row.providerName) : explainIn("maxLtv", row, true),
      },
      {
        label: "Drop to liquidation",
        value: loan.isEmpty
          ? undefined
          : formatShare(dropToLiquidation({ ltv: loanToValue(loan), liquidationLtv })),
        note: `of ${symbol}, at ${inWords(formatShare(ratio(share), "whole"))} of the limit`,
        help: "1 − LTV / liquidation LTV, at the share of the limit chosen below.",
      },
      utilizationTile(row),
      tile("leftToBorrow", row),
    ],
  };
}

const leverageHelp = {
  assumed: "The market publishes no leverage, so it is assumed to be halfway to the maximum.",
  implied: "The market publishes no leverage. At this one, the lending markets' rates give the quoted APY.",
} as const;

function loopTiles({ row, size, loops, loop, low90d }: TilesProps) {
  const { supplyApy, borrowApy, leverage, leverageFrom, bound } = loop;
  const net = loopNetApy({ supplyApy, borrowApy, leverage });
  const gain =
    net === undefined || supplyApy === undefined || bound === "at most" ? undefined : ratio(net - supplyApy);
  const supplied = row.tokens[0]?.symbol ?? "the collateral";
  const drop = dropToLiquidation({ ltv: ltvOfLeverage({ leverage }), liquidationLtv: row.liquidationLtv });
  const multiple = inWords(formatMultiple(leverage), "unknown leverage");
  const at =
    leverageFrom === undefined || leverage === undefined ? multiple : `an ${leverageFrom} ${multiple}`;
  const leverageNote = leverageFrom === undefined ? "" : ` ${leverageHelp[leverageFrom]}`;
  return {
    lead: {
      label: "Net APY",
      value: columnText("depositApy", row, context),
      help: explainIn("depositApy", row, row.depositApy !== undefined),
      note: `quoted, ${leverageText(row) ?? `at ${multiple}`}`,
    },
    others: [
      {
        label: "vs holding",
        value: formatPoints(gain),
        note: `${gain === undefined || bound === undefined ? "" : "at least, "}${supplied} alone, at ${at}`,
        danger: gain !== undefined && gain < 0,
        help: `Net APY − supply yield at the leverage of the calculator: (L − 1) · (supply yield − borrow cost).${leverageNote} Borrow cost: ${legSource(loop, "borrow")}`,
      },
      {
        label: "Drop to liquidation",
        value: formatShare(drop),
        note: `at ${at}`,
        help:
          drop === undefined
            ? unknownNote(row.providerName)
            : `1 − LTV / liquidation LTV, with LTV = (L − 1) / L.${leverageNote}`,
      },
      lowTile(row, low90d),
      {
        label: "Capacity",
        value: columnText("capacityLeft", row, { ...context, size, loops }),
        note: isClosedLoop(row, loops) ? undefined : `of equity, at ${at}`,
        help: "Equity the loop can take now at the leverage of the calculator, limited by its two lending markets.",
      },
    ],
  };
}
