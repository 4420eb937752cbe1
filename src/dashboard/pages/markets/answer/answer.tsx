// Three suggested markets for the token and size that the user entered.
import { Layers, LogOut, ShieldCheck, type LucideIcon } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useRowActions } from "../../../actions/action-buttons.tsx";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { formatRateRange, formatUsdRange, inWords } from "../../../../domain/format/number.ts";
import { explainColumn } from "../../../../domain/market/column-help.ts";
import { toMarketIcons, marketName, nameLines } from "../../../../domain/market/market-text.ts";
import { sizeEffect } from "../../../../domain/market/row-values.ts";
import { answerPicks, paysEnough, type AnswerPick, type PickId } from "../../../select/answer/picks.ts";
import { MarketIcon } from "../../../ui/marks/market-icon.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { NonBreakingFigures } from "../../../ui/marks/truncated-line.tsx";
import { info, tick, triangle } from "../../../ui/marks/inline-icons.tsx";
import { Button, inNewTab, linkButtonClass } from "../../../ui/fields/button.tsx";
import { Explained } from "../../../ui/overlay/tooltip.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import { hrefTo, marketHref, useSearch } from "../../../view-state/address.ts";
import { openedFrom } from "../../../view-state/back-link.ts";
import { useListContext } from "../list-context.ts";
import { answerClass, cardClass } from "./answer-frame.tsx";
import {
  caveatOf,
  noPickText,
  headingOf,
  pickTitles,
  reasonColumns,
  reasonOf,
} from "../../../select/answer/pick-words.ts";

const icons: Readonly<Record<PickId, LucideIcon>> = {
  highest: LogOut,
  steadiest: ShieldCheck,
  largest: Layers,
};

export function Answer(): ReactNode {
  const { visible, blocked, context } = useListContext().selection;
  const picks = useMemo(() => answerPicks(visible, context, blocked), [visible, context, blocked]);
  const [current, setCurrent] = useState(0);
  const highest = picks.find(({ id }) => id === "highest")?.row;
  return (
    <section aria-label="Answer" className="shrink-0 bg-canvas print:hidden">
      <div
        className={answerClass}
        onScroll={({ currentTarget }) => {
          const card = currentTarget.firstElementChild?.clientWidth ?? 1;
          setCurrent(Math.round(currentTarget.scrollLeft / card));
        }}
        // By itself, the browser leaves a card where it is if its edge is in view.
        onFocus={({ target }) => {
          if (target.matches(":focus-visible"))
            target.closest("article")?.scrollIntoView({ block: "nearest", inline: "center" });
        }}
      >
        {picks.map((pick) => (
          <PickCard key={pick.id} pick={pick} highest={highest} />
        ))}
      </div>
      <div aria-hidden="true" className="flex h-5 items-start justify-center gap-1.5 min-[1200px]:hidden">
        {picks.map(({ id }, at) => (
          <span
            key={id}
            className={classNames(
              "h-1.5 rounded-full",
              at === current ? "w-[18px] bg-accent" : "w-1.5 bg-control",
            )}
          />
        ))}
      </div>
    </section>
  );
}

/** Takes the lines of a market and its reasons. */
const noPickClass = "row-span-2 mt-3 text-body text-text2";

interface PickCardProps {
  readonly pick: AnswerPick;
  readonly highest: MarketRow | undefined;
}

function PickCard(props: PickCardProps): ReactNode {
  const { id } = props.pick;
  const { title, rule } = headingOf(props.pick);
  const Icon = icons[id];
  return (
    <article aria-label={pickTitles[id].name} className={cardClass}>
      <h2 className="flex items-center gap-2 text-[12px]/4 font-semibold text-text2">
        <Icon className="size-[15px]" />
        <Explained help={rule} className="rounded-item">
          {title}
        </Explained>
      </h2>
      <PickBody {...props} />
    </article>
  );
}

