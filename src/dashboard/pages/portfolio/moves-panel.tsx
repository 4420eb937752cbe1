// For each deposit: a market that pays more for the same token and size, and what moving there costs.
import { memo, type ReactNode } from "react";
import { Link } from "wouter";
import { ApyBasisSwitch } from "../../list/toolbar/toolbar.tsx";
import type { ApyBasis } from "../../market/column.ts";
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
import { Panel } from "../../ui/panel/panel.tsx";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { useFold } from "../../ui/fields/fold.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { arrowLevel, tick, triangle } from "../../ui/marks/signs.tsx";
import { useIsNarrow, useIsPhone } from "../../ui/page/media-query.ts";
import { useTravels, withParameters } from "../../view-state/address.ts";
import { compareHref } from "../frame/places.ts";
import { PositionName, type ListContext } from "./positions/position-parts.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

const options = horizonIds.map((value) => ({
  value,
  label: value === "any" ? "any" : value.replace("d", " d"),
}));
const headClass =
  "h-8 border-b border-line2 px-2 text-small font-medium whitespace-nowrap text-text2 first:pl-4 last:pr-4";
const cellClass = "border-b border-line px-2 py-1.5 first:pl-4 last:pr-4";

/** Moves that are drawn at first: those that bring most. */
const mostRows = 15;
const mostCards = 6;

interface MovesPanelProps {
  readonly moves: readonly Move[];
  readonly result: Pick<MarketsResult, "phase" | "error" | "failedPage" | "retry">;
  readonly horizon: Horizon;
  readonly onHorizon: (horizon: Horizon) => void;
  readonly basis: ApyBasis;
  readonly onBasis: (basis: ApyBasis) => void;
  readonly context: ListContext;
}

