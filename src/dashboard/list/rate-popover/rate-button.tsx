// A rate that opens its popover when it is pressed or pointed at.
import type { ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { Formatted } from "../../format/number.ts";
import { numberText } from "../../ui/marks/number-text.tsx";
import type { RateSide } from "../market-list.ts";
import type { RateHandlers } from "./use-rate-popover.tsx";

/** @param place a cell's header names its rate; on a card the button says the name itself */
export function rateButton(
  row: MarketRow,
  { onRateClick, onRateEnter, onRateLeave }: RateHandlers,
  side: RateSide,
  value: Formatted | string | undefined,
  bar: ReactNode,
  place: "cell" | "card" = "cell",
): ReactNode {
  const card = place === "card";
  return (
    <button
      type="button"
      className={`rate-button ${card ? "card-rate" : bar === null ? "rate-button-plain" : ""}`}
      data-id={row.id}
      data-side={side}
      aria-haspopup="dialog"
      onClick={onRateClick}
      onPointerEnter={onRateEnter}
      onPointerLeave={onRateLeave}
    >
      {card ? <span className="sr-only">{side === "deposit" ? "Deposit APY " : "Borrow APY "}</span> : null}
      <span className={card ? "card-figure" : "rate-figure"}>{numberText(value)}</span>
      {bar}
    </button>
  );
}
