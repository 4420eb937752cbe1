// What stands in the place of a market while it is not there.
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { Button, linkButtonClass } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { countMarkets } from "../../format/count-markets.ts";
import { hrefTo } from "../../view-state/address.ts";
import { PageHeading } from "../frame/page-heading.tsx";

export function MarketLoading({
  result,
  search,
}: {
  readonly result: MarketsResult;
  readonly search: string;
}): ReactNode {
  return (
    <div className="px-4 py-4 md:px-6" aria-busy="true">
      <nav aria-label="Breadcrumb">
        <Link href={hrefTo("/", search)} className="font-medium text-accent hover:underline">
          Markets
        </Link>
      </nav>
      <h1 className="mt-4 text-title font-semibold">Looking for the market</h1>
      <p className="mt-1 text-text2">
        {result.rows.length === 0
          ? "The first page of markets is on its way."
          : `${countMarkets(result.rows.length)} so far.`}
      </p>
      <div aria-hidden="true" className="mt-6 grid gap-4 opacity-60">
        <div className="h-20 rounded-panel bg-track" />
        <div className="h-80 rounded-panel bg-track opacity-60" />
      </div>
    </div>
  );
}

export function MarketAbsent({
  id,
  search,
  onRefresh,
}: {
  readonly id: string;
  readonly search: string;
  readonly onRefresh: () => void;
}): ReactNode {
  return (
    <div className="mx-auto w-full max-w-xl px-6 py-16">
      <PageHeading page={`absent ${id}`}>There is no such market</PageHeading>
      <p className="mt-2 text-text2">
        All markets of every type were read, and none has this id. It may have been closed, or the link may be
        cut short.
      </p>
      <p className="mt-2 font-mono text-tiny break-all text-text2">{id}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link href={hrefTo("/", search)} className={linkButtonClass("primary", "large")}>
          Show all markets
        </Link>
        <Button size="large" onClick={onRefresh}>
          Read again
        </Button>
        <CopyButton size="large" label="Copy id" what="Market id" text={() => id} />
      </div>
    </div>
  );
}
