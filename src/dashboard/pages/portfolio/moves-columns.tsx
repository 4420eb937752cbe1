import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { tokenAmount, type Ratio, type Usd } from "../../../contract/units.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatGain } from "../../../domain/format/money.ts";
import {
  formatAmount,
  formatCount,
  formatMultiple,
  formatRate,
  formatShare,
  formatUsdExact,
  inWords,
} from "../../../domain/format/number.ts";
import { rateOfBasis, type ApyBasis } from "../../../domain/market/column.ts";
import type { FactChip } from "../../../domain/marks.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { sizeCover } from "../../../domain/market/row-values.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import { OneAction } from "../../actions/action-buttons.tsx";
import type { PositionRow } from "../../../domain/position/position-row.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import type { Move } from "../../portfolio/moves/moves.ts";
import { exportName } from "../../select/export-rows.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { tick, triangle } from "../../ui/marks/inline-icons.tsx";
import { factText } from "../../ui/marks/fact-chips.tsx";
import { Note } from "../../ui/marks/note.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { Explained, tipProps } from "../../ui/overlay/tooltip.tsx";
import { bold, columnsOf } from "../../ui/table/columns.ts";
import { useSharedParameters } from "../../view-state/address.ts";
import { withParameters } from "../../../domain/view-state/search-text.ts";
import { compareHref } from "../frame/nav-links.ts";
import { PositionName } from "./positions/position-parts.tsx";

const { column, figure } = columnsOf<ShownMove>();

interface ShownMove extends Move {
  readonly rank: number;
  readonly flag: FactChip | undefined;
}

const rateHelp = {
  Now: "What the deposit earns today, rewards included.",
  After: "The lower bound with all moves made, after dilution by your deposits. For a loan, its borrow APY.",
} as const;

export function moveColumns(basis: ApyBasis) {
  return [
    column("Amount", {
      help: "The amount moved out of the position, in US dollars at today's price.",
      card: "lead",
      csv: "amount (USD)",
      csvMore: [
        ["token", ({ from }) => from.token?.symbol],
        ["wallet", ({ from }) => from.wallet],
      ],
      value: ({ amount }) => amount,
      cell: ({ amount, from, rank }, isCard) => (
        <span className="flex items-center gap-3">
          <span className="inline-flex size-[22px] shrink-0 items-center justify-center rounded-full bg-selected text-small font-semibold text-accent">
            {formatCount(rank).text}
          </span>
          <span className={isCard ? "flex flex-wrap items-baseline gap-x-1.5 text-[15px] leading-5" : ""}>
            <NumberText value={formatUsdExact(amount)} className="font-semibold" />
            <Note>{from.token?.symbol}</Note>
          </span>
        </span>
      ),
    }),
    column("From", {
      align: "start",
      card: "line",
      className: "md:max-w-48",
      csvMore: [["from, id", ({ from }) => from.marketId]],
      value: ({ from }) => marketName(from.market),
      cell: (move, isCard) => (isCard ? <CardRoute move={move} /> : <PositionName row={move.from} />),
    }),
    figure("Now", exportName("depositApy", " now"), rateHelp.Now, ({ apyNow }) => apyNow, formatRate, {
      card: "omit",
    }),
    column("To", {
      align: "start",
      card: "omit",
      className: "md:max-w-48",
      csvMore: [["to, id", ({ to }) => to.id]],
      value: ({ to, loan }) => (loan === undefined ? marketName(to) : `Loan in ${marketName(to)}`),
      cell: (move) => (
        <span className="flex items-center gap-3">
          <ArrowRight className="size-3.5 shrink-0 text-text2 max-lg:hidden" />
          <Destination move={move} />
        </span>
      ),
    }),
    figure("After", "fraction per year", rateHelp.After, ({ apyThen }) => apyThen, formatRate, {
      // Exported as separate columns, because what a deposit earns is not comparable with what a loan costs.
      csv: [
        exportName(rateOfBasis[basis], " after moves", "at least"),
        ({ loan, apyThen }) => (loan === undefined ? apyThen : undefined),
      ],
      csvMore: [
        [exportName("borrowApy"), ({ loan, apyThen }) => (loan === undefined ? undefined : apyThen)],
        [exportName("rewardApy", " after moves"), ({ rewards }) => rewards],
      ],
      card: "omit",
      ...bold,
    }),
    column("Checks", {
      align: "start",
      card: "line",
      className: "md:min-w-44 whitespace-normal",
      csvMore: [
        [exportName("exitCover"), ({ to, held }) => sizeCover(to, held)],
        [exportName("shareOfPool"), ({ loan, share }) => (loan === undefined ? share : undefined)],
        ["shareOfLoan (fraction)", ({ loan, share }) => (loan === undefined ? undefined : share)],
        ["caution", ({ flag }) => factText(flag)],
      ],
      cell: (move, isCard) => (
        <span className={isCard ? "flex items-end justify-between gap-3" : "contents"}>
          {checksOf(move, basis)}
          {isCard ? <MoveLink move={move} /> : null}
        </span>
      ),
    }),
    column("Gain a year", {
      help: "Amount × (after − now), less the dilution of your money already there.",
      card: "lead",
      csv: "gain a year (at least, USD)",
      value: ({ gain }) => gain,
      cell: ({ gain }, isCard) => (
        <>
          <NumberText value={formatGain(gain, "whole")} className="font-semibold" />
          {isCard ? <Note className="font-normal"> a year</Note> : null}
        </>
      ),
    }),
    column("Compare", {
      isHeaderHidden: true,
      card: "omit",
      cell: (move) => <MoveLink move={move} />,
    }),
  ];
}

