// Predictions: what the shares cost, what they are worth, and what was made with them, closed ones included.
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { maximumLimit } from "../../../../contract/markets-request.ts";
import type { LoadError } from "../../../data/markets/markets-client.ts";
import { useFindMarkets } from "../../../data/markets/find-markets.ts";
import type { WalletProfit } from "../../../data/positions/profit-row.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { formatGain, formatMoney } from "../../../format/money.ts";
import { formatAmount, formatCount, formatPrice, formatShare, inWords } from "../../../format/number.ts";
import { formatDay } from "../../../format/time.ts";
import { positionLabel } from "../../../portfolio/position-words.ts";
import { knownSum, predictionFigures, type PredictionLine } from "../../../portfolio/predictions.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { useFold } from "../../../ui/fields/fold.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import { hrefTo, marketHref, useTravels } from "../../../view-state/address.ts";
import { WalletMark } from "../wallet-bar.tsx";
import { PositionActions, type ListContext } from "./position-parts.tsx";

const columns = [
  ["Shares", "how many are held"],
  ["Avg cost", "USD paid for each"],
  ["Cost", "USD paid for all that are held"],
  ["Value", "what they would bring now"],
  ["Unrealised", "value less cost"],
  ["Realised", "made by what was sold or settled"],
  ["Profit", "unrealised and realised"],
  ["Invested", "own money put in"],
  ["Net flow", "what sales brought less what purchases cost: under 0 while own money is in it"],
] as const;
const headClass =
  "h-8 border-b border-line2 px-1.5 text-small font-medium whitespace-nowrap text-text2 first:pl-4";
const cellClass = "border-b border-line px-1.5 py-1.5 whitespace-nowrap first:pl-4 last:pr-4";
/** Predictions that are drawn at first. */
const mostLines = 20;
const predictionRequest = { types: ["prediction"], limit: maximumLimit } as const;

interface PredictionsProps {
  readonly lines: readonly PredictionLine[];
  readonly context: ListContext;
  /** Wallets whose profit could not be loaded, so that closed positions are missing. */
  readonly failed: readonly {
    readonly name: string;
    readonly error: LoadError;
    readonly retry: () => void;
  }[];
  /** Where a table has no room. */
  readonly cards: boolean;
  /** What the service itself says of each wallet. */
  readonly told: readonly WalletProfit[];
}

/** Where a closed position comes without its market, that is looked up by its id. */
export function Predictions(props: PredictionsProps): ReactNode {
  const unknown = props.lines.some(({ market, marketId }) => market === undefined && marketId !== undefined);
  return unknown ? (
    <WithClosed {...props} />
  ) : (
    <PredictionsList {...props} markets={noMarkets} searching={false} />
  );
}

const noMarkets: ReadonlyMap<string, MarketRow> = new Map();

function WithClosed(props: PredictionsProps): ReactNode {
  const ids = useMemo(
    () => [
      ...new Set(
        props.lines.flatMap(({ market, marketId }) => (market === undefined ? (marketId ?? []) : [])),
      ),
    ],
    [props.lines],
  );
  const { rows, phase } = useFindMarkets(ids, predictionRequest);
  return <PredictionsList {...props} markets={rows} searching={phase === "loading"} />;
}

