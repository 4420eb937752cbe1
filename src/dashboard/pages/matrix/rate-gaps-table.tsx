// Under the matrix: tokens that cost less to borrow in one market than they earn in another, and what that takes.
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import type { Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { inWords, formatPoints, formatRate, formatShare, formatUsd } from "../../format/number.ts";
import type { Formatted } from "../../format/number.ts";
import { toRateGaps, type GapAtSize, type RateGap } from "../../select/whole-list/rate-gaps.ts";
import { hrefTo, marketHref } from "../../view-state/address.ts";
import { discLetter, placeName } from "../../market/market-text.ts";
import { Disc } from "../../ui/marks/disc.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Cell, Figure, FigureTable, lineClass, Note, Section } from "../overview/parts.tsx";

export function RateGaps({
  rows,
  size,
  search,
  provisional,
}: {
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  /** That of this page. */
  readonly search: string;
  /** Whether pages are missing, so that markets are too. */
  readonly provisional: boolean;
}): ReactNode {
  const gaps = useMemo(() => toRateGaps(rows, size), [rows, size]);
  const sized = gaps[0]?.mine !== undefined;
  return (
    <Section id="rate-gaps" heading="Rate gaps">
      <p className="mt-1 text-text2">
        Borrow a token here, lend it there. This is not free of risk: the loan needs other collateral, both
        rates move, and the loan can be liquidated.
      </p>
      <Note>
        The lowest Base borrow APY against the highest Base APY in another market: rewards are counted on
        neither side, and what borrowers are paid back stands beside the rate. Markets with nothing left to
        borrow or full{sized ? "" : ", or with deposits under $1M"} are left out. Max LTV is that of the
        collateral which allows most there: a dollar of it carries only that much of the gap.
        {sized
          ? " Then: with my size lent, at the lower edge, and with my own loan taken, its rate in proportion to utilization. Past 80 % nothing can be said."
          : ""}
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
          label="Rate gaps"
          head={[
            "Token",
            "Gap",
            <Left key="borrow">Borrow at</Left>,
            "Base borrow APY",
            "Max LTV",
            "Left to borrow",
            <Left key="lend">Lend at</Left>,
            "Base APY",
            "Capacity left",
            ...(size === undefined || !sized
              ? []
              : [
                  `Borrow ${formatUsd(size, "short").text}`,
                  `Deposit ${formatUsd(size, "short").text}`,
                  "Base APY then",
                  "Utilization then",
                  "Base borrow then",
                  "Gap then",
                ]),
          ]}
        >
          {gaps.map((gap) => (
            <Line key={gap.address} gap={gap} search={search} />
          ))}
        </FigureTable>
      )}
    </Section>
  );
}

function Left({ children }: { readonly children: string }): ReactNode {
  return <span className="block text-left">{children}</span>;
}

function Line({ gap, search }: { readonly gap: RateGap; readonly search: string }): ReactNode {
  const { address, symbol, icon, borrow, lend, mine } = gap;
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
      <Figure value={formatPoints(gap.gap, "distance")} leads />
      <Cell className="text-left!">
        <MarketLink row={borrow.row} search={search} />
      </Cell>
      <Cell>
        <NumberText value={formatRate(borrow.rate)} />
        {borrow.rewards === undefined || borrow.rewards <= 0 ? null : (
          <span className="block text-small text-text3">{inWords(formatRate(borrow.rewards))} paid back</span>
        )}
      </Cell>
      {borrow.collateral === undefined ? (
        <Unknown>not published</Unknown>
      ) : (
        <Cell>
          <NumberText value={formatShare(borrow.collateral.maxLtv)} />{" "}
          <span className="text-small text-text3">of {borrow.collateral.symbol}</span>
        </Cell>
      )}
      {borrow.room.left === undefined ? (
        <Unknown>not published</Unknown>
      ) : (
        <Cell>
          {borrow.room.sure ? null : <span className="text-small text-text3">at most </span>}
          <NumberText value={formatUsd(borrow.room.left)} />
        </Cell>
      )}
      <Cell className="text-left!">
        <MarketLink row={lend.row} search={search} />
      </Cell>
      <Figure value={formatRate(lend.rate)} />
      {lend.capacity === undefined ? (
        <Unknown>no limit published</Unknown>
      ) : (
        <Known value={formatUsd(lend.capacity.left)} />
      )}
      {mine === undefined ? null : <AtSize mine={mine} />}
    </tr>
  );
}

function AtSize({ mine }: { readonly mine: GapAtSize }): ReactNode {
  const left = formatPoints(mine.gap);
  return (
    <>
      <Fits fits={mine.borrowable} shortBy={mine.borrowShortBy} yes="available" unknown="not known" />
      <Fits fits={mine.fits} shortBy={mine.depositShortBy} yes="fits" unknown="no limit published" />
      <Known value={formatRate(mine.lendRate)} />
      <Known value={formatShare(mine.utilization)} />
      <Known value={formatRate(mine.borrowRate)} />
      {/* A distance takes no plus; under 0 there is no gap any more. */}
      <Known
        value={left === undefined ? undefined : { ...left, sign: left.sign === "+" ? "" : left.sign }}
        leads
      />
    </>
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

function MarketLink({ row, search }: { readonly row: MarketRow; readonly search: string }): ReactNode {
  const place = placeName(row);
  // Where a pair is meant, the place alone does not say which.
  const name = row.tokens.length > 1 ? `${place}, ${row.label}` : place;
  return (
    <Link
      href={hrefTo(marketHref(row.id), search)}
      className="inline-flex min-h-6 max-w-48 items-center rounded-item hover:underline pointer-coarse:min-h-9"
      title={name}
    >
      <span className="truncate">{name}</span>
    </Link>
  );
}