export function MovesPanel({
  moves,
  result,
  horizon,
  onHorizon,
  basis,
  onBasis,
  context,
}: MovesPanelProps): ReactNode {
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const { shown, more } = useFold(moves, phone || narrow ? mostCards : mostRows, "deposits");
  const missing = result.failedPage !== undefined || result.phase === "failed";
  const loading = result.phase !== "complete" && !missing;
  return (
    <Panel
      id="moves"
      heading="Moves"
      description="markets that pay more for the same token, filled one after another within room, exit and dilution"
      actions={
        <>
          <ApyBasisSwitch basis={basis} onBasis={onBasis} />
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
      loading={!missing && loading ? <output>Loading the markets to compare with…</output> : undefined}
      empty={!missing && moves.length === 0 ? "There is no deposit here that could move." : undefined}
    >
      {missing ? null : phone || narrow ? (
        <MoveCards moves={shown} context={context} />
      ) : (
        <MovesTable moves={shown} context={context} />
      )}
      {more === null || missing ? null : <p className="px-4 pt-2">{more}</p>}
      <p className="px-4 py-2 text-small text-text3">
        An estimate at today's rates: the move that adds most is made first, and each market counts once, at
        the lower end of what all moves into it leave of its rate. Cost is the network's fee; providers do not
        publish theirs.
      </p>
    </Panel>
  );
}

interface ListProps {
  readonly moves: readonly Move[];
  readonly context: ListContext;
}

/** Drawn again only when a move is another. */
const MovesTable = memo(function MovesTable({ moves, context }: ListProps): ReactNode {
  return (
    <section
      aria-label="Moves, table"
      tabIndex={0}
      className="scroll-edge overflow-x-auto [scrollbar-width:thin]"
    >
      <table aria-label="Moves" className="w-full border-separate border-spacing-0 text-right">
        <thead>
          <tr>
            {(
              [
                ["You have", true],
                ["Now", false],
                ["Best market", true],
                ["At your size", false],
                ["Checks", true],
                ["More per year", false],
                ["Cost of moving", false],
                ["Pays after", false],
              ] as const
            ).map(([name, left]) => (
              <th key={name} scope="col" className={`${headClass} ${left ? "text-left" : ""}`}>
                {name}
              </th>
            ))}
            <th scope="col" className={headClass}>
              <span className="sr-only">Compare</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <tr key={move.key} className="hover:bg-hover">
              <th scope="row" className={`${cellClass} max-w-64 text-left font-normal`}>
                <Have move={move} context={context} />
              </th>
              <td className={`${cellClass} whitespace-nowrap`}>
                <NumberText value={formatRate(move.apyNow)} className="font-semibold" />
                {move.to === undefined ? null : <span className="ml-2 text-text3">{arrowLevel}</span>}
              </td>
              {move.to === undefined ? (
                <td colSpan={6} className={`${cellClass} text-left`}>
                  <b className="font-semibold">Stay</b> <span className="text-text2">{stayText(move)}</span>
                </td>
              ) : (
                <ToCells move={move} to={move.to} />
              )}
              <td className={cellClass}>
                <CompareLink move={move} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

function ToCells({ move, to }: { readonly move: Move; readonly to: BetterMarket }): ReactNode {
  return (
    <>
      <td className={`${cellClass} max-w-56 text-left`}>
        <MarketName row={to.market} />
      </td>
      <td className={`${cellClass} whitespace-nowrap`}>
        <NumberText value={formatRate(to.apy)} className="font-semibold" />
        <Together move={move} to={to} />
      </td>
      <td className={`${cellClass} min-w-52 text-left text-small`}>
        <Checks move={move} to={to} />
      </td>
      <td className={`${cellClass} whitespace-nowrap`}>
        <NumberText value={formatGain(to.morePerYear)} className="font-semibold" />
      </td>
      <td className={`${cellClass} whitespace-nowrap`}>
        <Cost to={to} />
      </td>
      <td className={`${cellClass} whitespace-nowrap`}>{daysText(to)}</td>
    </>
  );
}

function MoveCards({ moves, context }: ListProps): ReactNode {
  return (
    <ul aria-label="Moves" className="grid grid-cols-1 md:grid-cols-2">
      {moves.map((move) => (
        <li key={move.key} className="flex flex-col gap-2 border-b border-line p-4 md:odd:border-r">
          <div className="flex items-start justify-between gap-3">
            <Have move={move} context={context} />
            <NumberText value={formatRate(move.apyNow)} className="font-semibold" />
          </div>
          {move.to === undefined ? (
            <p>
              <b className="font-semibold">Stay</b> <span className="text-text2">{stayText(move)}</span>
            </p>
          ) : (
            <>
              <div className="flex items-start justify-between gap-3">
                <MarketName row={move.to.market} />
                <span className="text-right">
                  <NumberText value={formatRate(move.to.apy)} className="font-semibold" />
                  <Together move={move} to={move.to} />
                </span>
              </div>
              <Checks move={move} to={move.to} />
              <p>
                <NumberText value={formatGain(move.to.morePerYear)} className="font-semibold" /> more per
                year, pays {(move.to.days ?? 1) < 1 ? "within a day" : `after ${daysText(move.to)}`}; costs{" "}
                {inWords(formatMoney(move.to.costUsd))}
              </p>
            </>
          )}
          <CompareLink move={move} />
        </li>
      ))}
    </ul>
  );
}

function Have({ move, context }: { readonly move: Move; readonly context: ListContext }): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PositionName row={move.row} context={context} />
      <NumberText value={formatUsd(move.size, "short")} className="ml-auto text-text2" />
    </span>
  );
}

function Checks({ move, to }: { readonly move: Move; readonly to: BetterMarket }): ReactNode {
  const { market, effect, baseApy } = to;
  const room = capacity(market)?.left;
  const known = room !== undefined && effect.exitCover !== undefined;
  const fits =
    room === undefined ? "no deposit limit published" : `${inWords(formatUsd(room, "short"))} of room`;
  const exit =
    effect.exitCover === undefined
      ? "exit not published"
      : `${inWords(formatMultiple(effect.exitCover))} ${isShared(move, to) ? "what moves there" : "your size"} can leave now`;
  return (
    <>
      <span className="block">
        {known ? tick : null}
        {fits}; {exit}
      </span>
      <span className="block text-text2">
        {baseApy === undefined ? (
          "rewards not told"
        ) : onlyWithRewards(move) ? (
          <>
            {triangle}only while rewards last: base {formatRate(baseApy).text}
          </>
        ) : to.apy - baseApy > 0.00005 ? (
          `base ${formatRate(baseApy).text}, the rest rewards`
        ) : (
          "all of it base"
        )}
      </span>
      {effect.kinkRisk === true ? (
        <span className="block text-text2">{triangle}nearly all is lent out: the rate may fall further</span>
      ) : null}
    </>
  );
}

/** Of a market that several deposits move into: what it pays is left with all of them in it. */
function Together({ move, to }: { readonly move: Move; readonly to: BetterMarket }): ReactNode {
  return isShared(move, to) ? (
    <span className="block text-tiny text-text2">
      with {inWords(formatUsd(to.moved, "short"))} moved there
    </span>
  ) : null;
}

function isShared({ size }: Move, { moved }: BetterMarket): boolean {
  return size !== undefined && moved > size;
}

function Cost({ to: { costUsd, market } }: { readonly to: BetterMarket }): ReactNode {
  return (
    <>
      <NumberText value={formatMoney(costUsd)} />
      <span className="block text-tiny text-text2">
        {costUsd === undefined
          ? "no price of SOL"
          : offeredActions(market).some(([key]) => key === "withdrawComplete")
            ? "network only; leaves in two steps"
            : "network only"}
      </span>
    </>
  );
}

function daysText({ days }: BetterMarket): string {
  return days === undefined ? "not known" : formatDays(days);
}

export function stayText({ stay, size }: Move): string {
  if (stay === undefined) return "";
  switch (stay.kind) {
    case "loan":
      if (stay.near) return "backs a loan near its limit";
      return stay.free === undefined
        ? "backs a loan"
        : `backs a loan; ${inWords(formatShare(stay.free))} of it could leave`;
    case "best":
      return `nothing that takes ${inWords(formatUsd(size, "short"), "this amount")} and can let it out pays more`;
    case "taken":
      return "the moves above leave too little of what pays more";
    case "stuck":
      return `${inWords(formatUsd(stay.free, "short"))} of it can leave now, the rest is lent out`;
    case "late":
      return stay.to.days === undefined
        ? `${inWords(formatGain(stay.to.morePerYear))} more per year elsewhere, but the cost of moving is not known`
        : `${inWords(formatGain(stay.to.morePerYear))} more per year elsewhere pays only after ${formatDays(stay.to.days)}`;
    case "unknown":
      return `its ${stay.what === "value" ? "USD value" : stay.what} is not told, so nothing can be held against it`;
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
