// For each deposit: a market that pays more for the same token and size, and what moving there costs.
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { ApyBasisSwitch } from "../../list/toolbar/toolbar.tsx";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { offeredActions } from "../../data/markets/market-row.ts";
import { formatGain, formatMoney } from "../../format/money.ts";
import { formatMultiple, formatRate, formatShare, formatUsd, inWords } from "../../format/number.ts";
import { formatDays } from "../../format/time.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { placeName } from "../../market/market-text.ts";
import { capacity } from "../../market/row-values.ts";
import {
  horizonIds,
  onlyWithRewards,
  type BetterMarket,
  type Horizon,
  type Move,
} from "../../portfolio/moves.ts";
import { positionName } from "../../portfolio/position-words.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { tick, triangle } from "../../ui/marks/inline-icons.tsx";
import { useIsNarrow, useIsPhone } from "../../ui/page/media-query.ts";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useTravels, withParameters } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { compareHref } from "../frame/nav-links.ts";
import { Note, PositionName, type ListContext } from "./positions/position-parts.tsx";

const options = horizonIds.map((value) => ({
  value,
  label: value === "any" ? "any" : value.replace("d", " d"),
}));
const mostRows = 15;
const mostCards = 6;

export function MovesPanel({
  moves,
  result,
  horizon,
  onHorizon,
  context,
}: {
  readonly moves: readonly Move[];
  readonly result: Pick<MarketsResult, "phase" | "error" | "failedPage" | "retry">;
  readonly horizon: Horizon;
  readonly onHorizon: (horizon: Horizon) => void;
  readonly context: ListContext;
}): ReactNode {
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const [{ basis }, setState] = useViewState();
  const missing = result.failedPage !== undefined || result.phase === "failed";
  const loading = result.phase !== "complete" && !missing;
  const columns = useMemo(() => columnsFor(context), [context]);
  const first = phone || narrow ? mostCards : mostRows;
  // Memoized: there may be hundreds of moves.
  const table = useMemo(
    () => (
      <DataTable
        label="Moves"
        columns={columns}
        rows={moves}
        rowKey={({ key }) => key}
        first={first}
        cards="narrow"
        csv={{ fileName: "moves" }}
      />
    ),
    [columns, moves, first],
  );
  return (
    <Panel
      id="moves"
      heading="Moves"
      description="Markets that pay more for the same token, within their cap and liquidity, after dilution"
      actions={
        <>
          <ApyBasisSwitch basis={basis} onBasis={(next) => setState({ basis: next })} />
          <span aria-hidden="true" className="text-small text-text2">
            Pays within
          </span>
          <Segmented label="Pays within" options={options} value={horizon} onChange={onHorizon} />
        </>
      }
      error={
        missing ? (
          <Problem
            size="line"
            title="Not all markets could be loaded, so the best move is unknown"
            error={result.error}
            retry={result.retry}
          />
        ) : undefined
      }
      loading={loading ? <output>Loading the markets to compare with…</output> : undefined}
      empty={!missing && moves.length === 0 ? "No deposit here could move." : undefined}
    >
      {missing ? null : table}
      <p className="px-4 py-2 text-small text-text3">
        Estimated at today's rates. The move that adds most is made first; each APY is the lower bound after
        all moves into that market. Cost is the network fee alone, as providers do not publish theirs.
      </p>
    </Panel>
  );
}

const column = columnsOf<Move>();

function ofMove(cell: (to: BetterMarket, move: Move) => ReactNode) {
  return (move: Move): ReactNode => (move.to === undefined ? null : cell(move.to, move));
}

const bold = "font-semibold";

function columnsFor(context: ListContext) {
  return [
    column("have", {
      header: "You have",
      card: "lead",
      className: "md:max-w-64",
      value: ({ row }) => positionName(row),
      cell: ({ row }) => <PositionName row={row} context={context} />,
    }),
    column("size", {
      header: "Size",
      csv: "size (USD)",
      value: ({ size }) => size,
      cell: ({ size }) => <NumberText value={formatUsd(size, "short")} />,
    }),
    column("now", {
      header: "Now",
      csv: "apy now (fraction per year)",
      value: ({ apyNow }) => apyNow,
      cell: ({ apyNow }) => <NumberText value={formatRate(apyNow)} className={bold} />,
    }),
    column("to", {
      header: "Best market",
      align: "start",
      card: "wide",
      className: "md:max-w-56",
      csv: ["best market", ({ to }) => to?.market.id],
      value: ({ to }) => to?.market.label,
      cell: ({ to }) => (to === undefined ? <b className={bold}>Stay</b> : <MarketName row={to.market} />),
    }),
    column("apy", {
      header: "At your size",
      csv: "apy at size (fraction per year)",
      value: ({ to }) => to?.apy,
      cell: ofMove((to, move) => (
        <>
          <NumberText value={formatRate(to.apy)} className={bold} />
          <Note>{isShared(move, to) && `with ${inWords(formatUsd(to.moved, "short"))} moved there`}</Note>
        </>
      )),
    }),
    column("checks", {
      header: "Checks",
      align: "start",
      card: "wide",
      className: "min-w-52 whitespace-normal",
      csv: ["reason to stay", noMoveReason],
      cell: (move) =>
        move.to === undefined ? (
          <span className="text-text2">{noMoveReason(move)}</span>
        ) : (
          <Checks move={move} to={move.to} />
        ),
    }),
    column("more", {
      header: "More per year",
      csv: "more per year (USD)",
      value: ({ to }) => to?.morePerYear,
      cell: ofMove((to) => <NumberText value={formatGain(to.morePerYear)} className={bold} />),
    }),
    column("cost", {
      header: "Cost of moving",
      csv: "cost (USD)",
      value: ({ to }) => to?.costUsd,
      cell: ofMove((to) => <Cost {...to} />),
    }),
    column("days", {
      header: "Pays after",
      csv: "pays after (days)",
      value: ({ to }) => to?.days,
      cell: ofMove(({ days }) => (days === undefined ? "unknown" : formatDays(days))),
    }),
    column("compare", {
      header: "Compare",
      isHeaderHidden: true,
      cell: (move) => <CompareLink move={move} />,
    }),
  ];
}

