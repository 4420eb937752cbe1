// The text of a message. Every word is the service's or the source's, never a caller's. What is announced at one time is
// one message: its pieces wait, and are combined when it leaves.
import { assetIdOf } from "../../contract/assets/asset.ts";
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import { messageLimits, type SendRequest } from "../../contract/alerts/send.ts";
import { marketPath, routes } from "../../contract/routes.ts";
import { dayOf } from "../../contract/units.ts";
import { capitalised } from "../format/capitalised.ts";
import { countOf, formatCount } from "../format/number.ts";
import { formatMoment, formatTimeOfDay } from "../format/time.ts";
import { eventDetail, eventWords, newMarketsOf } from "./alert-words.ts";

/** `link` is a path of the dashboard; empty for none. */
export interface MessageText {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

interface MessagePiece {
  /** The text when it is the only one. */
  readonly alone: MessageText;
  /** The text among others: new markets of a view and how many more, or one line. */
  readonly said: string | ReturnType<typeof newMarketsOf>;
  /** Missing in messages of an older version that still wait. */
  readonly at?: number | undefined;
}

interface Line {
  readonly text: string;
  readonly at: number | undefined;
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

export function messagePiece(name: string, event: AlertEvent): MessagePiece {
  const { happening } = event;
  const said = happening.kind === "newMarkets" ? newMarketsOf(happening) : headline(name, event);
  return { alone: messageText(name, event), said, at: event.at };
}

/** @param isFull whether there were more pieces than could wait */
export function combineMessages(pieces: readonly MessagePiece[], isFull: boolean): MessageText {
  const [only, second] = pieces;
  if (only !== undefined && second === undefined) return only.alone;
  const lines = pieces.flatMap(({ said, at }) => (typeof said === "string" ? [{ text: said, at }] : []));
  // A market may be new in several views, at another rate in each.
  const named = new Map(
    pieces.flatMap(({ said, at }) =>
      typeof said === "string" ? [] : said.markets.map(({ id, text }) => [id, { text, at }] as const),
    ),
  );
  const unnamed = pieces.flatMap(({ said }) =>
    typeof said === "string" || said.more === 0 ? [] : said.more,
  );
  const more = unnamed.reduce((sum, count) => sum + count, 0);
  const upTo = unnamed.length > 1 ? "up to " : "";
  const markets = named.size + more;
  // With both, some are not counted and some perhaps twice.
  const isRough = isFull && upTo !== "";
  const size = isRough ? "about " : isFull ? "more than " : "";
  const counted = [
    ...(lines.length === 0 ? [] : [countOf(lines.length, "alert")]),
    ...(markets === 0 ? [] : [`${isRough ? "" : upTo}${countOf(markets, "new market")} in saved views`]),
  ].join(" and ");
  return {
    title: cut(capitalised(`${size}${counted}`), messageLimits.title),
    body: listed([...lines, ...named.values()], more, isRough ? size : upTo),
    link: routes.alerts.path,
  };
}

/** What is sent to a wallet. @param publicUrl where the dashboard is; absent: the message has no link */
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

/** Of a view the new market, of a loan no wallet. */
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

/** As many lines as fit, and the number of the rest. */
function listed(lines: readonly Line[], more: number, upTo: string): string {
  const roomForRest = 30;
  let body = "";
  for (const [index, { text, at }] of lines.entries()) {
    const time = timeText(at, lines[index - 1]?.at);
    const next = `${body}${body === "" ? "" : "; "}${time}${cut(text, 200)}`;
    if (next.length > messageLimits.body - roomForRest)
      return `${body}; ${upTo}${formatCount(lines.length - index + more).text} more.`;
    body = next;
  }
  return `${body}${more === 0 ? "" : `; ${upTo}${formatCount(more).text} more`}.`;
}

/** Only what differs from the time before. */
function timeText(at: number | undefined, before: number | undefined): string {
  if (at === undefined || at === before) return "";
  const isSameDay = before !== undefined && dayOf(at) === dayOf(before);
  return isSameDay ? `${formatTimeOfDay(at)} UTC: ` : `${formatMoment(at)}: `;
}

/** One line that fits a title. */
function headline(name: string, event: AlertEvent): string {
  const said = `: ${eventWords(event).what}`;
  return cut(`${cut(name, messageLimits.title - said.length)}${said}`, messageLimits.title);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

// Cut between visible characters, in the units of the interface's limits. Anyone can name a token after an address, and
// apps link texts with `://`, so it is removed.
function cut(given: string, most: number): string {
  const text = given.replaceAll(/:\/\/+/g, ": ");
  if (text.length <= most) return text;
  let kept = "";
  for (const { segment } of characters.segment(text)) {
    if (kept.length + segment.length >= most) break;
    kept += segment;
  }
  return `${kept}…`;
}
