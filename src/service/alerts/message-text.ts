// The text of a message. Every word is the service's or the source's, never a caller's.
import { eventWords } from "../../domain/alerts/alert-words.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { messageLimits } from "../../contract/alerts/send.ts";
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import type { Market } from "../../contract/market.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";

/** With a loop's leverage, without which its rate says little. */
export function ratedTitle(row: MarketRow, market: Market): string {
  const title = marketName(row);
  if (market.type !== "loop") return title;
  const data: unknown = Reflect.get(market, "additionalData");
  const named: unknown =
    typeof data === "object" && data !== null ? Reflect.get(data, "leverage") : undefined;
  const isNamed = typeof named === "number" && Number.isFinite(named) && named > 1;
  return `${title}, loop ${isNamed ? `at ${named.toFixed(1)} ×` : "with unknown leverage"}`;
}

/** `name` is what the source calls the event's target. */
export function messageText(
  name: string,
  event: AlertEvent,
): { readonly title: string; readonly body: string } {
  const { condition } = event.rule;
  const { value, detail } = eventWords(event);
  const words = joinParts([value && `now ${value.text}`, detail], "; ");
  // New markets begin with a name, which keeps its spelling.
  const said = event.happening.kind === "newMarkets" ? words : capital(words);
  const isHealth = condition.kind === "threshold" && condition.measure === "health";
  const warning = isHealth ? " Under 1 it can be liquidated." : "";
  return { title: headline(name, event), body: cut(`${name}. ${said}.${warning}`, messageLimits.body) };
}

/** One line that fits a title. */
export function headline(name: string, event: AlertEvent): string {
  const said = `: ${eventWords(event).what}`;
  return cut(`${cut(name, messageLimits.title - said.length)}${said}`, messageLimits.title);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

// Cut between visible characters, in the units of the interface's limits. Anyone can name a token after an address, and
// apps link texts with `://`, so it is removed.
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

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
