// Judges the rules of all keys by a walk over all markets, as the one instance that records it.
import type { Market } from "../../contract/market.ts";
import { readMarket } from "../../contract/markets-page.ts";
import { ratio, tokenAmount, usd } from "../../contract/units.ts";
import { judge, type RuleStates, type TargetFacts } from "../../alerts/judge.ts";
import { marketFigures } from "../../alerts/market-figures.ts";
import type { SeenMarket } from "../store/point.ts";
import type { Writer } from "../store/still-holds.ts";
import type { AlertStore, JudgedRules } from "./alert-store.ts";

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
 * well. Events and the states that led to them are kept together, so that a crossing rings once whatever ends this program.
 * @throws StoreFault
 */
export async function judgeWalk(store: AlertStore, walk: Walk, writer: Writer): Promise<JudgedWalk> {
  const figures = createFigures(walk);
  let keys = 0;
  let rules = 0;
  let events = 0;
  let after = "";
  for (;;) {
    const page = await store.page(after);
    const changed: JudgedRules[] = [];
    for (const { owner, version, rules: own, states } of page) {
      after = owner;
      keys += 1;
      rules += own.length;
      const targets = new Map<string, TargetFacts>();
      for (const { target } of own) {
        const facts = target.kind === "market" ? figures(target.id) : undefined;
        if (facts !== undefined && target.kind === "market") targets.set(`market ${target.id}`, facts);
      }
      const judged = judge(own, states, { at: walk.time, targets, views: new Map() });
      events += judged.events.length;
      if (judged.events.length > 0 || isWorthKeeping(states, judged.states))
        changed.push({ owner, version, states: judged.states, events: judged.events });
    }
    await store.keep(changed, walk.time, writer);
    if (page.length === 0) break;
  }
  await store.forget(walk.time - forgottenAfterMs, writer);
  return { keys, rules, events };
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

/** The figures of the markets of a walk, each worked out when it is first asked for. */
function createFigures({ markets }: Walk): (id: string) => TargetFacts | undefined {
  const bodies = new Map(markets.map(({ id, body }) => [id, body]));
  const known = new Map<string, TargetFacts | undefined>();
  return (id) => {
    if (known.has(id)) return known.get(id);
    const body = bodies.get(id);
    const read = body === undefined ? undefined : readMarket(JSON.parse(body));
    const facts = read?.success === true ? figuresOf(read.data.market) : undefined;
    known.set(id, facts);
    return facts;
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

/** Whether what is borrowed is another token than what is deposited: then the two amounts say nothing of utilization. */
function lendsAnotherToken(market: Market): boolean {
  const token = addressOf(Reflect.get(market, "token"));
  const borrowed = addressOf(Reflect.get(market, "borrowToken"));
  return borrowed !== undefined && borrowed !== token;
}

function addressOf(token: unknown): string | undefined {
  const address: unknown =
    typeof token === "object" && token !== null ? Reflect.get(token, "address") : undefined;
  return typeof address === "string" ? address : undefined;
}
