import { ArrowLeftRight, Check, Link2, Ruler } from "lucide-react";
import type { ReactNode } from "react";
import { MarketActions } from "../../actions/action-buttons.tsx";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { fullText, maxSelected, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { useStars } from "../../data/storage/stars.ts";
import { filterChips } from "../../select/chips.ts";
import type { Selection } from "../../select/select.ts";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { columnText } from "../../../domain/market/column-text.ts";
import { columnHeader } from "../../../domain/market/columns.ts";
import {
  toMarketIcons,
  marketName,
  marketTitle,
  placeName,
  typeName,
  leverageText,
  namedLeverage,
} from "../../../domain/market/market-text.ts";
import { Button } from "../../ui/fields/button.tsx";
import type { MenuItem } from "../../ui/overlay/menu.tsx";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { copyText } from "../../ui/fields/copy-text.ts";
import { fieldOf } from "../../../contract/names/field-of.ts";
import { maxNameLength, readText } from "../../../contract/names/market-names.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { blockedBy } from "../../../domain/market/assess/capacity.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { FactChips } from "../../ui/marks/fact-chips.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { useChooseBenchmark } from "../../view-state/use-choose-benchmark.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { changeViewState, writeViewState } from "../../../domain/view-state/codec.ts";
import { viewIds, type ViewState } from "../../../domain/view-state/view-state.ts";
import { chooseView, views } from "../../../domain/view-state/views.ts";
import { ItemHead } from "../frame/item-head.tsx";

interface MarketHeadProps {
  readonly row: MarketRow;
  readonly context: AssessContext;
  readonly list: Selection | undefined;
  readonly isPartial: boolean;
}

export function MarketHead({ row, context, list, isPartial }: MarketHeadProps): ReactNode {
  const state = useViewState();
  const search = useSearch();
  const shown = list === undefined ? viewOf(row, state) : state;
  const phone = useIsPhone();
  const more = useMoreItems(row);
  const { side } = context;
  const isBlocked = blockedBy(row, context) !== undefined;
  const otherSide = [side === "borrow" ? "deposit" : "borrow"];
  return (
    <header>
      <ItemHead
        what="market"
        id={row.id}
        name={marketTitle(row)}
        icons={toMarketIcons(row)}
        tags={[]}
        star={useStars()}
        alert={{ kind: "market", row }}
        line={
          <div className="flex items-center gap-3">
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere] text-text2">{about(row)}</p>
            {phone ? <CompareButton row={row} /> : null}
          </div>
        }
        href={hrefTo("/", shown === state ? search : writeViewState(shown, search))}
        criteria={[
          views[shown.view].label,
          ...(list === undefined ? [] : filterChips(state, list)).map(({ field, value }) =>
            value === undefined ? field : `${field} ${value}`,
          ),
        ]}
        items={list?.visible ?? []}
        at={list?.visible.findIndex(({ id }) => id === row.id) ?? -1}
        isPartial={isPartial}
        linkTo={(other) => ({
          name: marketName(other),
          href: hrefTo(marketHref(other.id), search, [["range", readParameter(search, "range")]]),
        })}
      >
        {phone && row.kind !== "prediction" ? (
          // Keeps the main action within reach. On a low screen, or above a keyboard, it would cover the page.
          <div className="action-bar fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line2 bg-raised px-4 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] typing:hidden print:hidden low:static low:w-full">
            <RateOf row={row} size={context.size} />
            <div className="min-w-fit flex-1">
              <MarketActions row={row} variant="bar" more={more} wanted={isBlocked ? otherSide : undefined} />
            </div>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            {phone ? null : <CompareButton row={row} />}
            <MarketActions
              row={row}
              variant="page"
              more={more}
              wanted={hasPanelAction(row) ? otherSide : undefined}
            />
          </div>
        )}
      </ItemHead>
      <div className="mt-3">
        <FactChips chips={assess(row, context).map(chip)} brief />
      </div>
    </header>
  );
}