function PickBody({ pick, highest }: PickCardProps): ReactNode {
  const { selection, result, hasOneToken, history } = useListContext();
  const { context } = selection;
  const { id, row } = pick;
  const needsHistory = id === "steadiest";
  if (result.failedPage !== undefined)
    return <p className={noPickClass}>Not all markets could be loaded, so this pick is unknown.</p>;
  if (result.phase !== "complete" || (needsHistory && history.loading))
    return (
      <div aria-hidden="true" className="row-span-2 mt-3 grid content-start gap-3">
        <span className="h-8 w-4/5 rounded bg-track" />
        <span className="h-3 w-3/5 rounded bg-track" />
      </div>
    );
  if (needsHistory && history.error !== undefined && context.trends === undefined)
    return (
      <div className={`${noPickClass} flex flex-1 flex-col justify-between gap-3`}>
        <p>The 90-day history could not be loaded.</p>
        <Button size="large" className="self-end max-[1199.98px]:self-stretch" onClick={history.retry}>
          Try again
        </Button>
      </div>
    );
  if (row === undefined)
    return (
      <p className={noPickClass}>
        <NonBreakingFigures text={noPickText(pick, context, hasOneToken)} />
      </p>
    );
  const caveat = caveatOf(pick, row, context, highest);
  return (
    <>
      <PickHead row={row} />
      <div className="mt-2 flex min-w-0 flex-1 items-center gap-3 border-t border-line pt-2 max-[1199.98px]:flex-col max-[1199.98px]:items-stretch">
        <ul className="min-w-0 flex-1 text-[12px]/[17px] [&_svg]:mr-1 [&_svg]:size-[13px] [&_svg]:align-[-2px]">
          <li className="line-clamp-2 text-text2">
            <Explained help={explainColumn(reasonColumns[id])} className="rounded-item">
              {tick}
              <NonBreakingFigures text={reasonOf(pick, row, context)} />
            </Explained>
          </li>
          <li className={classNames("line-clamp-2", caveat.isBad ? "text-danger" : "text-text2")}>
            <Explained help={caveat.note} className="rounded-item">
              {caveat.isBad ? triangle : info}
              <NonBreakingFigures text={caveat.text} />
            </Explained>
          </li>
        </ul>
        <PickAction row={row} isFilled={id === "highest" && paysEnough(row, context)} />
      </div>
    </>
  );
}

// Kept while a market's page is open, so that Back returns the focus to the same suggestion.
let opened: { readonly id: string; readonly list: string } | undefined;

function PickHead({ row }: { readonly row: MarketRow }): ReactNode {
  const { selection, hasOneToken } = useListContext();
  const search = useSearch();
  const list = hrefTo("/", search);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (opened?.id !== row.id || opened.list !== list) return;
    opened = undefined;
    if (document.activeElement?.matches("body, #main") === true) link.current?.focus({ preventScroll: true });
  }, [row.id, list]);
  const { size, basis } = selection.context;
  const effect = sizeEffect(row, size, basis);
  const { name, id, place } = nameLines(row, hasOneToken);
  return (
    <div className="mt-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-[1199.98px]:gap-y-3 min-[1200px]:max-[1399.98px]:mt-3.5">
      <MarketIcon {...toMarketIcons(row)} size={34} />
      {/* Never narrower than a word of the name: if the rate leaves less, it goes below. */}
      <div className="min-w-min flex-1">
        <Link
          ref={link}
          href={hrefTo(marketHref(row.id), search)}
          state={openedFrom(list)}
          onClick={() => {
            opened = { id: row.id, list };
          }}
          aria-label={marketName(row)}
          className="flex flex-wrap gap-x-1 text-[14px]/5 font-semibold hover:underline max-[1199.98px]:text-[15px] pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
        >
          <span className="line-clamp-3">{name}</span>
          {id === "" ? null : <span className="whitespace-nowrap">· {id}</span>}
        </Link>
        <p className="w-0 min-w-full truncate text-[12px]/4 text-text2">{place}</p>
      </div>
      <Explained
        help={explainColumn("effectiveApy")}
        className="ml-auto block rounded-item text-right max-[1199.98px]:flex max-[1199.98px]:basis-full max-[1199.98px]:flex-wrap max-[1199.98px]:items-baseline max-[1199.98px]:justify-between max-[1199.98px]:gap-x-2"
      >
        <span className="block text-[24px]/7 font-semibold tracking-[-0.025em] whitespace-nowrap max-[1199.98px]:text-[26px]/[34px]">
          <NumberText value={formatRateRange(effect?.low, effect?.high)} />
        </span>
        <span className="block text-[12px]/4 whitespace-nowrap text-text2">
          {inWords(formatUsdRange(effect?.usdPerYearLow, effect?.usdPerYearHigh, "short"))} a year
        </span>
      </Explained>
    </div>
  );
}

function PickAction({ row, isFilled }: { readonly row: MarketRow; readonly isFilled: boolean }): ReactNode {
  const [action] = useRowActions().buttonsOf(row);
  if (action?.href === undefined) return null;
  return (
    <a
      href={action.href}
      {...inNewTab}
      title={action.title}
      aria-label={`${action.label}, ${marketName(row)}`}
      className={classNames(
        linkButtonClass(isFilled ? "primary" : "outline", "large"),
        // In a narrow card the button is next to the title.
        "shrink-0 max-[1199.98px]:h-11 max-[1199.98px]:w-full max-[1199.98px]:justify-center min-[1200px]:max-[1399.98px]:absolute min-[1200px]:max-[1399.98px]:top-1.5 min-[1200px]:max-[1399.98px]:right-3.5 min-[1200px]:max-[1399.98px]:h-7",
      )}
    >
      {action.text}
    </a>
  );
}
