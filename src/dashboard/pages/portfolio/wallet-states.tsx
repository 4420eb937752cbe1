import type { ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { WalletPositions } from "../../queries/positions.ts";
import { PanelRows, TextBar } from "../../ui/marks/skeleton.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { PrivacyText } from "./wallet-bar.tsx";
import type { Portfolio } from "./use-portfolio.ts";
import { countOf } from "../../../domain/format/number.ts";

export function NoWallet(): ReactNode {
  const { source } = useDashboardConfig();
  return (
    <Panel heading="Look at any wallet on Solana" padded>
      <div className="grid gap-x-8 gap-y-5 text-text2 lg:grid-cols-[3fr_2fr]">
        <ul className="grid list-disc gap-1 pl-5">
          <li>Its value, profit and loss, what it earns a year, and its net APY.</li>
          <li>How near each loan and loop is to liquidation, and at what price.</li>
          <li>What its predictions cost, are worth and have made.</li>
          <li>Which moves would earn more, within limits you choose.</li>
        </ul>
        <PrivacyText live={source.kind === "upstream"} />
      </div>
    </Panel>
  );
}

export function WalletsLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading the positions…</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        <div className="h-[86px] rounded-panel border border-line2 bg-surface p-4 max-md:h-[300px]">
          <TextBar className="w-24" />
        </div>
        <div className="grid gap-4 xl:grid-cols-[9fr_4fr]">
          <PanelRows count={6} />
          <PanelRows count={6} />
        </div>
      </div>
    </>
  );
}

export function EmptyWallets({
  shown,
  unread,
}: Pick<Portfolio, "unread"> & { readonly shown: readonly WalletPositions[] }): ReactNode {
  const empty = shown.filter(({ rows, rejectedCount }) => rows?.length === 0 && rejectedCount === 0);
  return (
    <>
      {empty.length === 0 ? null : (
        <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {empty.map(({ name }) => name).join(", ")} {empty.length === 1 ? "has" : "have"} no known positions.
          Tokens outside positions are not shown.
        </output>
      )}
      {unread.map(({ wallet, name, what, count, why }) => (
        <output
          key={`${wallet} ${what}`}
          className="rounded-panel border border-line2 bg-surface p-4 text-text2"
        >
          {countOf(count, what, what === "history" ? "histories" : undefined)} of {name} could not be read and{" "}
          {count === 1 ? "is" : "are"} not counted
          {why === undefined ? "." : `: ${why}.`}
        </output>
      ))}
    </>
  );
}
