// The text of a message. Every word is the service's or the source's, never a caller's.
import { measureName } from "../../domain/alerts/measure-names.ts";
import { messageLimits } from "../../contract/alerts/send.ts";
import { readText } from "../../contract/names/market-names.ts";
import type { AlertEvent, AlertMeasure } from "../../contract/alerts/rule.ts";
import type { Market } from "../../contract/market.ts";

/** "SOL, Kamino". */
export function marketTitle(market: Market): string {
  const place = nameOf(market, "provider", "name") ?? nameOf(market, "provider", "id");
  const pair = ["tokenA", "tokenB"].flatMap((token) => nameOf(market, token, "symbol") ?? []);
  const what =
    pair.length > 0
      ? pair.join(" / ")
      : (nameOf(market, "token", "symbol") ??
        textOf(market, "title") ??
        textOf(market, "productName") ??
        market.id);
  return [what, place].filter((part) => part !== undefined).join(", ");
}

/** With a loop's leverage, without which its rate says little. */
export function ratedTitle(market: Market): string {
  const title = marketTitle(market);
  if (market.type !== "loop") return title;
  const data: unknown = Reflect.get(market, "additionalData");
  const named: unknown =
    typeof data === "object" && data !== null ? Reflect.get(data, "leverage") : undefined;
  const isNamed = typeof named === "number" && Number.isFinite(named) && named > 1;
  return `${title}, loop ${isNamed ? `at ${named.toFixed(1)} ×` : "with unknown leverage"}`;
}

/**
 * Longer texts end in an ellipsis.
 * @param name what the source calls the event's target
 */
export function messageText(
  name: string,
  event: AlertEvent,
): { readonly title: string; readonly body: string } {
  const { detail } = wordsOf(event);
  return { title: headline(name, event), body: cut(`${name}. ${detail}`, messageLimits.body) };
}

/** One line that fits a title. */
export function headline(name: string, event: AlertEvent): string {
  const said = `: ${wordsOf(event).what}`;
  return cut(`${cut(name, messageLimits.title - said.length)}${said}`, messageLimits.title);
}

type NewMarkets = Extract<AlertEvent["happening"], { readonly kind: "newMarkets" }>;

/** New markets of a view with their rates, and the number of the rest. */
export function newMarketsOf({ count, markets }: NewMarkets): {
  readonly markets: string[];
  readonly more: number;
} {
  const named = markets.map(({ name, depositApy }) =>
    depositApy === undefined ? name : `${name} ${figure("depositApy", depositApy)}`,
  );
  return { markets: named, more: Math.max(0, count - named.length) };
}

function wordsOf({ rule: { condition, target }, happening }: AlertEvent): {
  readonly what: string;
  readonly detail: string;
} {
  if (happening.kind === "crossed" && condition.kind === "threshold") {
    const { measure, side, threshold } = condition;
    const name = measureName(measure, target.kind);
    const { market, price } = happening;
    const whose = market === undefined ? "" : ` (${market.name})`;
    const prices =
      price === undefined
        ? ""
        : ` ${price.implied.toFixed(4)} USD where ${price.expected.toFixed(4)} is expected.`;
    return {
      what:
        measure === "fade"
          ? "rate fades"
          : measure === "offPeg"
            ? `price off by ${figure(measure, threshold)}`
            : `${name} ${side} ${figure(measure, threshold)}`,
      detail: `${name} is ${figure(measure, happening.value)}${whose}; it was ${figure(measure, happening.was)} before. Your line is ${figure(measure, threshold)}.${prices}${
        measure === "health" ? " Under 1 it can be liquidated." : ""
      }`,
    };
  }
  if (happening.kind === "cap")
    return happening.reached
      ? { what: "cap reached", detail: "The deposit limit is reached: there is no room for new deposits." }
      : { what: "cap lifted", detail: "There is room for new deposits under the deposit limit." };
  if (happening.kind === "newMarkets") {
    const { count } = happening;
    const { markets, more } = newMarketsOf(happening);
    return {
      what: countOf(count, "new market"),
      detail: `${[...markets, ...(more > 0 ? [`${String(more)} more`] : [])].join("; ")}.`,
    };
  }
  return { what: "alert", detail: "A rule fired." };
}

export function countOf(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** Percent; a health factor stays a number. */
function figure(measure: AlertMeasure, value: number): string {
  return measure === "health" ? value.toFixed(2) : `${(value * 100).toFixed(2).replace("-", "−")} %`;
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Cut between visible characters, in the units of the interface's limits. Anyone can name a token after an address,
 * and apps link texts with `://`, so it is removed.
 */
export function cut(given: string, most: number): string {
  const text = given.replaceAll(/:\/\/+/g, ": ");
  if (text.length <= most) return text;
  let kept = "";
  for (const { segment } of characters.segment(text)) {
    if (kept.length + segment.length >= most) break;
    kept += segment;
  }
  return `${kept}…`;
}

function textOf(thing: unknown, field: string): string | undefined {
  const value: unknown = typeof thing === "object" && thing !== null ? Reflect.get(thing, field) : undefined;
  return readText(value, messageLimits.body);
}

function nameOf(market: Market, part: string, field: string): string | undefined {
  return textOf(Reflect.get(market, part), field);
}
