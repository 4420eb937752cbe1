import { sum } from "d3-array";
import { Share } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useMarkets, type MarketsResult } from "../../queries/markets/use-markets.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";
import { useWalletPositions, type WalletPositions } from "../../queries/positions.ts";
import { countOf } from "../../../domain/format/number.ts";
import { formatAge } from "../../../domain/format/time.ts";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { readWallets } from "../../data/positions/wallet-address.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { PageHead, PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { ProblemLink } from "../frame/page-problem.tsx";
import { routes } from "../../../contract/routes.ts";
import { portfolioCsv, portfolioJson } from "../../portfolio/portfolio-export.ts";
import { buttonClass } from "../../ui/fields/button.tsx";
import { copyText } from "../../ui/fields/copy-text.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { AllocationPanel } from "./allocation-panel.tsx";
import { MovesPanel } from "./moves-panel.tsx";
import { PortfolioStrip } from "./portfolio-strip.tsx";
import { PositionsPanel } from "./positions/positions-panel.tsx";
import { linkOf } from "./portfolio-address.ts";
import { usePortfolio } from "./use-portfolio.ts";
import { ValuePanel } from "./value-panel.tsx";
import { WalletBar, WalletsContext, PrivacyText } from "./wallet-bar.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { PanelRows, TextBar } from "../../ui/marks/skeleton.tsx";

export function PortfolioPage(): ReactNode {
  const { source } = useDashboardConfig();
  return source.lacks?.includes("positions") === true ? <NoPositions /> : <Wallets />;
}

function NoPositions(): ReactNode {
  const { source } = useDashboardConfig();
  const search = useSearch();
  // Loads markets for the data status, and before the user follows the link.
  useMarkets(allDepositsRequest);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <PageHead title="Portfolio" />
      <Panel heading={`${source.label} publishes no positions`} padded>
        <p className="text-text2">
          Its rates are shown, but positions are unknown, so wallets can't be viewed here.
        </p>
        <p className="mt-4">
          <ProblemLink href={hrefTo(routes.markets.path, search)} label="Show all markets" />
        </p>
      </Panel>
    </div>
  );
}

function Wallets(): ReactNode {
  usePageTitle("Portfolio");
  const walletText = readParameter(useSearch(), "wallet") ?? "";
  const wallets = useMemo(() => readWallets(walletText), [walletText]);
  const shown = useWalletPositions(wallets);
  // Requested early, so that markets are ready once a wallet is entered.
  const result = useMarkets(allDepositsRequest);
  return (
    <WalletsContext value={wallets}>
      <div className="flex flex-col gap-4 p-4 md:p-6">
        {/* On a phone, reserves the height of the button that appears with the positions. */}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:before:-mr-3 max-md:before:h-11">
          <PageHeading>Portfolio</PageHeading>
          <Summary shown={shown} />
          {shown.some(({ rows }) => rows !== undefined) ? <ShareTools shown={shown} result={result} /> : null}
        </div>
        <WalletBar />
        {wallets.length === 0 ? <NoWallet /> : <Content shown={shown} result={result} />}
      </div>
    </WalletsContext>
  );
}

interface WalletsProps {
  readonly shown: readonly WalletPositions[];
  readonly result: MarketsResult;
}

