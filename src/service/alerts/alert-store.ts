// Alert rules by the hash of their owner's key, with their states and events. Times are milliseconds since the epoch.
// Every method fails with a StoreFault.
import * as z from "zod/mini";
import {
  alertEventSchema,
  alertRuleSchema,
  ruleStateSchema,
  type AlertEvent,
  type AlertRule,
} from "../../contract/alerts/rule.ts";
import { maximumServedEvents, servedRulesSchema, type ServedRules } from "../../contract/alerts/served.ts";
import { dayMs } from "../../contract/units.ts";
import type { RuleStates } from "../../domain/alerts/judge.ts";
import {
  readInteger,
  readText,
  type Database,
  type Row,
  type Step,
  type Value,
} from "../store/engine/database.ts";
import { stillHolds, type Lease } from "../store/lease.ts";
import { Outbox, type Message } from "./outbox.ts";

export interface StoredRules {
  readonly owner: string;
  /** Changes each time the rules are put. */
  readonly version: number;
  readonly rules: readonly AlertRule[];
  readonly quiet: ServedRules["quiet"];
  readonly digest: ServedRules["digest"];
  readonly states: RuleStates;
}

export interface JudgedRules extends Pick<StoredRules, "owner" | "version" | "states"> {
  readonly events: readonly AlertEvent[];
  readonly messages?: readonly Message[];
}

export interface AlertStore {
  readonly outbox: Outbox;
  /**
   * Replaces the rules of a key and keeps their states; messages to wallets they no longer name are dropped. A new
   * key without rules is not stored.
   * @param most the most keys: a new one replaces keys without rules, or not used for a week
   * @returns the new revision; "changed" when the rules have another than `served` names, "full" without room
   */
  put(owner: string, served: ServedRules, now: number, most: number): Promise<number | "changed" | "full">;
  rules(owner: string): Promise<ServedRules | undefined>;
  remove(owner: string): Promise<void>;
  /**
   * Events after a cursor, oldest first; also marks the key as used. @param after 0: all that are stored
   * @returns undefined for a key that never put rules
   */
  events(
    owner: string,
    after: number,
    now: number,
  ): Promise<{ readonly events: readonly AlertEvent[]; readonly cursor: number } | undefined>;
  /** The next keys in order; "" begins. */
  page(after: string): Promise<readonly StoredRules[]>;
  /** Stores what a poll changed, for keys whose rules are still the judged ones: all or nothing. */
  keep(judged: readonly JudgedRules[], time: number, lease: Lease): Promise<void>;
  /** Drops keys that were not used since. */
  forget(before: number, lease: Lease): Promise<void>;
}

/** Ten views of a key may store a thousand markets each. */
const ownersAtOnce = 20;
/** More events of one poll than a key has rules. */
const eventsPerLook = 64;
/** How often the use of a key is noted. */
const touchEveryMs = dayMs;
/** Without room, a key whose events were not read for this long is replaced. */
const givesWayAfterMs = 7 * dayMs;

const statesSchema = z.record(z.string(), ruleStateSchema);

export const alertTables = [
  "create table alert_keys (owner text primary key, version bigint not null, touched bigint not null, rules text not null, states text not null)",
  "create table alert_events (owner text not null, seq bigint not null, body text not null, primary key (owner, seq))",
] as const;

/**
 * Columns for links in messages, views and loans. `digest`: when a key's views are announced; `loan_rule`: the rule
 * of a loan event, which names its wallet.
 */
export const servedViewsAndLoans = [
  "alter table alert_messages add column link text not null default ''",
  "alter table alert_keys add column digest text not null default ''",
  "alter table alert_events add column loan_rule text not null default ''",
] as const;

/** Since when the rules of a key name their wallet. */
export const datedRecipients = [
  "alter table alert_keys add column send_since bigint not null default 0",
  "alter table alert_messages add column loan bigint not null default 0",
] as const;