/** Capacity and liquidity at this size, and the share of the rate without rewards. */
function Checks({ move, to }: { readonly move: Move; readonly to: BetterMarket }): ReactNode {
  const { market, effect, baseApy } = to;
  const room = capacity(market)?.left;
  const exit = effect.exitCover;
  const size = isShared(move, to) ? "what moves there" : "your size";
  return (
    <span className="block text-small text-text2 *:block">
      <span className="text-text">
        {room !== undefined && exit !== undefined ? tick : null}
        {room === undefined ? "Cap unknown" : `${inWords(formatUsd(room, "short"))} left under the cap`};{" "}
        {exit === undefined
          ? "liquidity unknown"
          : `${inWords(formatMultiple(exit))} ${size} available to withdraw`}
      </span>
      <span>
        {onlyWithRewards(move) ? triangle : null}
        {baseApy === undefined
          ? "Rewards unknown"
          : onlyWithRewards(move)
            ? `Only while rewards last: base ${formatRate(baseApy).text}`
            : to.apy - baseApy > 0.00005
              ? `Base ${formatRate(baseApy).text}, the rest rewards`
              : "Base only"}
      </span>
      {effect.kinkRisk === true ? (
        <span>{triangle}Nearly all is lent out: the APY may fall further</span>
      ) : null}
    </span>
  );
}

function isShared({ size }: Move, { moved }: BetterMarket): boolean {
  return size !== undefined && moved > size;
}

function Cost({ costUsd, market }: BetterMarket): ReactNode {
  const inTwoSteps = offeredActions(market).some(([key]) => key === "withdrawComplete");
  return (
    <>
      <NumberText value={formatMoney(costUsd)} />
      <Note>
        {costUsd === undefined
          ? "SOL price unknown"
          : `network only${inTwoSteps ? "; withdrawal in two steps" : ""}`}
      </Note>
    </>
  );
}

export function noMoveReason({ stay, size }: Move): string | undefined {
  switch (stay?.kind) {
    case undefined:
      return undefined;
    case "loan":
      if (stay.near) return "Backs a loan near its limit";
      return stay.free === undefined
        ? "Backs a loan"
        : `Backs a loan; ${inWords(formatShare(stay.free))} could be withdrawn`;
    case "best":
      return `No market with room and liquidity for ${inWords(formatUsd(size, "short"), "this amount")} pays more`;
    case "taken":
      return "Other moves fill the markets that pay more";
    case "stuck":
      return `Only ${inWords(formatUsd(stay.free, "short"))} can be withdrawn now, the rest is lent out`;
    case "late": {
      const { morePerYear, days } = stay.to;
      const more = `${inWords(formatGain(morePerYear))} more per year elsewhere`;
      return days === undefined
        ? `${more}, but the cost of moving is unknown`
        : `${more} pays only after ${formatDays(days)}`;
    }
    case "unknown":
      return `Its ${stay.what === "value" ? "USD value" : stay.what} is unknown, so it cannot be compared`;
    default:
      return stay satisfies never;
  }
}

function CompareLink({ move: { row, to, stay, size } }: { readonly move: Move }): ReactNode {
  const search = useTravels();
  const other = to ?? (stay?.kind === "late" ? stay.to : undefined);
  const ids = [row.marketId, other?.market.id].filter((id) => id !== undefined);
  if (ids.length === 0) return null;
  const sized = withParameters(search, [["size", size === undefined ? undefined : String(Math.round(size))]]);
  const against = other === undefined ? "" : ` with ${other.market.label}, ${placeName(other.market)}`;
  return (
    <Link
      href={compareHref(ids, sized)}
      aria-label={`Compare ${row.market.label}, ${placeName(row.market)}${against}`}
      className={linkButtonClass(to === undefined ? "quiet" : "outline", "small", "pointer-coarse:h-11")}
    >
      Compare
    </Link>
  );
}
