// The legs of a loop are lending markets, which a list of loops does not hold: they are loaded beside it. Draws nothing.
import { useEffect, type ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { LoadError } from "../fetch-json.ts";
import { useMarkets } from "./use-markets.ts";
import { everyLoan } from "../../data/markets/whole-lists.ts";

/** The lending markets as far as they are loaded. */
export interface Legs {
  readonly rows: readonly MarketRow[];
  /** Whether these are all. */
  readonly complete: boolean;
  readonly error: LoadError | undefined;
}

/** Loads the lending markets and hands them up as they arrive. */
export function LegRows({ onLegs }: { readonly onLegs: (legs: Legs) => void }): ReactNode {
  const { rows, phase, error } = useMarkets(everyLoan);
  const complete = phase === "complete";
  useEffect(() => onLegs({ rows, complete, error }), [onLegs, rows, complete, error]);
  return null;
}
