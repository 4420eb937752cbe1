// Texts of messages. They contain only words of the service and the source, never a caller's. Events announced at the
// same time are one message: its pieces are stored, and combined when it is sent.
import { assetIdOf } from "../../contract/assets/asset.ts";
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import { messageLimits, type SendRequest } from "../../contract/alerts/send.ts";
import { marketPath, routes } from "../../contract/routes.ts";
import { dayOf } from "../../contract/units.ts";
import { capitalize } from "../format/capitalize.ts";
import { countOf, formatCount } from "../format/number.ts";
import { formatMoment, formatTimeOfDay } from "../format/time.ts";
import { eventDetail, eventWords, newMarketsOf } from "./alert-words.ts";

/** `link` is a path of the dashboard, or empty. */
export interface MessageText {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

type MessagePiece = ReturnType<typeof messagePiece>;

interface Line {
  readonly text: string;
  readonly at: number;
}

/** `name` is what the source calls the event's target. */
export function messageText(name: string, event: AlertEvent): MessageText {
  const { condition } = event.rule;
  const isHealth = condition.kind === "threshold" && condition.measure === "health";
  const warning = isHealth ? " Under 1 it can be liquidated." : "";
  return {
    title: headline(name, event),
    body: cut(`${name}. ${eventDetail(event)}.${warning}`, messageLimits.body),
    link: linkOf(event),
  };
}

/** `alone` is sent by itself. `said` is combined with others: one line, or the new markets of a view. */
export function messagePiece(name: string, event: AlertEvent) {
  const { happening } = event;
  const said = happening.kind === "newMarkets" ? newMarketsOf(happening) : headline(name, event);
  return { alone: messageText(name, event), said, at: event.at };
}

/** @param isFull whether pieces were dropped because too many were waiting */
export function combineMessages(pieces: readonly MessagePiece[], isFull: boolean): MessageText {
  const [only, second] = pieces;
  if (only !== undefined && second === undefined) return only.alone;
  const lines = pieces.flatMap(({ said, at }) => (typeof said === "string" ? [{ text: said, at }] : []));
  const views = pieces.flatMap(({ said, at }) => (typeof said === "string" ? [] : [{ ...said, at }]));
  // A market may be new in several views, at another rate in each.
  const named = new Map(
    views.flatMap(({ markets, at }) => markets.map(({ id, text }) => [id, { text, at }] as const)),
  );
  const unnamed = views.flatMap(({ more }) => (more === 0 ? [] : more));
  const more = unnamed.reduce((sum, count) => sum + count, 0);
  const upTo = unnamed.length > 1 ? "up to " : "";
  const markets = named.size + more;
  // Some markets were dropped and others perhaps counted twice, so the number is only approximate.
  const isRough = isFull && upTo !== "";
  const size = isRough ? "about " : isFull ? "more than " : "";
  const counted = [
    ...(lines.length === 0 ? [] : [countOf(lines.length, "alert")]),
    ...(markets === 0 ? [] : [`${isRough ? "" : upTo}${countOf(markets, "new market")} in saved views`]),
  ].join(" and ");
  return {
    title: cut(capitalize(`${size}${counted}`), messageLimits.title),
    body: listed([...lines, ...named.values()], more, isRough ? size : upTo),
    link: routes.alerts.path,
  };
}

/** Request that sends a message to a wallet. @param publicUrl the dashboard's address; undefined: no link */
export function sendRequestOf(
  walletAddress: string,
  { title, body, link }: MessageText,
  publicUrl: string | undefined,
): SendRequest {
  const url = publicUrl === undefined || link === "" ? undefined : `${publicUrl}${link}`;
  const isLinked = url !== undefined && url.length <= messageLimits.link;
  return {
    channels: ["PUSH", "IN_APP"],
    message: {
      title,
      body,
      ...(isLinked ? { actions: [{ type: "link", label: labelOf(link), url }] } : {}),
    },
    recipient: { type: "subscriber", walletAddress },
  };
}

/** Links to the new market of a view. A link never contains a loan's wallet. */
function linkOf({ rule: { target }, happening }: AlertEvent): string {
  if (target.kind === "market") return marketPath(target.id);
  if (target.kind === "asset") return `/assets/${encodeURIComponent(assetIdOf(target.mint))}`;
  if (target.kind === "position") return routes.portfolio.path;
  const first = happening.kind === "newMarkets" ? happening.markets[0] : undefined;
  return first === undefined ? "" : marketPath(first.id);
}

function labelOf(link: string): string {
  const [, page] = link.split("/");
  if (page === "markets") return "Open the market";
  if (page === "assets") return "Open the token";
  return page === "alerts" ? "Open the alerts" : "Open the portfolio";
}

/** Lists as many lines as fit, then counts the rest. */
function listed(lines: readonly Line[], more: number, upTo: string): string {
  const reservedLength = 30;
  let body = "";
  for (const [index, { text, at }] of lines.entries()) {
    const time = timeText(at, lines[index - 1]?.at);
    const next = `${body}${body === "" ? "" : "; "}${time}${cut(text, 200)}`;
    if (next.length > messageLimits.body - reservedLength)
      return `${body}; ${upTo}${formatCount(lines.length - index + more).text} more.`;
    body = next;
  }
  return `${body}${more === 0 ? "" : `; ${upTo}${formatCount(more).text} more`}.`;
}

/** Repeats only the parts of the time that differ from the line before. */
function timeText(at: number, before: number | undefined): string {
  if (at === before) return "";
  const isSameDay = before !== undefined && dayOf(at) === dayOf(before);
  return isSameDay ? `${formatTimeOfDay(at)} UTC: ` : `${formatMoment(at)}: `;
}

/** One line, short enough for a title. */
function headline(name: string, event: AlertEvent): string {
  const suffix = `: ${eventWords(event).what}`;
  return cut(`${cut(name, messageLimits.title - suffix.length)}${suffix}`, messageLimits.title);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

// Cuts between visible characters, counted as the API does. Removes `://`, because apps turn it into a link and
// anyone can name a token after an address.
function cut(given: string, maxLength: number): string {
  const text = given.replaceAll(/:\/\/+/g, ": ");
  if (text.length <= maxLength) return text;
  let kept = "";
  for (const { segment } of characters.segment(text)) {
    if (kept.length + segment.length >= maxLength) break;
    kept += segment;
  }
  return `${kept}…`;
}
