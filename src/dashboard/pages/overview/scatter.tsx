// Dots are chosen by pointer, or in order of size with the keys of a slider.
import {
  useMemo,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from "react";
import { Link, useLocation } from "wouter";
import { formatCount } from "../../../domain/format/number.ts";
import { marketName, typeName } from "../../../domain/market/market-text.ts";
import type { RateScale, SizedMarket } from "../../select/whole-list/overview.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { marketInListHref } from "./parts.tsx";
import { Dots, dotText, height, Legend, nearestDot, scatterPlane } from "./scatter-drawing.tsx";
import { observeSize } from "../../ui/page/observe-size.ts";

export function Scatter({
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
  const [frame, width] = useElementWidth();
  const [, go] = useLocation();
  const plane = useMemo(() => scatterPlane(markets, scale, width), [markets, scale, width]);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [isNamed, setIsNamed] = useState(false);
  const found = markets.findIndex(({ row }) => row.id === chosen);
  const at = found === -1 ? markets.length - 1 : found;
  const market = markets[at];
  if (market === undefined) return null;
  const href = marketInListHref(state, market.row.id);
  const [x = 0, y = 0] = [plane.x[at], plane.y[at]];

  const choose = (index: number | undefined): void => {
    if (index !== undefined) setChosen(markets[index]?.row.id);
    setIsNamed(index !== undefined);
  };
  const nearest = (event: MouseEvent<HTMLElement>): number | undefined => {
    const edge = event.currentTarget.getBoundingClientRect();
    return nearestDot(plane, event.clientX - edge.left, event.clientY - edge.top);
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest("a") !== null) return;
    const index = nearest(event);
    const id = index === undefined ? undefined : markets[index]?.row.id;
    const { nativeEvent } = event;
    const byTouch = nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === "touch";
    // A finger covers the dot, so the first touch names it and the second opens it.
    if (id !== undefined && !byTouch) go(marketInListHref(state, id));
    else choose(index);
  };
  return (
    <figure className="mt-2">
      <div className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="range"
          className="sr-only"
          aria-label="Markets by size of deposits"
          aria-describedby="overview-keys"
          min={0}
          max={markets.length - 1}
          value={at}
          aria-valuetext={`${marketName(market.row)}, ${typeName(market.row)}: ${dotText(market)}, ${formatCount(at + 1).text} of ${formatCount(markets.length).text} by size`}
          onChange={(event) => choose(Number(event.target.value))}
          onFocus={() => {
            setIsNamed(true);
            // The slider itself is tiny, so scroll its whole area into view.
            frame.current?.scrollIntoView({ block: "nearest" });
          }}
          onBlur={() => setIsNamed(false)}
          onKeyDown={({ key }) => {
            if (key === "Enter") go(href);
            if (key === "Escape") setIsNamed(false);
          }}
        />
        {/* The slider above offers the same by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          ref={frame}
          className={`relative ${isNamed ? "cursor-pointer" : ""}`}
          style={{ height }}
          onPointerMove={(event) => {
            // A moving finger scrolls the page instead.
            if (event.pointerType !== "touch") choose(nearest(event));
          }}
          onPointerLeave={(event) => {
            if (event.pointerType !== "touch") setIsNamed(false);
          }}
          onClick={onClick}
        >
          {width === 0 ? null : <Dots markets={markets} plane={plane} width={width} />}
          {isNamed ? (
            <>
              <Link
                href={href}
                tabIndex={-1}
                aria-hidden="true"
                className="absolute flex size-8 -translate-1/2 items-center justify-center rounded-full"
                style={{ left: x, top: y }}
              >
                <span className="size-3.5 rounded-full border-2 border-text" />
              </Link>
              <div
                aria-hidden="true"
                className="pointer-events-none absolute z-10 max-w-64 rounded-control bg-raised px-2.5 py-1.5 text-small shadow-float"
                style={{
                  ...(x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }),
                  ...(y > height / 2 ? { bottom: height - y + 8 } : { top: y + 8 }),
                }}
              >
                <p className="font-semibold">{marketName(market.row)}</p>
                <p className="text-text2">
                  {typeName(market.row)} · {dotText(market)}
                </p>
              </div>
            </>
          ) : null}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-text3">
        <Legend markets={markets} />
        <span id="overview-keys">
          {rateLabel} by deposits, on a logarithmic scale.{" "}
          <span className="pointer-coarse:hidden">
            Arrow keys step by size; Enter or a click opens a market.
          </span>
          <span className="pointer-fine:hidden">Tap a dot to name it, and again to open its market.</span>
        </span>
      </div>
    </figure>
  );
}

function useElementWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const settle = (): void => setWidth(element.clientWidth);
    settle();
    return observeSize([element], settle);
  }, []);
  return [ref, width];
}
