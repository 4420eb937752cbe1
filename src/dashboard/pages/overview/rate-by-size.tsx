// Every market's rate against its deposits. The dots are one path per type, so that ten thousand cost four elements; what is
// pointed at lies over them and draws none of them again.
import {
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { Link, useLocation } from "wouter";
import { ratio, usd } from "../../../contract/units.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { axisMarks, decades } from "./axis.ts";
import { listHref, marketInListHref } from "./overview-address.ts";
import { Cell, FigureTable, lineClass, Note, Section, Told } from "./parts.tsx";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatRate, formatCount, formatUsd, inWords } from "../../format/number.ts";
import {
  rateScale,
  sizeClasses,
  sizedMarkets,
  type RateScale,
  type SizeClass,
  type SizedMarket,
  type SizedMarkets,
} from "../../select/whole-list/overview.ts";
import { marketName, typeName } from "../../market/market-text.ts";
import { useElementWidth } from "../../ui/page/element-width.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import type { ApyBasis } from "../../market/column.ts";
import type { ViewState } from "../../view-state/view-state.ts";

interface Shape {
  readonly className: string;
  /** The path of one dot around a point. */
  readonly draw: (x: number, y: number) => string;
}

// Lines of no length are drawn by their ends alone: a disc or a square in seven letters.
const disc: Shape = {
  className: "fill-none stroke-s1 stroke-[6px] [stroke-linecap:round]",
  draw: (x, y) => `M${x} ${y}h0`,
};
const square: Shape = {
  className: "fill-none stroke-s2 stroke-[5px] [stroke-linecap:square]",
  draw: (x, y) => `M${x} ${y}h0`,
};
const triangle: Shape = { className: "fill-s3", draw: (x, y) => `M${x} ${y - 4}l4 7h-8z` };
const diamond: Shape = { className: "fill-s4", draw: (x, y) => `M${x} ${y - 4}l4 4l-4 4l-4 -4z` };
const cross: Shape = {
  className: "fill-none stroke-text2 stroke-[1.5px]",
  draw: (x, y) => `M${x - 3} ${y}h6M${x} ${y - 3}v6`,
};
const shapes: Readonly<Record<MarketRow["kind"], Shape>> = {
  lending: disc,
  yield: square,
  loop: triangle,
  perpetual: diamond,
  prediction: diamond,
  other: cross,
};

export function RateBySize({
  rows,
  state,
  basis,
  rateLabel,
}: {
  readonly rows: readonly MarketRow[];
  readonly state: ViewState;
  readonly basis: ApyBasis;
  readonly rateLabel: string;
}): ReactNode {
  const sized = useMemo(() => sizedMarkets(rows, basis), [rows, basis]);
  const classes = useMemo(() => sizeClasses(rows, state, basis), [rows, state, basis]);
  const scale = useMemo(
    () =>
      rateScale(
        sized.markets.map(({ row }) => row),
        basis,
      ),
    [sized, basis],
  );
  return (
    <Section id="overview-size" heading="Rate against size">
      <Note>{summary(sized, scale, rows.length)}</Note>
      {scale === undefined ? null : (
        <Scatter markets={sized.markets} scale={scale} state={state} rateLabel={rateLabel} />
      )}
      {classes.length === 0 ? null : (
        <FigureTable
          label="Rates by size"
          head={["Deposits", "Markets", "With rate", "Weighted", "Median", "Together"]}
        >
          {classes.map((one) => (
            <tr key={classText(one)} className={lineClass}>
              <th
                scope="row"
                className="sticky left-0 z-10 border-b border-line bg-surface py-0.5 pr-2 pl-4 text-left font-semibold whitespace-nowrap group-hover:bg-hover"
              >
                <Link
                  href={listHref(state, one.narrow)}
                  aria-label={`${classText(one)}: show ${countMarkets(one.markets)} in the list`}
                  className="inline-flex min-h-6 items-center rounded-item hover:underline pointer-coarse:min-h-9"
                >
                  {classText(one)}
                </Link>
              </th>
              <Cell>{formatCount(one.markets).text}</Cell>
              <Told told={one.rated} all={one.markets} />
              <Cell className="font-semibold">
                <NumberText value={formatRate(one.weighted)} />
              </Cell>
              <Cell className="font-semibold">
                <NumberText value={formatRate(one.median)} />
              </Cell>
              <Cell>
                <NumberText value={formatUsd(one.deposits)} />
              </Cell>
            </tr>
          ))}
        </FigureTable>
      )}
    </Section>
  );
}

