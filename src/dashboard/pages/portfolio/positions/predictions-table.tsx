// Predictions: what the shares cost, what they are worth, and what was made with them, closed ones included.
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { maximumLimit } from "../../../../contract/markets-request.ts";
import type { Usd } from "../../../../contract/units.ts";
import type { LoadError } from "../../../queries/fetch-json.ts";
import { useFindMarkets } from "../../../queries/markets/find-markets.ts";
import type { WalletProfit } from "../../../data/positions/profit-row.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { formatGain, formatMoney } from "../../../format/money.ts";
import {
  formatAmount,
  formatCount,
  formatPrice,
  formatShare,
  inWords,
  type Formatted,
} from "../../../format/number.ts";
import { formatDay } from "../../../format/time.ts";
import { positionLabel } from "../../../portfolio/position-words.ts";
import { knownSum, predictionFigures, type PredictionLine } from "../../../portfolio/predictions.ts";
import { useFold } from "../../../ui/fields/fold.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import { hrefTo, marketHref, useTravels } from "../../../view-state/address.ts";
import { WalletMark } from "../wallet-bar.tsx";
import { cellClass, headClass, PositionActions, type ListContext } from "./position-parts.tsx";
import { Problem } from "../../../ui/marks/problem.tsx";

interface Column {
  readonly name: string;
  readonly help: string;
  readonly text: (item: Item) => Formatted | undefined;
  /** All lines together; a column without it is not added up. */
  readonly sum?: (items: readonly Item[]) => {
    readonly text: Formatted | undefined;
    readonly unknown: number;
  };
}

/** Of what is closed nothing is held: it is none of those that do not tell what is. */
function added(
  name: string,
  help: string,
  format: typeof formatMoney,
  of: "held" | "all",
  read: (item: Item) => Usd | undefined,
): Column {
  return {
    name,
    help,
    text: (item) => format(read(item)),
    sum: (items) => {
      const { sum, unknown } = knownSum(
        items.filter(({ line }) => of === "all" || line.row !== undefined).map(read),
      );
      return { text: format(sum), unknown };
    },
  };
}

const columns: readonly Column[] = [
  { name: "Shares", help: "how many are held", text: ({ line }) => formatAmount(line.row?.amount) },
  { name: "Avg cost", help: "USD paid for each", text: ({ line }) => formatPrice(line.row?.averageCost) },
  added("Cost", "USD paid for all that are held", formatMoney, "held", ({ line }) => line.row?.costUsd),
  added("Value", "what they would bring now", formatMoney, "held", ({ line }) => line.row?.netUsd),
  added("Unrealised", "value less cost", formatGain, "held", ({ figures }) => figures.unrealized),
  added("Realised", "made by what was sold or settled", formatGain, "all", ({ figures }) => figures.realized),
  added("Profit", "unrealised and realised", formatGain, "all", ({ figures }) => figures.total),
  added("Invested", "own money put in", formatMoney, "all", ({ figures }) => figures.invested),
  added(
    "Net flow",
    "what sales brought less what purchases cost: under 0 while own money is in it",
    formatGain,
    "all",
    ({ figures }) => figures.netFlow,
  ),
];
/** Predictions that are drawn at first. */
const mostLines = 20;
const predictionRequest = { types: ["prediction"], limit: maximumLimit } as const;

interface Item {
  readonly line: PredictionLine;
  readonly figures: ReturnType<typeof predictionFigures>;
  readonly market: MarketRow | undefined;
  readonly context: ListContext;
  readonly searching: boolean;
}

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
  const items = lines.map((line) => ({
    line,
    figures: predictionFigures(line),
    market: line.market ?? markets.get(line.marketId ?? ""),
    context,
    searching,
  }));
  const { shown, more } = useFold(items, mostLines, "predictions");
  return (
    <>
      {failed.map(({ name, error, retry }) => (
        <Problem
          key={name}
          size="line"
          className="px-4 py-2"
          title={`The profit of ${name} could not be loaded, so closed positions may be missing`}
          error={error}
          retry={retry}
        />
      ))}
      {cards ? (
        <ul aria-label="Predictions" className="grid grid-cols-1 md:grid-cols-2">
          {shown.map((item) => (
            <PredictionCard key={item.line.key} {...item} />
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
                {columns.map(({ name, help }) => (
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
              {shown.map((item) => (
                <Line key={item.line.key} {...item} />
              ))}
            </tbody>
            <tfoot>
              <tr className="font-semibold">
                <th scope="row" className={`${cellClass} sticky left-0 bg-surface text-left`}>
                  All predictions
                </th>
                {columns.map(({ name, sum }) => (
                  <td key={name} className={cellClass}>
                    {sum === undefined ? null : <Sum {...sum(items)} />}
                  </td>
                ))}
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
  text,
  unknown,
}: {
  readonly text: Formatted | undefined;
  readonly unknown: number;
}): ReactNode {
  return (
    <>
      <NumberText value={text} />
      {unknown === 0 ? null : (
        <span className="block text-tiny font-normal text-text2">{formatCount(unknown).text} not told</span>
      )}
    </>
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

/** The same as a card: what it is worth and has made first, then what it cost. */
function PredictionCard(item: Item): ReactNode {
  const {
    line,
    line: { row },
    market,
    context: { wallets },
    searching,
  } = item;
  return (
    <li className="flex flex-col gap-2 border-b border-line p-4">
      <div className="flex items-start gap-2">
        <SideMark line={line} />
        <div className="min-w-0">
          <Question line={line} market={market} />
          <WalletMark wallets={wallets} wallet={line.wallet} />
          <p className="text-tiny text-text2">{stateText(line, market, searching)}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-1.5">
        {columns.map(({ name, text }) => (
          <div key={name}>
            <dt className="text-tiny text-text2">{name}</dt>
            <dd className={name === "Profit" ? "font-semibold" : ""}>
              <NumberText value={text(item)} />
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

function Line(item: Item): ReactNode {
  const {
    line,
    line: { row, profit },
    market,
    context: { wallets },
    searching,
  } = item;
  const share = row === undefined ? undefined : profit?.unrealizedShare;
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
            <WalletMark wallets={wallets} wallet={line.wallet} />
            <span className="block truncate text-tiny text-text2">{stateText(line, market, searching)}</span>
            <Lifetime line={line} />
          </span>
        </span>
      </th>
      {columns.map(({ name, text }) => (
        <td key={name} className={classNames(cellClass, name === "Profit" && "font-semibold")}>
          <NumberText value={text(item)} />
          {name !== "Unrealised" || share === undefined ? null : (
            <span className="ml-1 text-tiny text-text2">{formatShare(share).text}</span>
          )}
        </td>
      ))}
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