function PredictionsList({
  lines,
  context,
  failed,
  cards,
  told,
  markets,
  searching,
}: PredictionsProps & {
  readonly markets: ReadonlyMap<string, MarketRow>;
  /** Whether markets of closed positions are still being looked for. */
  readonly searching: boolean;
}): ReactNode {
  const figures = lines.map(predictionFigures);
  const items = lines.map((line, index) => ({
    key: line.key,
    line,
    figures: figures[index] ?? predictionFigures(line),
    market: line.market ?? markets.get(line.marketId ?? ""),
    context,
    searching,
  }));
  const { shown, more } = useFold(items, mostLines, "predictions");
  // Of what is closed nothing is held: it is none of those that do not tell.
  const isOpen = (_: unknown, at: number): boolean => lines[at]?.row !== undefined;
  const sums = {
    cost: knownSum(lines.map(({ row }) => row?.costUsd).filter(isOpen)),
    value: knownSum(lines.map(({ row }) => row?.netUsd).filter(isOpen)),
    unrealized: knownSum(figures.map(({ unrealized }) => unrealized).filter(isOpen)),
    realized: knownSum(figures.map(({ realized }) => realized)),
    total: knownSum(figures.map(({ total }) => total)),
    invested: knownSum(figures.map(({ invested }) => invested)),
    netFlow: knownSum(figures.map(({ netFlow }) => netFlow)),
  };
  return (
    <>
      {failed.map(({ name, error, retry }) => (
        <p
          key={name}
          role="alert"
          className="flex flex-wrap items-center gap-2 px-4 py-2 text-small text-text2"
        >
          The profit of {name} could not be loaded, so closed positions may be missing: {error.message}
          <Button onClick={retry}>Try again</Button>
        </p>
      ))}
      {cards ? (
        <ul aria-label="Predictions" className="grid grid-cols-1 md:grid-cols-2">
          {shown.map(({ key, ...item }) => (
            <PredictionCard key={key} {...item} />
          ))}
        </ul>
      ) : (
        <section
          aria-label="Predictions, table"
          tabIndex={0}
          className="scroll-edge overflow-x-auto [scrollbar-width:thin]"
        >
          <table aria-label="Predictions" className="w-full border-separate border-spacing-0 text-right">
            <thead>
              <tr>
                <th scope="col" className={`${headClass} sticky left-0 z-10 bg-surface text-left`}>
                  Position
                </th>
                {columns.map(([name, help]) => (
                  <th key={name} scope="col" title={help} className={headClass}>
                    {name}
                  </th>
                ))}
                <th scope="col" className={headClass}>
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, ...item }) => (
                <Line key={key} {...item} />
              ))}
            </tbody>
            <tfoot>
              <tr className="font-semibold">
                <th scope="row" className={`${cellClass} sticky left-0 bg-surface text-left`}>
                  All predictions
                </th>
                <td className={cellClass} colSpan={2} />
                <Sum value={formatMoney(sums.cost.sum)} unknown={sums.cost.unknown} />
                <Sum value={formatMoney(sums.value.sum)} unknown={sums.value.unknown} />
                <Sum value={formatGain(sums.unrealized.sum)} unknown={sums.unrealized.unknown} />
                <Sum value={formatGain(sums.realized.sum)} unknown={sums.realized.unknown} />
                <Sum value={formatGain(sums.total.sum)} unknown={sums.total.unknown} />
                <Sum value={formatMoney(sums.invested.sum)} unknown={sums.invested.unknown} />
                <Sum value={formatGain(sums.netFlow.sum)} unknown={sums.netFlow.unknown} />
                <td className={cellClass} />
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      {more === null ? null : <p className="px-4 pt-2">{more}</p>}
      <p className="px-4 py-2 text-small text-text3">
        Of closed positions the figures are their lifetime's: nothing of them is open. Each position's own are
        under its name.
        {ownSums(told)}
      </p>
    </>
  );
}

function Sum({
  value,
  unknown,
}: {
  readonly value: ReturnType<typeof formatMoney>;
  readonly unknown: number;
}): ReactNode {
  return (
    <td className={cellClass}>
      <NumberText value={value} />
      {unknown === 0 ? null : (
        <span className="block text-tiny font-normal text-text2">{formatCount(unknown).text} not told</span>
      )}
    </td>
  );
}

/** The service's own sums, in which closed positions count for its lifetime alone. */
function ownSums(told: readonly WalletProfit[]): string {
  const said = (
    [
      ["unrealised", knownSum(told.map(({ unrealized }) => unrealized)).sum],
      ["realised", knownSum(told.map(({ realized }) => realized)).sum],
      ["profit", knownSum(told.map(({ total }) => total)).sum],
      ["lifetime profit", knownSum(told.map(({ totalLifetime }) => totalLifetime)).sum],
    ] as const
  ).flatMap(([name, sum]) => (sum === undefined ? [] : [`${name} ${inWords(formatGain(sum))}`]));
  return said.length === 0 ? "" : ` The service's own sums: ${said.join(", ")}.`;
}

interface LineProps {
  readonly line: PredictionLine;
  readonly figures: ReturnType<typeof predictionFigures>;
  readonly market: MarketRow | undefined;
  readonly context: ListContext;
  readonly searching: boolean;
}

/** The same as a card: what it is worth and has made first, then what it cost. */
function PredictionCard({ line, figures, market, context: { wallets }, searching }: LineProps): ReactNode {
  const { row } = line;
  const facts = [
    ["Shares", formatAmount(row?.amount)],
    ["Avg cost", formatPrice(row?.averageCost)],
    ["Cost", formatMoney(row?.costUsd)],
    ["Value", formatMoney(row?.netUsd)],
    ["Unrealised", formatGain(figures.unrealized)],
    ["Realised", formatGain(figures.realized)],
    ["Profit", formatGain(figures.total)],
    ["Invested", formatMoney(figures.invested)],
    ["Net flow", formatGain(figures.netFlow)],
  ] as const;
  return (
    <li className="flex flex-col gap-2 border-b border-line p-4">
      <div className="flex items-start gap-2">
        <SideMark line={line} />
        <div className="min-w-0">
          <Question line={line} market={market} />
          {wallets.length > 1 ? (
            <WalletMark index={wallets.indexOf(line.wallet)} wallet={line.wallet} />
          ) : null}
          <p className="text-tiny text-text2">{stateText(line, market, searching)}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-tiny text-text2">{name}</dt>
            <dd className={name === "Profit" ? "font-semibold" : ""}>
              <NumberText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Lifetime line={line} />
      {row === undefined ? null : <PositionActions row={row} variant="card" />}
    </li>
  );
}

