import type { AlertEvent, AlertRule } from "../../../contract/alerts/rule.ts";
import { eventLine, eventWords } from "../../../domain/alerts/alert-words.ts";
import { formatCount } from "../../../domain/format/number.ts";

export function topicOf({ target, condition }: Pick<AlertRule, "target" | "condition">) {
  if (target.kind === "view") return "views";
  if (target.kind === "position") return "loans";
  if (condition.kind === "cap") return "caps";
  return condition.kind === "threshold" && condition.measure === "offPeg" ? "prices" : "rates";
}

const namedTogether = 4;

/**
 * A single event in full, several with a line each.
 * @param events at least one, newest first
 */
export function combinedNotification(events: readonly AlertEvent[]): {
  readonly title: string;
  readonly body: string;
} {
  const lines = events.map(eventLine);
  const [first] = events;
  if (first !== undefined && lines.length === 1)
    return { title: eventLine(first), body: eventWords(first).detail };
  const more = lines.length - namedTogether;
  return {
    title: `${formatCount(lines.length).text} alerts`,
    body: [...lines.slice(0, namedTogether), ...(more > 0 ? [`${formatCount(more).text} more`] : [])].join(
      "\n",
    ),
  };
}
