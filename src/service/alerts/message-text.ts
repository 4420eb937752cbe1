// The text of a message. Every word is the service's or the source's, never a caller's. What is announced at one time is
// one message: pieces wait in the outbox, and are combined when it leaves.
import * as z from "zod/mini";
import { routes } from "../../contract/routes.ts";
import { eventWords, newMarketsOf } from "../../domain/alerts/alert-words.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { countOf } from "../../domain/format/number.ts";
import { messageLimits } from "../../contract/alerts/send.ts";
import type { AlertEvent } from "../../contract/alerts/rule.ts";

/** Characters of pieces in one message; later ones are only in the inbox. */
export const mostHeld = 16_000;

/** `link` is a path of the dashboard; empty for none. */
const textSchema = z.object({ title: z.string(), body: z.string(), link: z.string() });
type MessageText = z.infer<typeof textSchema>;

const pieceSchema = z.object({
  /** The text when it is the only one. */
  alone: textSchema,
  /** The text among others: new markets of a view and how many more, or one line. */
  said: z.union([z.object({ markets: z.array(z.string()), more: z.number() }), z.string()]),
});

/** `name` is what the source calls the event's target. */
export function messageText(name: string, event: AlertEvent): Pick<MessageText, "title" | "body"> {
  const { condition } = event.rule;
  const { value, detail } = eventWords(event);
  const words = joinParts([value && `now ${value.text}`, detail], "; ");
  // New markets begin with a name, which keeps its spelling.
  const said = event.happening.kind === "newMarkets" ? words : capital(words);
  const isHealth = condition.kind === "threshold" && condition.measure === "health";
  const warning = isHealth ? " Under 1 it can be liquidated." : "";
  return { title: headline(name, event), body: cut(`${name}. ${said}.${warning}`, messageLimits.body) };
}

/** `name` is what the source calls the event's target. */
export function writePiece(alone: MessageText, name: string, event: AlertEvent): string {
  const { happening } = event;
  const said = happening.kind === "newMarkets" ? newMarketsOf(happening) : headline(name, event);
  return JSON.stringify({ alone, said } satisfies z.infer<typeof pieceSchema>);
}

/** `held` has at least one piece, one per line. */
export function combineMessages(held: string): MessageText {
  const pieces = held.split("\n").flatMap((line) => pieceSchema.safeParse(JSON.parse(line)).data ?? []);
  const [only, second] = pieces;
  if (only !== undefined && second === undefined) return only.alone;
  const lines = pieces.flatMap(({ said }) => (typeof said === "string" ? [said] : []));
  // A market may be new in several views.
  const named = new Set(pieces.flatMap(({ said }) => (typeof said === "string" ? [] : said.markets)));
  const more = pieces.reduce((sum, { said }) => sum + (typeof said === "string" ? 0 : said.more), 0);
  const markets = named.size + more;
  const full = held.length >= mostHeld ? "more than " : "";
  const counted = [
    ...(lines.length === 0 ? [] : [countOf(lines.length, "alert")]),
    ...(markets === 0 ? [] : [`${countOf(markets, "new market")} in saved views`]),
  ].join(" and ");
  return {
    title: cut(capital(`${full}${counted}`), messageLimits.title),
    body: listed([...lines, ...named], more),
    link: routes.alerts.path,
  };
}

/** As many lines as fit, and the number of the rest. */
function listed(lines: readonly string[], more: number): string {
  const roomForRest = 30;
  let body = "";
  for (const [index, line] of lines.entries()) {
    const next = `${body}${body === "" ? "" : "; "}${cut(line, 200)}`;
    if (next.length > messageLimits.body - roomForRest)
      return `${body}; ${String(lines.length - index + more)} more.`;
    body = next;
  }
  return `${body}${more === 0 ? "" : `; ${String(more)} more`}.`;
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

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