/** Which side is held. */
function SideMark({ line: { row } }: { readonly line: PredictionLine }): ReactNode {
  return row?.side === undefined ? null : (
    <span className="mt-px shrink-0 rounded-item border border-line2 px-1.5 text-small">
      {row.side === "yes" ? "Yes" : "No"}
    </span>
  );
}

function Line({ line, figures, market, context: { wallets }, searching }: LineProps): ReactNode {
  const { row, profit } = line;
  const share = profit?.unrealizedShare;
  return (
    <tr className="hover:bg-hover">
      <th
        scope="row"
        className={`${cellClass} sticky left-0 max-w-80 min-w-56 bg-surface text-left font-normal`}
      >
        <span className="flex items-start gap-2">
          <SideMark line={line} />
          <span className="min-w-0">
            <Question line={line} market={market} />
            {wallets.length > 1 ? (
              <WalletMark index={wallets.indexOf(line.wallet)} wallet={line.wallet} />
            ) : null}
            <span className="block truncate text-tiny text-text2">{stateText(line, market, searching)}</span>
            <Lifetime line={line} />
          </span>
        </span>
      </th>
      <td className={cellClass}>
        <NumberText value={formatAmount(row?.amount)} />
      </td>
      <td className={cellClass}>
        <NumberText value={formatPrice(row?.averageCost)} />
      </td>
      <td className={cellClass}>
        <NumberText value={formatMoney(row?.costUsd)} />
      </td>
      <td className={cellClass}>
        <NumberText value={formatMoney(row?.netUsd)} />
      </td>
      <td className={cellClass}>
        <NumberText value={formatGain(figures.unrealized)} />
        {share === undefined || row === undefined ? null : (
          <span className="ml-1 text-tiny text-text2">{formatShare(share).text}</span>
        )}
      </td>
      <td className={cellClass}>
        <NumberText value={formatGain(figures.realized)} />
      </td>
      <td className={classNames(cellClass, "font-semibold")}>
        <NumberText value={formatGain(figures.total)} />
      </td>
      <td className={cellClass}>
        <NumberText value={formatMoney(figures.invested)} />
      </td>
      <td className={cellClass}>
        <NumberText value={formatGain(figures.netFlow)} />
      </td>
      <td className={cellClass}>
        {row === undefined ? (
          <span className="text-text2">closed</span>
        ) : (
          <PositionActions row={row} variant="row" />
        )}
      </td>
    </tr>
  );
}

function Question({
  line: { row, marketId, positionId, market: told },
  market,
}: {
  readonly line: PredictionLine;
  readonly market: MarketRow | undefined;
}): ReactNode {
  const search = useTravels();
  const label = row === undefined ? (market?.label ?? marketId ?? positionId) : positionLabel(row);
  const detail =
    market?.detail === undefined ? label : `${label}${label.endsWith("?") ? "" : ":"} ${market.detail}`;
  // What a closed position was in is told with it because no list has it any more: nothing leads there.
  return market === undefined || marketId === undefined || (row === undefined && told !== undefined) ? (
    <span className="line-clamp-2 font-semibold whitespace-normal" title={detail}>
      {detail}
    </span>
  ) : (
    <Link
      href={hrefTo(marketHref(marketId), search)}
      title={detail}
      className="line-clamp-2 rounded-item font-semibold whitespace-normal hover:underline"
    >
      {detail}
    </Link>
  );
}

/** "DFlow, closes 3 Jan 2027", "DFlow, settled". */
function stateText({ row }: PredictionLine, market: MarketRow | undefined, searching: boolean): string {
  if (market === undefined && row === undefined)
    return searching ? "closed, looking for its market" : "closed, market not listed any more";
  if (market === undefined) return "market not told";
  const when =
    market.status === "open" || market.status === undefined
      ? market.closeTime === undefined
        ? "closing time not told"
        : `closes ${formatDay(market.closeTime)}`
      : `${market.status}${market.result === undefined ? "" : `, ${market.result}`}`;
  return `${market.providerName} · ${when}`;
}

/** All that was ever bought and sold of it, where that is more than what is open. */
function Lifetime({ line: { row, profit } }: { readonly line: PredictionLine }): ReactNode {
  if (row === undefined || profit === undefined) return null;
  const facts = [
    ["Realised", inWords(formatGain(profit.realizedLifetime), "")],
    ["Profit", inWords(formatGain(profit.totalLifetime), "")],
    ["Invested", inWords(formatMoney(profit.investedLifetime), "")],
    ["Net flow", inWords(formatGain(profit.netFlowLifetime), "")],
  ].filter(([, text]) => text !== "");
  return facts.length === 0 ? null : (
    <details className="text-tiny text-text2">
      <summary className="w-fit rounded-item hover:text-text pointer-coarse:min-h-11 pointer-coarse:py-3">
        Lifetime
      </summary>
      <dl className="grid w-fit grid-cols-[auto_auto] gap-x-3">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