export class SqlAlertStore implements AlertStore {
  readonly outbox: Outbox;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.outbox = new Outbox(database);
  }

  async put(
    owner: string,
    { rules, quiet, digest, revision: expected }: ServedRules,
    now: number,
    most: number,
  ): Promise<number | "changed" | "full"> {
    const body = JSON.stringify(rules);
    const sendTo = rules.find((rule) => rule.sendTo !== undefined)?.sendTo ?? "";
    const hours = quiet === undefined ? "" : JSON.stringify(quiet);
    const daily = digest === undefined ? "" : JSON.stringify(digest);
    const insert = async (): Promise<number | undefined> => {
      const [kept] = await this.#database.query(
        `insert into alert_keys (owner, version, touched, rules, states, send_to, send_since, quiet, digest)
         select cast($1 as text), 1, cast($2 as bigint), cast($3 as text), '{}', cast($5 as text), cast($2 as bigint), cast($6 as text), cast($7 as text)
         where ($3 <> '[]' and coalesce($8, 0) = 0 and (select count(*) from alert_keys) < $4) or exists (select 1 from alert_keys where owner = $1)
         on conflict (owner) do update set rules = excluded.rules, version = alert_keys.version + 1, touched = excluded.touched,
           send_to = excluded.send_to, quiet = excluded.quiet, digest = excluded.digest,
           send_since = case when alert_keys.send_to = excluded.send_to then alert_keys.send_since else excluded.send_since end
           where cast($8 as bigint) is null or alert_keys.version = $8
         returning version`,
        [owner, now, body, most, sendTo, hours, daily, expected ?? null],
      );
      return kept === undefined ? undefined : readInteger(kept, "version");
    };
    let revision = await insert();
    if (revision === undefined) {
      if (expected !== undefined && expected !== ((await this.rules(owner))?.revision ?? 0)) return "changed";
      if (rules.length === 0) return 0;
      // An emptied key tells other browsers that its rules were deleted, while there is room.
      await this.#database.write(forgetting("touched < $1 or rules = '[]'", now - givesWayAfterMs));
      revision = await insert();
      if (revision === undefined) return "full";
    }
    await this.outbox.forgetOthers(owner, sendTo);
    await this.#forgetLoans(owner, rules);
    return revision;
  }

  async rules(owner: string): Promise<ServedRules | undefined> {
    const [row] = await this.#database.query(
      "select version, rules, quiet, digest from alert_keys where owner = $1",
      [owner],
    );
    if (row === undefined) return undefined;
    return { rules: [...readRules(row)], ...readTimes(row), revision: readInteger(row, "version") };
  }

  /** A loan event names its wallet: it goes with its rule. */
  async #forgetLoans(owner: string, rules: readonly AlertRule[]): Promise<void> {
    const kept = rules.flatMap(({ id, target }) => (target.kind === "position" ? [id] : []));
    const others = kept.map((_, index) => `$${String(index + 2)}`).join(", ");
    await this.#database.write([
      {
        kind: "run",
        sql: `delete from alert_events where owner = $1 and loan_rule <> ''${others === "" ? "" : ` and loan_rule not in (${others})`}`,
        values: [owner, ...kept],
      },
    ]);
  }

  async remove(owner: string): Promise<void> {
    await this.#database.write(forgetting("owner = $1", owner));
  }

  async events(
    owner: string,
    after: number,
    now: number,
  ): Promise<{ readonly events: readonly AlertEvent[]; readonly cursor: number } | undefined> {
    const [key] = await this.#database.query("select touched from alert_keys where owner = $1", [owner]);
    if (key === undefined) return undefined;
    if (now - readInteger(key, "touched") > touchEveryMs)
      await this.#database.query("update alert_keys set touched = $2 where owner = $1 returning owner", [
        owner,
        now,
      ]);
    const rows = await this.#database.query(
      "select seq, body from alert_events where owner = $1 and seq > $2 order by seq limit $3",
      [owner, after, maximumServedEvents],
    );
    return {
      events: rows.flatMap((row) => readJson(row, "body", alertEventSchema) ?? []),
      cursor: rows.reduce((last, row) => Math.max(last, readInteger(row, "seq")), after),
    };
  }

  async page(after: string): Promise<readonly StoredRules[]> {
    const rows = await this.#database.query(
      "select owner, version, rules, states, quiet, digest from alert_keys where owner > $1 order by owner limit $2",
      [after, ownersAtOnce],
    );
    return rows.map((row) => {
      const { quiet, digest } = readTimes(row);
      return {
        owner: readText(row, "owner"),
        version: readInteger(row, "version"),
        rules: readRules(row),
        quiet,
        digest,
        states: readJson(row, "states", statesSchema) ?? {},
      };
    });
  }

  async keep(judged: readonly JudgedRules[], time: number, lease: Lease): Promise<void> {
    if (judged.length === 0) return;
    const steps: Step[] = [stillHolds(lease, this.#database.dialect)];
    for (const { owner, version, states, events, messages = [] } of judged) {
      steps.push(...messages.map((message) => this.outbox.adding(message, { owner, version }, time)));
      for (const [index, event] of events.slice(0, eventsPerLook).entries())
        steps.push({
          kind: "run",
          // Rules changed in the meantime are judged at the next poll.
          sql: `insert into alert_events (owner, seq, body, loan_rule) select owner, cast($2 as bigint), cast($3 as text), cast($5 as text) from alert_keys where owner = $1 and version = $4`,
          values: [owner, time * eventsPerLook + index, JSON.stringify(event), version, loanRule(event)],
        });
      if (events.length > 0)
        steps.push({
          kind: "run",
          sql: `delete from alert_events where owner = $1 and seq <=
            (select seq from alert_events where owner = $1 order by seq desc limit 1 offset ${maximumServedEvents})`,
          values: [owner],
        });
      steps.push({
        kind: "run",
        sql: "update alert_keys set states = $2 where owner = $1 and version = $3",
        values: [owner, JSON.stringify(states), version],
      });
    }
    await this.#database.write(steps);
  }

  async forget(before: number, lease: Lease): Promise<void> {
    await this.#database.write([
      stillHolds(lease, this.#database.dialect),
      ...forgetting("touched < $1", before),
    ]);
  }
}

/** Drops keys with their events and messages. @param which a condition on alert_keys with one value */
function forgetting(which: string, value: Value): Step[] {
  const owners = `owner in (select owner from alert_keys where ${which})`;
  return [
    `delete from alert_messages where done = 0 and ${owners}`,
    `delete from alert_events where ${owners}`,
    `delete from alert_keys where ${which}`,
  ].map((sql) => ({ kind: "run", sql, values: [value] }));
}

/** Unreadable rules are skipped: another release may have written them. */
function readRules(row: Row): readonly AlertRule[] {
  const items = readJson(row, "rules", z.array(z.unknown())) ?? [];
  return items.flatMap((item) => alertRuleSchema.safeParse(item).data ?? []);
}

function readTimes(row: Row): Pick<StoredRules, "quiet" | "digest"> {
  const { quiet, digest } = servedRulesSchema.shape;
  return { quiet: readJson(row, "quiet", quiet), digest: readJson(row, "digest", digest) };
}

function loanRule({ rule: { id, target } }: AlertEvent): string {
  return target.kind === "position" ? id : "";
}

/** Undefined for empty or unreadable text: one row must not stop the others. */
function readJson<Schema extends z.ZodMiniType>(
  row: Row,
  column: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return schema.safeParse(parsed(readText(row, column))).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