function Content({ shown, result }: WalletsProps): ReactNode {
  const portfolio = usePortfolio(shown, result);
  const { held } = portfolio;
  const failures = shown.map(({ wallet, name, error, readAt, retry }) => (
    <Problem key={wallet} size="part" what="a list of positions" {...{ name, error, readAt, retry }}>
      The figures here don't include this wallet.
    </Problem>
  ));
  if (held.length === 0) return shown.some(({ loading }) => loading) ? <WalletsLoading /> : failures;
  const empty = held.filter(({ rows, rejectedCount }) => rows?.length === 0 && rejectedCount === 0);
  const nothing = empty.length === held.length && held.every(({ profits = [] }) => profits.length === 0);
  const value = <ValuePanel {...portfolio} />;
  return (
    <>
      {failures}
      {empty.length === 0 ? null : (
        <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {empty.map(({ name }) => name).join(", ")} {empty.length === 1 ? "has" : "have"} no known positions.
          Tokens outside positions are not shown.
        </output>
      )}
      {portfolio.unread.map(({ wallet, name, what, count, why }) => (
        <output
          key={`${wallet} ${what}`}
          className="rounded-panel border border-line2 bg-surface p-4 text-text2"
        >
          {countOf(count, what, what === "history" ? "histories" : undefined)} of {name} could not be read and{" "}
          {count === 1 ? "is" : "are"} not counted
          {why === undefined ? "." : `: ${why}.`}
        </output>
      ))}
      {nothing ? null : (
        <>
          <PortfolioStrip {...portfolio} />
          <div className="grid grid-cols-1 gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_340px]">
            {portfolio.canMove ? <MovesPanel {...portfolio} result={result} /> : value}
            <AllocationPanel {...portfolio} />
          </div>
          {portfolio.canMove ? value : null}
          <PositionsPanel {...portfolio} />
        </>
      )}
    </>
  );
}

function Summary({ shown }: Pick<WalletsProps, "shown">): ReactNode {
  const now = useNow(ageTickMs);
  const read = shown.flatMap(({ readAt }) => readAt ?? []);
  const loading = shown.filter((wallet) => wallet.loading);
  const place = "text-text2 max-md:order-last max-md:basis-full";
  if (read.length === 0) return <p className={place}>What wallets hold, earn and owe</p>;
  // Shown instead of the count: a line of its own would move the figures when it disappears.
  if (loading.length > 0)
    return (
      <output className={`${place} truncate`}>
        Incomplete: loading {loading.map(({ name }) => name).join(", ")}
      </output>
    );
  const count = sum(shown, ({ rows }) => rows?.length);
  return (
    <p className={place}>
      <output>
        {countOf(count, "position")} in {countOf(read.length, "wallet")}
      </output>
      , read {formatAge(Math.min(...read), now)}
    </p>
  );
}

function NoWallet(): ReactNode {
  return (
    <Panel heading="Look at any wallet on Solana" padded>
      <div className="grid gap-x-8 gap-y-5 text-text2 lg:grid-cols-[3fr_2fr]">
        <ul className="grid list-disc gap-1 pl-5">
          <li>Its value, profit and loss, what it earns a year, and its net APY.</li>
          <li>How near each loan and loop is to liquidation, and at what price.</li>
          <li>What its predictions cost, are worth and have made.</li>
          <li>Which moves would earn more, within limits you choose.</li>
        </ul>
        <PrivacyText />
      </div>
    </Panel>
  );
}

function WalletsLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading positions…</output>
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

function ShareTools({ shown, result }: WalletsProps): ReactNode {
  const announce = useAnnounce();
  const phone = useIsPhone();
  const { source } = useDashboardConfig();
  const save = (format: "csv" | "json"): void => {
    const exportedAt = Date.now();
    const input = { shown, markets: result.rows, source, exportedAt };
    const text = format === "csv" ? portfolioCsv(input) : portfolioJson(input);
    saveText(text, exportFileName(exportedAt, format, "portfolio-"));
    const count = sum(shown, ({ rows }) => rows?.length);
    announce(`${countOf(count, "position")} exported as ${format.toUpperCase()}.`);
  };
  const items = [
    ...[false, true].map((hasWallets) => ({
      key: String(hasWallets),
      label: hasWallets ? "Copy link with the address" : "Copy link without the address",
      onSelect: () => void copyText(linkOf(window.location, hasWallets), "Link", announce),
    })),
    {
      key: "csv",
      label: "Export CSV",
      hint: "For spreadsheets",
      hasSeparator: true,
      onSelect: () => save("csv"),
    },
    { key: "json", label: "Export JSON", hint: "For programs", onSelect: () => save("json") },
  ];
  return (
    <Menu
      label="Share and export"
      className={buttonClass("outline", phone ? "touch" : "normal", phone ? "ml-auto min-w-12" : "ml-auto")}
      items={items}
    >
      <Share className="size-3.5" />
      {phone ? null : "Share and export"}
    </Menu>
  );
}
