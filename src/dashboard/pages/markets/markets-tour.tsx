// The tour of the markets page: which elements the steps speak of, on a wide screen and on a phone.
import { useMemo, type ReactNode } from "react";
import { useDashboardConfig } from "../../data/markets/dashboard-config.ts";
import { formatCount } from "../../format/number.ts";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { isDrawn, isWhole } from "../../ui/tour/seen-box.ts";
import { Tour } from "../../ui/tour/tour.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import { tourWords, type TourStepId } from "./tour-words.ts";

function all(selector: string, within: ParentNode = document): readonly Element[] {
  return [...within.querySelectorAll(selector)].filter(isDrawn);
}

/** Market by market, those first that are in sight, so that the list need not be scrolled. */
function markets(): readonly Element[] {
  const rows = all("main [data-row]");
  const head = document.querySelector("main thead")?.getBoundingClientRect().bottom ?? 0;
  const inSight = (row: Element): boolean => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= head - 1 && bottom <= window.innerHeight;
  };
  return [...rows.filter(inSight), ...rows.filter((row) => !inSight(row))];
}

function inFirstMarket(selector: string): readonly Element[] {
  return markets()
    .slice(0, 1)
    .flatMap((row) => all(selector, row));
}

/** The leading rate of a market whose bar shows rewards, else of any with a bar. */
function rateWithBar(): readonly Element[] {
  const rates = leadingRates().filter((rate) => rate.querySelector(".rate-bar") !== null);
  const rewarded = rates.find((rate) => isWhole(rate) && rate.querySelector(".rate-bar-reward") !== null);
  return rewarded === undefined ? rates.slice(0, 1) : [rewarded];
}

function leadingRates(): readonly Element[] {
  return markets().flatMap((row) => all(".rate-button", row).slice(0, 1));
}

const places: Readonly<Record<TourStepId, () => readonly Element[]>> = {
  filters: () => all('main section[aria-label="Filters"], main [data-tour="filters"]').slice(0, 1),
  rate: rateWithBar,
  "plain-rate": () => (rateWithBar().length > 0 ? [] : leadingRates().slice(0, 1)),
  size: () => all('main [data-tour="size"]').map((field) => field.closest("div") ?? field),
  sort: () => {
    const sorted = all('main thead [aria-sort], main [data-tour="sort"]');
    return (sorted.length > 0 ? sorted : all("main thead th:has(button)")).slice(0, 1);
  },
  compare: () => inFirstMarket(".row-box, .row-star"),
  actions: () => inFirstMarket('[data-tour="actions"]'),
  status: () => all('header [aria-haspopup="dialog"]'),
};

export function MarketsTour({ onEnd }: { readonly onEnd: () => void }): ReactNode {
  const phone = useIsPhone();
  const [{ layout }] = useViewState();
  const cards = phone || layout === "cards";
  const demo = useDashboardConfig().source.kind === "demo";
  const steps = useMemo(
    () =>
      tourWords.map(({ id, title, text }) => ({
        id,
        title,
        text: text({ phone, cards, demo }),
        find: places[id],
      })),
    [phone, cards, demo],
  );
  return <Tour steps={steps} docked={phone} onEnd={onEnd} progress={progress} />;
}

function progress(place: number, count: number): string {
  return `${formatCount(place).text} of ${formatCount(count).text}`;
}