function classText({ from, to }: SizeClass): string {
  if (from === undefined) return `under ${inWords(formatUsd(to, "round"))}`;
  return to === undefined
    ? `from ${inWords(formatUsd(from, "round"))}`
    : `${inWords(formatUsd(from, "round"))} to ${inWords(formatUsd(to, "round"))}`;
}

function summary(
  { markets, withoutDeposits, withoutRate }: SizedMarkets,
  scale: RateScale | undefined,
  all: number,
): string {
  const [least] = markets;
  const most = markets.at(-1);
  const missing = [
    ...(withoutDeposits > 0 ? [`${formatCount(withoutDeposits).text} without deposits`] : []),
    ...(withoutRate > 0 ? [`${formatCount(withoutRate).text} without the rate`] : []),
  ];
  const left = missing.length === 0 ? "" : ` Not drawn: ${missing.join(", ")}.`;
  if (least === undefined || most === undefined || scale === undefined)
    return `No market here has both a rate and deposits.${left}`;
  const edges = [
    ...(scale.above > 0 ? [`${formatCount(scale.above).text} above ${formatRate(scale.high).text}`] : []),
    ...(scale.below > 0 ? [`${formatCount(scale.below).text} below ${formatRate(scale.low).text}`] : []),
  ];
  return [
    `${formatCount(markets.length).text} of ${countMarkets(all)}, from ${formatUsd(least.deposits).text} to ${formatUsd(most.deposits).text} of deposits, each step ten times the one before.`,
    left,
    edges.length === 0 ? "" : ` Drawn at the edge: ${edges.join(", ")}.`,
  ].join("");
}

const height = 300;
const inset = { left: 44, right: 14, top: 12, bottom: 26 };
/** How far from a dot it still is pointed at. */
const grasp = 16;

