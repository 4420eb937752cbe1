// What stands where positions would: no wallet yet, on their way, nothing held, or what failed and can be tried again.
import type { ReactNode } from "react";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { useDashboardConfig } from "../../data/markets/configuration.ts";
import type { LoadError } from "../../data/markets/markets-client.ts";
import type { WalletPositions } from "../../data/positions/positions-query.ts";
import { formatCount } from "../../format/number.ts";
import { formatAge } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { useNow } from "../../ui/page/now.ts";
import { failureWords } from "../status/failure-words.ts";
import { positionsText } from "./portfolio-strip.tsx";
import { PrivacyText } from "./wallet-bar.tsx";

/** What the page is for, and the demo's wallets to try it with. */
export function NoWallet({
  demo,
  onWallet,
}: {
  readonly demo: NonNullable<DashboardConfig["demoWallets"]>;
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
          <li>What it is worth, what it earns a day and a year, and the APY of all of it together.</li>
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
                    {name} <span className="text-text2">{positionsText(positions)}</span>
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

/** As tall as what comes, so that nothing moves far. */
export function WalletsLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading the positions…</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        <div className="flex h-[86px] overflow-hidden rounded-panel border border-line2 bg-surface max-md:h-[300px] max-md:flex-wrap">
          {["a", "b", "c", "d", "e", "f", "g"].map((key) => (
            <span key={key} className="flex min-w-32 flex-1 flex-col gap-2 p-4">
              <Bar className="w-16" />
              <Bar className="h-4 w-24" />
            </span>
          ))}
        </div>
        <div className="grid gap-4 xl:grid-cols-[9fr_4fr]">
          <Frame rows={6} />
          <Frame rows={6} />
        </div>
        <Frame rows={9} />
      </div>
    </>
  );
}

function Bar({ className }: { readonly className: string }): ReactNode {
  return <span className={`block h-3 rounded-item bg-track ${className}`} />;
}

function Frame({ rows }: { readonly rows: number }): ReactNode {
  return (
    <span className="block rounded-panel border border-line2 bg-surface p-4">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="flex h-10 items-center justify-between gap-4">
          <Bar className="w-1/3" />
          <Bar className="w-1/6" />
        </span>
      ))}
    </span>
  );
}

/** Which of some wallets hold nothing, and what of the others could not be read. */
export function NothingHeld({ shown }: { readonly shown: readonly WalletPositions[] }): ReactNode {
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
          {positionsText(rejectedCount)} of {name} could not be read and {rejectedCount === 1 ? "is" : "are"}{" "}
          in no figure here{rejectedWhy === undefined ? "." : `: ${rejectedWhy}.`}
        </output>
      ))}
    </>
  );
}

/** Of lists of markets the words say "filters"; a wallet has none. */
function wordsOf({ kind, message }: LoadError): { readonly heading: string; readonly text: string } {
  if (kind === "unreadable")
    return {
      heading: "The answer is not a list of positions",
      text: `${message} Trying again rarely helps.`,
    };
  if (kind === "refused") return { heading: failureWords.refused.heading, text: message };
  return { heading: failureWords[kind].heading, text: failureWords[kind].text(message) };
}

/** Each wallet that could not be read, with what happened and a way to try again. Those that could stay. */
export function WalletFailures({ shown }: { readonly shown: readonly WalletPositions[] }): ReactNode {
  const now = useNow(5000);
  return shown.map(({ wallet, name, error, rows, readAt, retry }) => {
    if (error === undefined) return null;
    const { heading, text } = wordsOf(error);
    const { Icon } = failureWords[error.kind];
    return (
      <section
        key={wallet}
        role="alert"
        className="flex flex-wrap items-center gap-3 rounded-panel border border-danger-line bg-danger-bg p-4"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-danger" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">
            {name}: {heading}
          </h2>
          <p className="text-text2">
            {text}{" "}
            {rows === undefined
              ? "Nothing of this wallet is in the figures here."
              : `What is shown of it was read ${formatAge(readAt, now)}.`}{" "}
            {error.status === undefined ? "" : `(${formatCount(error.status).text})`}
          </p>
        </div>
        <Button size="large" onClick={retry}>
          Try again
        </Button>
      </section>
    );
  });
}