/** A loop is not in the list of deposits, so the way back leads to the list of loops. */
export function viewOf({ kind }: MarketRow, state: ViewState): ViewState {
  const own = viewIds.find((id) => id === kind);
  return own === undefined ? state : changeViewState(state, chooseView(own));
}

/** For these types, the action with the size is in the calculator. */
export function hasPanelAction({ kind }: MarketRow): boolean {
  return kind !== "perpetual" && kind !== "prediction";
}

function publishedText({ raw: { additionalData } }: MarketRow, name: string): string | undefined {
  return readText(fieldOf(additionalData, name), maxNameLength);
}

function about(row: MarketRow): string {
  const curator = publishedText(row, "curator");
  const profile = publishedText(row, "vaultRiskProfile");
  const parts = [
    // A question in the title is a prediction, so the type is not repeated.
    row.kind === "prediction" ? placeName(row) : typeName(row),
    curator && `curated by ${curator}`,
    profile && `${profile} risk profile`,
  ];
  return joinParts(parts, " · ");
}

function RateOf({ row, size }: { readonly row: MarketRow } & Pick<AssessContext, "size">): ReactNode {
  const { basis, view } = useViewState();
  const inputs = { size, basis, benchmark: undefined };
  const borrows = view === "borrow" && row.borrowApy !== undefined;
  const atSize = borrows ? "loanApy" : "effectiveApy";
  const quoted = borrows ? "borrowApy" : "depositApy";
  const sized = columnText(atSize, row, inputs);
  const shown = sized === undefined ? quoted : atSize;
  const rate = sized ?? columnText(quoted, row, inputs);
  if (rate === undefined) return null;
  return (
    <Explained
      help={explainColumn(shown)}
      className="rounded-item max-w-36 max-[359.98px]:flex max-[359.98px]:max-w-none max-[359.98px]:basis-full max-[359.98px]:flex-wrap max-[359.98px]:items-baseline max-[359.98px]:gap-x-2"
    >
      <span className="block text-[15px] leading-5 font-semibold">
        <NumberText value={rate} />
      </span>
      <span className="block text-small text-text2">
        {sized === undefined && !borrows && row.kind === "loop"
          ? `Net APY${namedLeverage(row) === undefined ? "," : ""} ${leverageText(row) ?? ""}`
          : columnHeader(shown, inputs)}
      </span>
    </Explained>
  );
}

function useMoreItems(row: MarketRow): readonly MenuItem[] {
  const { benchmark } = useViewState();
  const announce = useAnnounce();
  // Replaces the history entry, so that Back leads to the list.
  const choose = useChooseBenchmark("replace");
  const on = benchmark === row.id;
  return [
    ...(row.depositApy === undefined
      ? []
      : [
          {
            key: "benchmark",
            label: on ? "Stop using as benchmark" : "Use as benchmark",
            icon: <Ruler />,
            hasSeparator: true,
            onSelect: () => choose(on ? undefined : row),
          },
        ]),
    {
      key: "copy-link",
      label: "Copy link",
      icon: <Link2 />,
      onSelect: () => void copyText(window.location.href, "Link", announce),
    },
  ];
}

function CompareButton({ row }: { readonly row: MarketRow }): ReactNode {
  const { picks, toggle } = useSelectedMarkets();
  const announce = useAnnounce();
  const on = picks.includes(row.id);
  const full = !on && picks.length >= maxSelected;
  return (
    <Button
      variant="quiet"
      size="large"
      aria-pressed={on}
      disabled={full}
      {...(full ? { title: fullText, "aria-description": fullText } : {})}
      icon={on ? <Check /> : <ArrowLeftRight />}
      onClick={() => {
        toggle(row.id);
        announce(on ? "Removed from compare." : "Added to compare.");
      }}
    >
      {on ? "In compare" : "Add to compare"}
    </Button>
  );
}
