import type { ReactNode } from "react";
import type { DemoWallet } from "../../../contract/dashboard-config.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { WalletPositions } from "../../queries/positions.ts";
import { Button } from "../../ui/fields/button.tsx";
import { PanelRows, TextBar } from "../../ui/marks/skeleton.tsx";
import { PrivacyText } from "./wallet-bar.tsx";
import { countOf } from "../../format/number.ts";

export function NoWallet({
  demo,
  onWallet,
}: {
  readonly demo: readonly DemoWallet[];
  readonly onWallet: (wallet: string) => void;
}): ReactNode {
  const { source } = useDashboardConfig();
  return (
    <section
      aria-labelledby="no-wallet"
      className="grid gap-x-8 gap-y-5 rounded-panel border border-line2 bg-surface p-4 md:p-6 lg:grid-cols-[3fr_2fr]"
    >
      <div>
        <h2 id="no-wallet" className="text-[15px] leading-5 font-semibold">
          Look at any wallet on Solana
        </h2>
        <ul className="mt-2 max-w-[64ch] list-disc space-y-1 pl-5 text-text2">
          <li>Its value, what it earns a day and a year, and its overall APY.</li>
          <li>How near each loan and loop is to liquidation, and the price that ends it.</li>
          <li>What its predictions cost, are worth and have made.</li>
          <li>Which market would pay more for each deposit, what moving costs and when it has paid.</li>
        </ul>
        {demo.length === 0 ? null : (
          <>
            <h3 className="mt-5 text-small font-semibold">Wallets of the demo</h3>
            <ul className="mt-2 flex flex-wrap gap-2">
              {demo.map(({ name, address, positions }) => (
                <li key={address}>
                  <Button size="large" onClick={() => onWallet(address)}>
                    {name} <span className="text-text2">{countOf(positions, "position")}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="text-small text-text2">
        <PrivacyText live={source.kind === "upstream"} />
      </div>
    </section>
  );
}

/** Reserves the height of the content. */
export function WalletsLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading the positions…</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        <div className="flex h-[86px] overflow-hidden rounded-panel border border-line2 bg-surface max-md:h-[300px] max-md:flex-wrap">
          {["a", "b", "c", "d", "e", "f", "g"].map((key) => (
            <span key={key} className="flex min-w-32 flex-1 flex-col gap-2 p-4">
              <TextBar className="w-16" />
              <TextBar className="h-4 w-24" />
            </span>
          ))}
        </div>
        <div className="grid gap-4 xl:grid-cols-[9fr_4fr]">
          <PanelRows count={6} />
          <PanelRows count={6} />
        </div>
        <PanelRows count={9} />
      </div>
    </>
  );
}

/** The wallets without positions, and the ones that could not be read. */
export function EmptyWallets({ shown }: { readonly shown: readonly WalletPositions[] }): ReactNode {
  const empty = shown.filter(({ rows, rejectedCount }) => rows?.length === 0 && rejectedCount === 0);
  const rejected = shown.filter(({ rejectedCount }) => rejectedCount > 0);
  return (
    <>
      {empty.length === 0 ? null : (
        <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {empty.map(({ name }) => name).join(", ")} {empty.length === 1 ? "has" : "have"} no positions that
          this service knows: tokens that only lie in the wallet are none.
        </output>
      )}
      {rejected.map(({ wallet, name, rejectedCount, rejectedWhy }) => (
        <output key={wallet} className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {countOf(rejectedCount, "position")} of {name} could not be read and{" "}
          {rejectedCount === 1 ? "is" : "are"} in no figure here
          {rejectedWhy === undefined ? "." : `: ${rejectedWhy}.`}
        </output>
      ))}
    </>
  );
}
