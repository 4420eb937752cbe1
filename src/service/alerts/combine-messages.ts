// Combines what is announced at one time into one message: pieces wait in the outbox.
import * as z from "zod/mini";
import { routes } from "../../contract/routes.ts";
import { messageLimits } from "../../contract/alerts/send.ts";
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import { newMarketsOf } from "../../domain/alerts/alert-words.ts";
import { countOf } from "../../domain/format/number.ts";
import { capital, cut, headline } from "./message-text.ts";
import { mostHeld } from "./outbox.ts";

/** `link` is a path of the dashboard; empty for none. */
interface MessageText {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

const pieceSchema = z.object({
  /** The text when it is the only one. */
  alone: z.object({ title: z.string(), body: z.string(), link: z.string() }),
  /** The text among others: new markets of a view and how many more, or one line. */
  said: z.union([z.object({ markets: z.array(z.string()), more: z.number() }), z.string()]),
});
type Piece = z.infer<typeof pieceSchema>;

/** `name` is what the source calls the event's target. */
export function writePiece(alone: MessageText, name: string, event: AlertEvent): string {
  const { happening } = event;
  const said = happening.kind === "newMarkets" ? newMarketsOf(happening) : headline(name, event);
  return JSON.stringify({ alone, said } satisfies Piece);
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