/** Shows where the money of a card comes from and goes to, each with its rate. */
function CardRoute({ move }: { readonly move: ShownMove }): ReactNode {
  const { from, apyNow, apyThen, rank } = move;
  // Like a card's labels, the rates of the first card are tab stops with an explanation.
  const rate = (word: keyof typeof rateHelp, value: Ratio | undefined, className = ""): ReactNode => (
    <dd data-tip={rateHelp[word]} className="text-right">
      <NumberText value={formatRate(value)} className={className} />
      <Note>
        <span {...(rank === 1 ? tipProps(rateHelp[word]) : {})} className="rounded-item">
          {word.toLowerCase()}
        </span>
      </Note>
    </dd>
  );
  const term = "text-tiny text-text2";
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5">
      <dt className={term}>From</dt>
      <dd>
        <PositionName row={from} />
      </dd>
      {rate("Now", apyNow)}
      <dt className={term}>To</dt>
      <dd>
        <Destination move={move} />
      </dd>
      {rate("After", apyThen, "font-semibold")}
    </dl>
  );
}

function Destination({ move: { to, loan } }: { readonly move: Move }): ReactNode {
  return loan === undefined ? <MarketName row={to} /> : <PositionName row={loan} name="Repay loan" />;
}

function checksOf({ to, loan, amount, held, share, rewards, flag }: ShownMove, basis: ApyBasis): ReactNode {
  if (loan !== undefined)
    return (
      <Explained help="Share of the loan, with all moves that repay it." className="text-small text-text2">
        {tick}
        <NonBreakingFigures text={repaidText(loan, amount, share)} />
      </Explained>
    );
  // Money that is already there leaves with the rest, but takes no capacity.
  const cover = sizeCover(to, held);
  return (
    <span className="grid gap-0.5 text-small text-text2">
      {cover === undefined ? null : (
        <Explained help="What can be withdrawn now, divided by your money there with all moves made">
          {tick}Full exit now: {formatMultiple(cover, "short").text} your money
        </Explained>
      )}
      {flag !== undefined ? (
        <Explained help={flag.note} className={flag.tone === "bad" ? "text-danger" : ""}>
          {triangle}
          {joinParts([flag.label, flag.figure], ": ")}
        </Explained>
      ) : basis === "base" && rewards !== undefined && rewards > 0 ? (
        <Explained help="Rewards can stop at any time. The gain counts none of them.">
          {tick}Base only, not {formatRate(rewards).text} rewards
        </Explained>
      ) : (
        <Explained help="Your money there with all moves made, as a share of the pool's deposits including it">
          {tick}
          {inWords(formatShare(share))} of pool
        </Explained>
      )}
    </span>
  );
}

function repaidText(loan: PositionRow, amount: Usd, share: Ratio | undefined): string {
  const price = impliedPrice({ totalDeposit: loan.amount, totalDepositUsd: loan.debtsUsd });
  const repaid =
    price === undefined
      ? formatUsdExact(amount)
      : formatAmount(tokenAmount(amount / price), loan.token?.symbol);
  return `Repays ${inWords(repaid)} (${inWords(formatShare(share, "whole"))})`;
}

function MoveLink({ move: { from, to, loan, amount } }: { readonly move: Move }): ReactNode {
  const search = withParameters(useSharedParameters(), [["size", String(Math.round(amount))]]);
  if (loan !== undefined) return <OneAction row={loan.actionRow} keys={["repay"]} />;
  return (
    <Link
      href={compareHref(
        [from.marketId, to.id].flatMap((id) => id ?? []),
        search,
      )}
      aria-label={`Compare ${marketName(from.market)} with ${marketName(to)}`}
      className={linkButtonClass("outline", "small", "pointer-coarse:h-11 print:hidden")}
    >
      Compare
    </Link>
  );
}
