// Judges the rules of all keys by a walk over all markets, as the one instance that records it.
import type { Market } from "../../contract/market.ts";
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import { readMarket } from "../../contract/markets-page.ts";
import { marketPath } from "../../contract/routes.ts";
import { ratio, tokenAmount, usd } from "../../contract/units.ts";
import { judge, type RuleStates, type TargetFacts } from "../../alerts/judge.ts";
import { marketFigures } from "../../alerts/market-figures.ts";
import { lendsAnotherToken, type SeenMarket } from "../store/point.ts";
import type { Writer } from "../store/still-holds.ts";
import { tellAt } from "../../alerts/quiet-hours.ts";
import type { AlertStore, JudgedRules, KeptRules } from "./alert-store.ts";
import { marketTitle, messageText } from "./message-text.ts";
import { messageId, mostPending, mostPerWallet, type Message } from "./outbox.ts";

/** States that say nothing new are kept once in so long: what an event tells of before is at most so old. */
const keepEveryMs = 3_600_000;
/** A key nobody has used for so long is forgotten, with its rules. */
const forgottenAfterMs = 90 * 86_400_000;

/** What a walk over a source has brought. */
interface Walk {
  readonly time: number;
  readonly markets: readonly SeenMarket[];
}

export interface JudgedWalk {
  readonly keys: number;
  readonly rules: number;
  readonly events: number;
}

/**
 * One look at all rules there are. A market that is not in the walk is not known, so a walk that is not complete can be judged as
 * well. Events, what is to be sent of them and the states that led to them are kept together, so that a crossing rings once
 * whatever ends this program.
 * @param recipientOf what the store knows a wallet by once nothing is to be sent to it any more; absent: nothing is sent
 * @throws StoreFault
 */
export async function judgeWalk(
  store: AlertStore,
  walk: Walk,
  writer: Writer,
  recipientOf?: (wallet: string) => string,
): Promise<JudgedWalk> {
  const figures = createFigures(walk);
  await store.outbox.forget(walk.time, writer);
  const messagesOf =
    recipientOf === undefined
      ? undefined
      : createMessages(recipientOf, mostPending - (await store.outbox.pending()), (id) => figures(id)?.title);
  let keys = 0;
  let rules = 0;
  let events = 0;
  let after = "";
  for (;;) {
    const page = await store.page(after);
    const changed: JudgedRules[] = [];
    for (const kept of page) {
      const { owner, version, rules: own, states } = kept;
      after = owner;
      keys += 1;
      rules += own.length;
      const targets = new Map<string, TargetFacts>();
      for (const { target } of own) {
        const facts = target.kind === "market" ? figures(target.id)?.facts : undefined;
        if (facts !== undefined && target.kind === "market") targets.set(`market ${target.id}`, facts);
      }
      const judged = judge(own, states, { at: walk.time, targets, views: new Map() });
      events += judged.events.length;
      if (judged.events.length > 0 || isWorthKeeping(states, judged.states))
        changed.push({
          owner,
          version,
          states: judged.states,
          events: judged.events.map(withoutWallet),
          messages: messagesOf?.(kept, judged.events) ?? [],
        });
    }
    await store.keep(changed, walk.time, writer);
    if (page.length === 0) break;
  }
  await store.forget(walk.time - forgottenAfterMs, writer);
  return { keys, rules, events };
}

/** A wallet is kept with the rule that names it and nowhere else. */
function withoutWallet(event: AlertEvent): AlertEvent {
  return { ...event, rule: { ...event.rule, sendTo: undefined } };
}

/** Makes the messages of one look, as many as there is room for. */
function createMessages(
  recipientOf: (wallet: string) => string,
  room: number,
  titleOf: (market: string) => string | undefined,
): (kept: KeptRules, events: readonly AlertEvent[]) => readonly Message[] {
  let left = room;
  const counts = new Map<string, number>();
  return ({ owner, quiet }, events) =>
    events.flatMap((event): readonly Message[] => {
      const { rule, at } = event;
      const title = rule.target.kind === "market" ? titleOf(rule.target.id) : undefined;
      if (rule.sendTo === undefined || title === undefined || left <= 0) return [];
      const recipient = recipientOf(rule.sendTo);
      const count = counts.get(recipient) ?? 0;
      if (count >= mostPerWallet) return [];
      counts.set(recipient, count + 1);
      left -= 1;
      const times = { quiet, digest: undefined, timeZone: quiet?.timeZone ?? "UTC" };
      return [
        {
          id: messageId(owner, event.id),
          wallet: rule.sendTo,
          recipient,
          due: tellAt(event, times, at),
          ...messageText(title, event),
          link: rule.target.kind === "market" ? marketPath(rule.target.id) : "",
        },
      ];
    });
}

/** Whether something is different but the last value, or that is old. */
export function isWorthKeeping(before: RuleStates, after: RuleStates): boolean {
  if (Object.keys(before).some((id) => !Object.hasOwn(after, id))) return true;
  return Object.entries(after).some(([id, state]) => {
    const was = before[id];
    return (
      was === undefined ||
      was.of !== state.of ||
      was.beyond !== state.beyond ||
      state.at - was.at >= keepEveryMs
    );
  });
}

/** A market as the source tells of it: its figures, and what it is called. */
interface LookedAt {
  readonly facts: TargetFacts;
  readonly title: string;
}

/** The figures of the markets of a walk, each worked out when it is first asked for. */
function createFigures({ markets }: Walk): (id: string) => LookedAt | undefined {
  const bodies = new Map(markets.map(({ id, body }) => [id, body]));
  const known = new Map<string, LookedAt | undefined>();
  return (id) => {
    if (known.has(id)) return known.get(id);
    const body = bodies.get(id);
    const read = body === undefined ? undefined : readMarket(JSON.parse(body));
    const looked =
      read?.success === true
        ? { facts: figuresOf(read.data.market), title: marketTitle(read.data.market) }
        : undefined;
    known.set(id, looked);
    return looked;
  };
}

function figuresOf(market: Market): TargetFacts {
  const number = (name: string): number | undefined => {
    const value: unknown = Reflect.get(market, name);
    return typeof value === "number" ? value : undefined;
  };
  const rate = (name: string) => ratio(number(name));
  return marketFigures(
    {
      kind: market.type,
      depositApy: rate("depositApy"),
      baseDepositApy: rate("baseDepositApy"),
      borrowApy: rate("borrowApy"),
      baseDepositApy30d: rate("baseDepositApy30d"),
      baseDepositApy90d: rate("baseDepositApy90d"),
      baseDepositApy180d: rate("baseDepositApy180d"),
      depositApy30d: rate("depositApy30d"),
      depositApy90d: rate("depositApy90d"),
      depositApy180d: rate("depositApy180d"),
      totalDeposit: tokenAmount(number("totalDeposit")),
      totalDepositUsd: usd(number("totalDepositUsd")),
      totalBorrow: tokenAmount(number("totalBorrow")),
      maxDeposit: tokenAmount(number("maxDeposit")),
    },
    lendsAnotherToken(market),
  );
}