interface Places {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

function Scatter({
  markets,
  scale,
  state,
  rateLabel,
}: {
  readonly markets: readonly SizedMarket[];
  readonly scale: RateScale;
  readonly state: ViewState;
  readonly rateLabel: string;
}): ReactNode {
  const [frame, width] = useElementWidth<HTMLDivElement>();
  const [, go] = useLocation();
  const [pointed, setPointed] = useState<string | undefined>(undefined);
  const [walked, setWalked] = useState<string | undefined>(undefined);
  const [focused, setFocused] = useState(false);

  const amounts = useMemo(() => decades(markets[0]?.deposits ?? 0, markets.at(-1)?.deposits ?? 0), [markets]);
  const places = useMemo((): Places => {
    const x = new Float32Array(markets.length);
    const y = new Float32Array(markets.length);
    const first = Math.log(amounts[0] ?? 1);
    const last = Math.log(amounts.at(-1) ?? 10);
    for (const [at, { deposits, rate }] of markets.entries()) {
      x[at] =
        inset.left + ((Math.log(deposits) - first) / (last - first)) * (width - inset.left - inset.right);
      y[at] = yOf(rate, scale);
    }
    return { x, y };
  }, [markets, amounts, width, scale]);
  const drawing = useMemo(
    () => <Dots markets={markets} places={places} amounts={amounts} scale={scale} width={width} />,
    [markets, places, amounts, scale, width],
  );
  const indexOf = useMemo(() => new Map(markets.map(({ row }, at) => [row.id, at])), [markets]);

  // The walk begins at the largest market: that is where one would put money first.
  const step = (walked === undefined ? undefined : indexOf.get(walked)) ?? markets.length - 1;
  const active = (pointed === undefined ? undefined : indexOf.get(pointed)) ?? (focused ? step : undefined);
  const market = active === undefined ? undefined : markets[active];
  const at = active === undefined ? undefined : { x: places.x[active] ?? 0, y: places.y[active] ?? 0 };

  const nearest = (event: MouseEvent<HTMLElement>): string | undefined => {
    const edge = event.currentTarget.getBoundingClientRect();
    const found = nearestPlace(places, event.clientX - edge.left, event.clientY - edge.top);
    return found === undefined ? undefined : markets[found]?.row.id;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    // A finger that moves scrolls the page.
    if (event.pointerType !== "touch") setPointed(nearest(event));
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest("a") !== null) return;
    const id = nearest(event);
    const byTouch =
      event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === "touch";
    // A finger covers what it points at: the first touch tells the market, the second opens it.
    if (id !== undefined && !byTouch) go(marketInListHref(state, id));
    else setPointed(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const here = markets[step];
    if (event.key === "Enter" && here !== undefined) go(marketInListHref(state, here.row.id));
    if (event.key === "Escape") setPointed(undefined);
  };

  return (
    <figure className="mt-2">
      <div className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="range"
          className="sr-only"
          aria-label="Markets by size of deposits"
          aria-describedby="overview-walk"
          min={0}
          max={markets.length - 1}
          value={step}
          aria-valuetext={walkText(markets, step)}
          onChange={(event) => setWalked(markets[Number(event.target.value)]?.row.id)}
          onFocus={() => {
            setFocused(true);
            setPointed(undefined);
            // The slider itself is a point: what it moves in has to be seen, not only its place.
            frame.current?.scrollIntoView({ block: "nearest" });
          }}
          onBlur={() => setFocused(false)}
          onKeyDown={onKeyDown}
        />
        {/* What a pointer does here, the slider above does with keys. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          ref={frame}
          className={`relative ${market === undefined ? "" : "cursor-pointer"}`}
          style={{ height }}
          onPointerMove={onPointerMove}
          onPointerLeave={(event) => {
            if (event.pointerType !== "touch") setPointed(undefined);
          }}
          onClick={onClick}
        >
          {width === 0 ? null : drawing}
          {market === undefined || at === undefined ? null : (
            <Pointed market={market} at={at} width={width} href={marketInListHref(state, market.row.id)} />
          )}
        </div>
      </div>
      <figcaption className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-text3">
        <Legend markets={markets} />
        <span id="overview-walk">
          {rateLabel} over deposits. Arrow keys go by size, Enter opens; a click or a second touch too.
        </span>
      </figcaption>
    </figure>
  );
}

function yOf(rate: number, { low, high }: RateScale): number {
  const share = (Math.min(high, Math.max(low, rate)) - low) / (high - low);
  return height - inset.bottom - share * (height - inset.bottom - inset.top);
}

function nearestPlace({ x, y }: Places, left: number, top: number): number | undefined {
  let found: number | undefined;
  let least = grasp * grasp;
  for (let at = 0; at < x.length; at += 1) {
    const across = (x[at] ?? 0) - left;
    const down = (y[at] ?? 0) - top;
    const distance = across * across + down * down;
    if (distance <= least) {
      least = distance;
      found = at;
    }
  }
  return found;
}

function walkText(markets: readonly SizedMarket[], at: number): string {
  const market = markets[at];
  if (market === undefined) return "";
  const { row, rate, deposits } = market;
  return `${marketName(row)}, ${typeName(row)}: ${formatRate(rate).text} on ${formatUsd(deposits).text}, ${formatCount(at + 1).text} of ${formatCount(markets.length).text} by size`;
}

function Dots({
  markets,
  places,
  amounts,
  scale,
  width,
}: {
  readonly markets: readonly SizedMarket[];
  readonly places: Places;
  readonly amounts: readonly number[];
  readonly scale: RateScale;
  readonly width: number;
}): ReactNode {
  const right = width - inset.right;
  const bottom = height - inset.bottom;
  const xStep = (right - inset.left) / Math.max(1, amounts.length - 1);
  // Every second label where they would touch.
  const every = xStep < 52 ? 2 : 1;
  return (
    <svg
      width={width}
      height={height}
      aria-hidden="true"
      className="absolute inset-0 block will-change-transform"
    >
      {axisMarks(scale.low, scale.high, 6).map((rate) => (
        <g key={rate}>
          <line
            x1={inset.left}
            x2={right}
            y1={yOf(rate, scale)}
            y2={yOf(rate, scale)}
            className={rate === 0 ? "stroke-line2" : "stroke-line"}
          />
          <text
            x={inset.left - 6}
            y={yOf(rate, scale) + 4}
            textAnchor="end"
            className="fill-text3 text-[11px]"
          >
            {inWords(formatRate(ratio(rate), "short"))}
          </text>
        </g>
      ))}
      {amounts.map((amount, at) => (
        <g key={amount}>
          <line
            x1={inset.left + at * xStep}
            x2={inset.left + at * xStep}
            y1={inset.top}
            y2={bottom}
            className="stroke-line"
          />
          {at % every === 0 ? (
            <text
              x={inset.left + at * xStep}
              y={height - 8}
              textAnchor={at === amounts.length - 1 ? "end" : "middle"}
              className="fill-text3 text-[11px]"
            >
              {inWords(formatUsd(usd(amount), "round"))}
            </text>
          ) : null}
        </g>
      ))}
      {pathsOf(markets, places).map(([kind, path]) => (
        <path key={kind} d={path} className={`opacity-75 ${shapes[kind].className}`} />
      ))}
    </svg>
  );
}

function pathsOf(
  markets: readonly SizedMarket[],
  { x, y }: Places,
): readonly (readonly [MarketRow["kind"], string])[] {
  const parts = new Map<MarketRow["kind"], string[]>();
  for (const [at, { row }] of markets.entries()) {
    const list = parts.get(row.kind) ?? [];
    parts.set(row.kind, list);
    list.push(shapes[row.kind].draw(tenths(x[at]), tenths(y[at])));
  }
  return [...parts].map(([kind, list]) => [kind, list.join("")] as const);
}

/** A tenth of a pixel is as fine as anyone sees, and shorter. */
function tenths(place = 0): number {
  return Math.round(place * 10) / 10;
}

function Legend({ markets }: { readonly markets: readonly SizedMarket[] }): ReactNode {
  const counts = new Map<MarketRow["kind"], { name: string; count: number }>();
  for (const { row } of markets) {
    const entry = counts.get(row.kind) ?? {
      name: row.kind === "other" ? "Other" : typeName(row),
      count: 0,
    };
    entry.count += 1;
    counts.set(row.kind, entry);
  }
  return (
    <span className="flex flex-wrap gap-x-4">
      {[...counts].map(([kind, { name, count }]) => (
        <span key={kind} className="inline-flex items-center gap-1.5 text-text2">
          <svg aria-hidden="true" width="12" height="12">
            <path d={shapes[kind].draw(6, 6)} className={`opacity-75 ${shapes[kind].className}`} />
          </svg>
          {name} {formatCount(count).text}
        </span>
      ))}
    </span>
  );
}

/** What is pointed at: a ring that is a link, as large as a finger needs, and beside it what the market is. */
function Pointed({
  market,
  at,
  width,
  href,
}: {
  readonly market: SizedMarket;
  readonly at: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly href: string;
}): ReactNode {
  const { row, rate, deposits } = market;
  const toLeft = at.x > width / 2;
  return (
    <>
      <Link
        href={href}
        tabIndex={-1}
        aria-hidden="true"
        className="absolute flex size-8 -translate-1/2 items-center justify-center rounded-full"
        style={{ left: at.x, top: at.y }}
      >
        <span className="size-3.5 rounded-full border-2 border-text" />
      </Link>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute z-10 max-w-64 rounded-control bg-raised px-2.5 py-1.5 text-small shadow-float"
        style={{
          ...(toLeft ? { right: width - at.x + 14 } : { left: at.x + 14 }),
          ...(at.y > height / 2 ? { bottom: height - at.y + 8 } : { top: at.y + 8 }),
        }}
      >
        <p className="font-semibold">{marketName(row)}</p>
        <p className="text-text2">
          {typeName(row)} · {formatRate(rate).text} on {formatUsd(deposits).text}
        </p>
      </div>
    </>
  );
}
