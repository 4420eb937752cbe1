// The demo's own interstitial: where the action links of demo markets lead. It shows what would be opened and opens nothing.
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { refusalReason } from "../../actions/action-labels.ts";
import { toActionLink } from "../../actions/action-link.ts";
import { useDashboardConfig } from "../../data/markets/configuration.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { hrefTo, parametersOf, useSearch } from "../../view-state/address.ts";
import { usePageTitle } from "../frame/page-focus.ts";

export function ActionPage(): ReactNode {
  const { source } = useDashboardConfig();
  const search = useSearch();
  const asked = parametersOf(search).flatMap(({ name, text }) => (name === "action" ? [text] : []));
  const link = toActionLink(asked.length === 1 ? asked[0] : undefined, {
    interstitialUrl: "https://dial.to/",
  });
  usePageTitle(link.ok ? "Demo action" : "Refused action");
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-6 md:py-16">
      {link.ok ? (
        <ActionFacts address={link.action} demo={source.kind === "demo"} />
      ) : (
        <>
          <h1 className="text-title font-semibold">This link was refused</h1>
          <p className="mt-2 flex items-start gap-2">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
            The link cannot be followed: {refusalReason(link.refusal)}.
          </p>
          <p className="mt-2 text-text2">Nothing was opened and nothing was sent.</p>
        </>
      )}
      <Link href={hrefTo("/", search)} className={linkButtonClass("primary", "large", "mt-6")}>
        Back to the markets
      </Link>
    </div>
  );
}

function ActionFacts({ address, demo }: { readonly address: string; readonly demo: boolean }): ReactNode {
  const url = new URL(address);
  return (
    <>
      <h1 className="text-title font-semibold">
        {demo ? "In live use, this would open an action" : "This is where demo actions end"}
      </h1>
      <p className="mt-2 text-text2">
        With a live source the link leads to a page that asks the address below for a transaction and shows it
        to your wallet, which you then sign or refuse. Here it stops.
      </p>
      <dl className="mt-5 divide-y divide-line rounded-panel border border-line2 bg-surface">
        <ActionFact name="Host" value={url.hostname} />
        {/* As they are, not decoded: an escape may stand for a character that hides where an address leads. */}
        <ActionFact name="Path" value={url.pathname} />
        {url.search === "" ? null : <ActionFact name="Query" value={url.search.slice(1)} />}
        <ActionFact name="Address" value={address} />
      </dl>
      <ul className="mt-5 space-y-1.5">
        {[
          "Nothing was sent: not to this address, nor to any other.",
          "No wallet was opened and none is connected.",
          ...(demo ? ["The market and its rates are simulated."] : []),
        ].map((sentence) => (
          <li key={sentence} className="flex items-start gap-2">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-text2" />
            {sentence}
          </li>
        ))}
      </ul>
    </>
  );
}

function ActionFact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2.5">
      <dt className="w-20 shrink-0 text-text2">{name}</dt>
      <dd className="min-w-0 flex-1 basis-56 font-mono text-small break-all">{value}</dd>
    </div>
  );
}
