import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import { sourceNow, useDashboardConfig } from "../../queries/configuration.ts";
import { useMarkets, type MarketsResult } from "../../queries/markets/use-markets.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";
import { useWalletPositions, type WalletPositions } from "../../queries/positions.ts";
import { countOf } from "../../format/number.ts";
import { formatAge } from "../../format/time.ts";
import { peerPrices } from "../../market/assess/checks.ts";
import { claimsOf } from "../../portfolio/claims.ts";
import { loansOf } from "../../portfolio/loans.ts";
import { movesOf, movesTogether } from "../../portfolio/moves.ts";
import { positionApy, totalsOf } from "../../portfolio/totals.ts";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { changeSearch, useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { AllocationPanel } from "./allocation-panel.tsx";
import { MovesPanel } from "./moves-panel.tsx";
import { withActualLeverage } from "./loop-rates.ts";
import {
  readPortfolioAddress,
  refusedIn,
  writePortfolioAddress,
  type PortfolioAddress,
} from "./portfolio-address.ts";
import { PortfolioStrip } from "./portfolio-strip.tsx";
import type { ListContext } from "./positions/position-parts.tsx";
import { PositionsPanel } from "./positions/positions-panel.tsx";
import { ValuePanel } from "./value-panel.tsx";
import { WalletBar } from "./wallet-bar.tsx";
import { NoWallet, EmptyWallets, WalletsLoading } from "./wallet-states.tsx";
import { PortfolioTools } from "./portfolio-tools.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

function change(part: Partial<PortfolioAddress>): void {
  changeSearch((now) => writePortfolioAddress({ ...readPortfolioAddress(now), ...part }, now));
}

export function PortfolioPage(): ReactNode {
  usePageTitle("Portfolio");
  const search = useSearch();
  const address = useMemo(() => readPortfolioAddress(search), [search]);
  const { demoWallets } = useDashboardConfig();
  const names = useMemo(
    () => new Map((demoWallets ?? []).map(({ address: of, name }) => [of, name])),
    [demoWallets],
  );
  const shown = useWalletPositions(address.wallets, names);
  const { wallets } = address;
  // Fetched before a wallet is entered, so that its markets are ready.
  const result = useMarkets(allDepositsRequest);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      {/* On a phone as high as with the button that appears with the positions. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:before:-mr-3 max-md:before:h-11">
        <PageHeading page="portfolio">Portfolio</PageHeading>
        <Summary shown={shown} />
        {shown.some(({ rows }) => rows !== undefined) ? (
          <PortfolioTools shown={shown} markets={result.rows} />
        ) : null}
      </div>
      <WalletBar
        wallets={wallets}
        onWallets={(next) => change({ wallets: next })}
        names={names}
        refused={refusedIn(search)}
        demo={wallets.length === 0 ? [] : (demoWallets ?? [])}
      />
      {wallets.length === 0 ? (
        <NoWallet demo={demoWallets ?? []} onWallet={(wallet) => change({ wallets: [wallet] })} />
      ) : (
        <Content shown={shown} address={address} names={names} result={result} />
      )}
    </div>
  );
}

/** Keeps the array while its items are the same. */
function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && kept.every((item, index) => item === list[index])) return kept;
  setKept(list);
  return list;
}

function Content({
  shown,
  address,
  names,
  result,
}: {
  readonly shown: readonly WalletPositions[];
  readonly address: PortfolioAddress;
  readonly names: ReadonlyMap<string, string>;
  readonly result: MarketsResult;
}): ReactNode {
  // Refreshing the markets refreshes the positions too.
  const refreshing = useRef(false);
  useEffect(() => {
    if (result.refreshing && !refreshing.current) for (const wallet of shown) wallet.refresh();
    refreshing.current = result.refreshing;
  });
  const answers = useSame(shown.map(({ rows }) => rows));
  const rows = useMemo(
    () =>
      withActualLeverage(
        answers.flatMap((of) => of ?? []),
        result.rows,
      ),
    [answers, result.rows],
  );
  const loans = useMemo(() => loansOf(rows), [rows]);
  const claims = useMemo(() => claimsOf(rows, result.rows), [rows, result.rows]);
  const totals = useMemo(() => totalsOf(rows, claims), [rows, claims]);
  const [{ basis }] = useViewState();
  const prices = useMemo(() => peerPrices(result.rows), [result.rows]);
  const moves = useMemo(
    () => movesOf(rows, loans, result.rows, { horizon: address.pays, basis, prices }),
    [rows, loans, result.rows, address.pays, basis, prices],
  );
  const config = useDashboardConfig();
  const [now] = useState(() => sourceNow(config));
  const marked = useSame(address.wallets);
  const context = useMemo(
    (): ListContext => ({
      wallets: marked,
      greatest: ratio(Math.max(0, ...rows.map((row) => positionApy(row) ?? 0))),
      now,
    }),
    [marked, rows, now],
  );
  const held = shown.filter((wallet) => wallet.rows !== undefined);
  const loading = shown.filter((wallet) => wallet.loading);
  const failures = shown.map(({ wallet, name, error, readAt, retry }) => (
    <Problem key={wallet} size="part" what="a list of positions" {...{ name, error, readAt, retry }}>
      Nothing of this wallet is in the figures here.
    </Problem>
  ));
  if (held.length === 0) return loading.length > 0 ? <WalletsLoading /> : failures;
  const nothing = held.every(
    ({ rows: of, rejectedCount, profit }) =>
      of?.length === 0 && rejectedCount === 0 && (profit?.positions.length ?? 0) === 0,
  );
  return (
    <>
      {failures}
      {loading.length === 0 ? null : (
        <output className="text-text2">
          Loading {loading.map(({ name }) => name).join(", ")}; what is shown is not all yet.
        </output>
      )}
      <EmptyWallets shown={held} />
      {nothing ? null : (
        <>
          <PortfolioStrip
            rows={rows}
            totals={totals}
            loans={loans}
            moves={{ known: result.phase === "complete", ...movesTogether(moves) }}
          />
          <div className="grid grid-cols-1 items-stretch gap-4 xl:grid-cols-[minmax(0,9fr)_minmax(0,4fr)]">
            <ValuePanel
              wallets={held.map(({ wallet }) => wallet)}
              names={names}
              rows={rows}
              netWorth={totals.worth.net}
              range={address.range}
              onRange={(range) => change({ range })}
              byType={address.byType}
              onByType={(byType) => change({ byType })}
            />
            <AllocationPanel rows={rows} claims={claims} by={address.by} onBy={(by) => change({ by })} />
          </div>
          <PositionsPanel shown={shown} rows={rows} loans={loans} claims={claims} context={context} />
          <MovesPanel
            moves={moves}
            result={result}
            horizon={address.pays}
            onHorizon={(pays) => change({ pays })}
            context={context}
          />
        </>
      )}
    </>
  );
}

function Summary({ shown }: { readonly shown: readonly WalletPositions[] }): ReactNode {
  const now = useNow(ageTickMs);
  const read = shown.flatMap(({ readAt }) => readAt ?? []);
  const place = "text-text2 max-md:order-last max-md:basis-full";
  // Reserves the line until there are positions.
  if (read.length === 0) return <p className={place}>what wallets hold, earn and owe</p>;
  const count = shown.reduce((sum, { rows }) => sum + (rows?.length ?? 0), 0);
  return (
    <p className={place}>
      {countOf(count, "position")} in {countOf(read.length, "wallet")}, read{" "}
      {formatAge(Math.min(...read), now)}
    </p>
  );
}
