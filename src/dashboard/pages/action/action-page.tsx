// Shows what the action link of a demo market would open. It opens nothing.
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { refusalReasons, toActionLink } from "../../actions/links.ts";
import { listMarketActions } from "../../actions/market-actions.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useFindMarkets, type FoundMarkets } from "../../queries/markets/find-markets.ts";
import { Button, linkButtonClass } from "../../ui/fields/button.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { parametersOf, readParameter } from "../../../domain/view-state/search-text.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { usePageTitle } from "../frame/page-heading.tsx";
import { requestedAction } from "./requested-action.ts";
import { Summary } from "../../ui/panel/summary.tsx";

export function ActionPage(): ReactNode {
  const { source } = useDashboardConfig();
  const search = useSearch();
  const actionNames = parametersOf(search).flatMap(({ name, text }) => (name === "action" ? [text] : []));
  const link = toActionLink(actionNames.length === 1 ? actionNames[0] : undefined, {
    interstitialUrl: "https://dial.to/",
  });
  // A tab can close itself only if an action has opened it.
  const isOwnTab = window.history.length === 1;
  usePageTitle(link.ok ? "Demo action" : "Refused action");
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-6 md:py-16">
      {link.ok ? (
        <ActionFacts address={link.action} demo={source.kind === "demo"} />
      ) : (
        <>
          <h1 className="text-title font-semibold">This link was refused</h1>
          <p className="mt-2 flex items-start gap-2">
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
            {actionNames.length === 0
              ? "This link contains no action."
              : `The action cannot be opened: ${refusalReasons[link.refusal]}.`}
          </p>
          <p className="mt-2 text-text2">Nothing was opened and nothing was sent.</p>
        </>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="large"
          onClick={() => (isOwnTab ? window.close() : window.history.back())}
        >
          {isOwnTab ? "Close this tab" : "Go back"}
        </Button>
        <Link href={hrefTo("/", search)} className={linkButtonClass("outline", "large")}>
          Show all markets
        </Link>
      </div>
    </div>
  );
}

function ActionFacts({ address, demo }: { readonly address: string; readonly demo: boolean }): ReactNode {
  const url = new URL(address);
  const id = readParameter(useSearch(), "market");
  return (
    <>
      {id === undefined ? (
        <h1 className="text-title font-semibold">Market action</h1>
      ) : (
        <RequestedAction id={id} address={address} />
      )}
      <p className="mt-4 text-text2">
        {demo ? "With live data, this would open an action" : "This is where demo actions end"}: a page that
        asks {url.hostname} for the transaction and shows it to your wallet, which you then sign or refuse.
        Here it stops.
      </p>
      <ul className="mt-4 grid gap-1.5">
        {[
          "Nothing was sent, to this address or any other.",
          "No wallet was opened and none is connected.",
          ...(demo ? ["The market and its rates are simulated."] : []),
        ].map((sentence) => (
          <li key={sentence} className="flex items-start gap-2">
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-text2" />
            {sentence}
          </li>
        ))}
      </ul>
      <details className="mt-5 rounded-panel border border-line2 bg-surface px-4 py-2">
        <Summary className="py-1 font-medium">Where it would lead</Summary>
        <dl className="mt-1 ruled">
          {/* Not decoded, because escapes may hide where an address leads. */}
          {Object.entries({ Host: url.hostname, Path: url.pathname, Query: url.search.slice(1) })
            .filter(([, value]) => value !== "")
            .map(([name, value]) => (
              <div key={name} className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2.5">
                <dt className="w-20 shrink-0 text-text2">{name}</dt>
                <dd className="min-w-0 flex-1 basis-56 font-mono text-small break-all">{value}</dd>
              </div>
            ))}
        </dl>
      </details>
    </>
  );
}

function RequestedAction({ id, address }: { readonly id: string; readonly address: string }): ReactNode {
  const state = useViewState();
  const search = useSearch();
  const { interstitialUrl } = useDashboardConfig();
  const { rows, phase } = useFindMarkets([id], toMarketsRequest(state));
  const row = rows.get(id);
  const action =
    row && listMarketActions(row, { interstitialUrl }).find(({ link }) => link.ok && link.action === address);
  if (row === undefined || action === undefined)
    return <h1 className="text-title font-semibold">{missingMarketText(phase, row !== undefined)}</h1>;
  const { title, rate } = requestedAction(action.key, action.label, row, state);
  return (
    <>
      <h1 className="text-title font-semibold [overflow-wrap:anywhere]">{title}</h1>
      <p className="mt-1 text-text2">
        <NonBreakingFigures text={rate === undefined ? "" : `${rate} `} />
        <Link href={hrefTo(marketHref(id), search)} className="rounded-item text-accent underline">
          Open the market
        </Link>
      </p>
    </>
  );
}

function missingMarketText(phase: FoundMarkets["phase"], isListed: boolean): string {
  if (phase === "loading") return "Loading market…";
  if (phase === "failed") return "The market could not be loaded";
  return isListed ? "The market doesn't offer this action" : "This market isn't in the list";
}
