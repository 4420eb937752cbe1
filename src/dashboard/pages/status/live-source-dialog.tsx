// The README lists the variables. A test makes sure that they are not in the bundle.
import type { ReactNode } from "react";
import { isDeposit } from "../../../contract/market.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatCount, countMarkets } from "../../../domain/format/number.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { useCurrentMarkets } from "../frame/current-markets.ts";

const estimates: readonly (readonly [what: string, isEstimated: (row: MarketRow) => boolean])[] = [
  ["every figure", isGuessed],
  [
    "every figure except utilization",
    ({ providerId, tokens: [token] }) => providerId === "marginfi" && token?.symbol === "USDT",
  ],
  [
    "their token's own yield, and so the rate",
    ({ kind, tokens: [token] }) => kind === "loop" && uncaptured.has(token?.symbol ?? ""),
  ],
  ["the leverage the rate is quoted at", ({ kind, detail }) => kind === "loop" && detail !== mainMarket],
  [
    "most deposits, and their utilization",
    (row) => isDeposit(row.kind) && !isGuessed(row) && !isCaptured(row),
  ],
  ["every price", ({ kind }) => kind === "prediction"],
];
const mainMarket = "Main Market";
const uncaptured = new Set("sUSDe syrupUSDC eUSX sHYUSD USDY PRIME PST sACRED JLP JUICED wstETH".split(" "));
/** Counted in its public code of 2026. */
const jupiterVaults = 84;

function isGuessed({ providerId }: MarketRow): boolean {
  return providerId === "defituna" || providerId === "carrot";
}

function isCaptured({ providerId, detail, productName }: MarketRow): boolean {
  return providerId === "kamino" && (detail ?? productName) === mainMarket;
}

export function estimatesAmong(rows: readonly MarketRow[]): readonly string[] {
  const counted = estimates.flatMap(([what, isEstimated]) => {
    const count = rows.filter(isEstimated).length;
    return count === 0 ? [] : [`${countMarkets(count)}: ${what}`];
  });
  const vaults = rows.filter(({ kind, providerId }) => kind === "lending" && providerId === "jupiter").length;
  return vaults === 0
    ? counted
    : [
        ...counted,
        `${formatCount(vaults).text} of Jupiter's ${formatCount(jupiterVaults).text} borrow vaults are here, so what they owe is less than its Earn pools have lent out`,
      ];
}

export function LiveSourceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const rows = useCurrentMarkets()?.rows ?? [];
  return (
    <Dialog title="Use a live source" onClose={onClose}>
      <div className="grid gap-3 text-text2">
        <p>
          This server answers from its built-in simulation. With two environment variables it reads a live
          markets service instead. Only the data changes, not the dashboard.
        </p>
        <ol className="grid list-decimal gap-2 pl-5">
          <li>The address of the service, with its api prefix and without /v0/markets.</li>
          <li>
            The client key from its operator. It stays on the server: no browser, answer or log ever contains
            it.
          </li>
        </ol>
        <p>
          Set both and start the server again. Their names are in the README under{" "}
          <strong className="font-semibold text-text">A real upstream</strong>.
        </p>
        <p>
          Without a key, the server can show the real rates DefiLlama publishes. See{" "}
          <strong className="font-semibold text-text">Real rates without a key</strong> in the README.
        </p>
        <p>
          Products, tokens and most Kamino rates of the simulation were captured. Of the{" "}
          {countMarkets(rows.length)} loaded now these are estimates:
        </p>
        <ul aria-label="Estimates" className="grid list-disc gap-1 pl-5">
          {estimatesAmong(rows).map((line) => (
            <li key={line}>{line}.</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
