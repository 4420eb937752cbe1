// Under the matrix: tokens that cost less to borrow in one market than they earn in another, and what that takes.
import { Fragment, memo, useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import type { Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatGapBounds,
  formatPoints,
  formatRate,
  formatRateBounds,
  formatShare,
  formatUsd,
  inWords,
  type Formatted,
} from "../../format/number.ts";
import { peerPrices } from "../../market/doubts.ts";
import { toRateGaps, type GapAtSize, type GapEnd, type RateGap } from "../../select/whole-list/rate-gaps.ts";
import { hrefTo, marketHref } from "../../view-state/address.ts";
import { discLetter, marketName, placeParts } from "../../market/market-text.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { KeptEnd } from "../../ui/marks/kept-end.tsx";
import { Disc } from "../../ui/marks/disc.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Cell, Figure, FigureTable, lineClass, Note } from "../overview/parts.tsx";

export const RateGaps = memo(function RateGaps({
  rows,
  size,
  search,
  provisional,
}: {
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  readonly search: string;
  /** Whether pages are missing, so that markets are too. */
  readonly provisional: boolean;
}): ReactNode {
  const prices = useMemo(() => peerPrices(rows), [rows]);
  const gaps = useMemo(() => toRateGaps(rows, size, prices), [rows, size, prices]);
  const sized = gaps[0]?.mine !== undefined;
  const columns = columnsOf(sized ? size : undefined, search);
  return (
    <Panel padded heading="Rate gaps">
      <p className="mt-1 text-text2">
        Borrow a token here, lend it there. This is not free of risk: the loan needs other collateral, both
        rates move, and the loan can be liquidated.
      </p>
      <Note>
        The lowest Base borrow APY against the highest Base APY{sized ? " that my size leaves" : ""} in
        another market: rewards are counted on neither side, and what borrowers are paid back is shown beside
        the rate. Markets with nothing left to borrow or full
        {sized ? "" : ", with deposits under $1M or under $10k left to borrow"} are left out. Max LTV is that
        of the collateral which allows most there: a dollar of it carries only that much of the gap, which is
        what the gap brings on own money beside what the collateral earns itself.
        {sized
          ? " Then: with my size lent, at the lower edge, and with my own loan taken, from its dearest to its cheapest. A loan has no upper bound (≥) over 80 % lent out, where it may be past its kink, and where it multiplies utilization by more than 5. Gaps known to be left at my size come first, then those that may be, then those that do not fit or are gone."
          : ""}{" "}
        Markets whose figures contradict each other come last.
        {provisional ? " Provisional until every page is in." : ""}
      </Note>
      {gaps.length === 0 ? (
        <p className="mt-3 text-text2">
          {provisional
            ? "No gap among the markets so far."
            : "No token costs less to borrow in one market than it earns in another."}
        </p>
      ) : (
        <FigureTable
          // Drawn as a new list with each page that comes: nothing slides past the eye.
          key={provisional ? rows.length : "complete"}
          label="Rate gaps"
          head={[
            "Token",
            ...columns.map(([head, , side]) =>
              side === undefined ? (
                head
              ) : (
                <span key={head} className="block text-left">
                  {head}
                </span>
              ),
            ),
          ]}
        >
          {gaps.map((gap) => (
            <Line key={gap.address} gap={gap} columns={columns} />
          ))}
        </FigureTable>
      )}
    </Panel>
  );
});

type Column = readonly [head: string, cell: (gap: RateGap) => ReactNode, side?: "left"];

/**
 * The columns after the token. What decides comes first: a phone shows three of them at once.
 * @param size what is borrowed and lent; undefined: without the columns of a size
 */
function columnsOf(size: Usd | undefined, search: string): readonly Column[] {
  const amount = formatUsd(size, "short")?.text ?? "";
  const mine = (head: string, cell: (mine: GapAtSize) => ReactNode): readonly Column[] =>
    size === undefined
      ? []
      : [[head, (gap) => (gap.mine === undefined ? <Unknown>not known</Unknown> : cell(gap.mine))]];
  return [
    ["Gap", ({ gap }) => <Figure value={formatPoints(gap, "distance")} leads />],
    ...mine("Gap then", ({ gapLow, gapHigh }) => <Known value={formatGapBounds(gapLow, gapHigh)} leads />),
    ["Lend at", ({ lend }) => <MarketCell end={lend} search={search} />, "left"],
    ["Base APY", ({ lend }) => <Figure value={formatRate(lend.rate)} />],
    ["Borrow at", ({ borrow }) => <MarketCell end={borrow} search={search} />, "left"],
    ["Base borrow APY", borrowCell],
    ["Max LTV", limitCell],
    ["Left to borrow", leftCell],
    [
      "Capacity left",
      ({ lend: { capacity } }) =>
        capacity === undefined ? (
          <Unknown>no limit published</Unknown>
        ) : (
          <Known value={formatUsd(capacity.left)} />
        ),
    ],
    ...mine(`Borrow ${amount}`, ({ borrowable, borrowShortBy }) => (
      <Fits fits={borrowable} shortBy={borrowShortBy} yes="available" unknown="not known" />
    )),
    ...mine(`Deposit ${amount}`, ({ fits, depositShortBy }) => (
      <Fits fits={fits} shortBy={depositShortBy} yes="fits" unknown="no limit published" />
    )),
    ...mine("Base APY then", ({ lendRate }) => <Known value={formatRate(lendRate)} />),
    ...mine("Utilization then", ({ utilization }) => <Known value={formatShare(utilization)} />),
    ...mine("Base borrow then", ({ borrowRate }) => (
      <Known value={formatRateBounds(borrowRate?.low, borrowRate?.high)} />
    )),
  ];
}

function Line({ gap, columns }: { readonly gap: RateGap; readonly columns: readonly Column[] }): ReactNode {
  const { address, symbol, icon } = gap;
  return (
    <tr className={lineClass}>
      <th
        scope="row"
        className="sticky left-0 z-10 border-b border-line bg-surface py-0.5 pr-2 pl-4 text-left font-semibold group-hover:bg-hover"
      >
        <span className="flex items-center gap-2" title={address}>
          <Disc face={{ letter: discLetter(symbol), seed: address, image: icon }} size={20} />
          <span className="max-w-24 truncate md:max-w-40">{symbol}</span>
        </span>
      </th>
      {columns.map(([head, cell]) => (
        <Fragment key={head}>{cell(gap)}</Fragment>
      ))}
    </tr>
  );
}

function borrowCell({ borrow: { rate, rewards } }: RateGap): ReactNode {
  return (
    <Cell>
      <NumberText value={formatRate(rate)} />
      {rewards === undefined || rewards <= 0 ? null : (
        <span className="block text-small text-text3">{inWords(formatRate(rewards))} paid back</span>
      )}
    </Cell>
  );
}

function limitCell({ borrow: { collateral }, onCollateral }: RateGap): ReactNode {
  if (collateral === undefined) return <Unknown>not published</Unknown>;
  return (
    <Cell>
      <NumberText value={formatShare(collateral.maxLtv)} />{" "}
      <span className="text-small text-text3">of {collateral.symbol}</span>
      {onCollateral === undefined ? null : (
        <span className="block text-small text-text3">
          at most {inWords(formatRate(onCollateral))} a year on it
        </span>
      )}
    </Cell>
  );
}

function leftCell({ borrow: { room } }: RateGap): ReactNode {
  if (room.left === undefined) return <Unknown>not published</Unknown>;
  return (
    <Cell>
      {room.sure ? null : <span className="text-small text-text3">at most </span>}
      <NumberText value={formatUsd(room.left)} />
    </Cell>
  );
}

function Fits({
  fits,
  shortBy,
  yes,
  unknown,
}: {
  readonly fits: boolean | undefined;
  readonly shortBy: Usd | undefined;
  readonly yes: string;
  readonly unknown: string;
}): ReactNode {
  if (fits === undefined) return <Unknown>{unknown}</Unknown>;
  if (fits) return <Cell>{yes}</Cell>;
  return (
    <Cell className="text-danger">
      {shortBy === undefined ? "too much" : `${formatUsd(shortBy, "short").text} short`}
    </Cell>
  );
}

function Known({
  value,
  leads = false,
}: {
  readonly value: Formatted | undefined;
  readonly leads?: boolean;
}): ReactNode {
  return value === undefined ? <Unknown>not known</Unknown> : <Figure value={value} leads={leads} />;
}

function Unknown({ children }: { readonly children: string }): ReactNode {
  return <Cell className="text-small text-text3">{children}</Cell>;
}

function MarketCell({
  end: { row, standing },
  search,
}: {
  readonly end: GapEnd;
  readonly search: string;
}): ReactNode {
  const place = placeParts(row);
  // Where a pair is meant, the place alone does not say which.
  const pair = row.tokens.length > 1 ? [row.label] : [];
  return (
    <Cell className="text-left!">
      <Link
        href={hrefTo(marketHref(row.id), search)}
        className="inline-flex min-h-6 max-w-48 2xl:max-w-72 items-center rounded-item hover:underline max-md:max-w-32 pointer-coarse:min-h-11"
        title={marketName(row)}
      >
        <span className="min-w-0">
          <KeptEnd {...place} end={[place.end, ...pair].filter((part) => part !== "").join(", ")} />
        </span>
      </Link>
      {standing === "doubtful" ? (
        <span className="block text-small text-danger">figures in doubt</span>
      ) : null}
    </Cell>
  );
}
