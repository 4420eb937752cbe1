// Alert rules by the hash of their owner's key, with their states and events. Times are milliseconds since the epoch.
// Every function fails with a StoreFault.
import { sql, type RawBuilder } from "kysely";
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
import type { Database } from "../store/engine/database.ts";
import { writeUnder, type Lease } from "../store/lease.ts";
import { whole, type Writing } from "../store/sql/dialect.ts";
import type { Tables } from "../store/sql/schema.ts";
import { addMessage, createOutbox, type Message } from "./outbox.ts";

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

/** Ten views of a key may store a thousand markets each. */
const ownersAtOnce = 20;
/** More events of one poll than a key has rules. */
const eventsPerPoll = 64;
const touchEveryMs = dayMs;
/** Without room, a key whose events were not read for this long is replaced. */
const givesWayAfterMs = 7 * dayMs;

const statesSchema = z.record(z.string(), ruleStateSchema);

export type AlertStore = ReturnType<typeof createAlertStore>;

export function createAlertStore(database: Database) {
  const { db } = database;
  const keyOf = (owner: string) => db.selectFrom("alert_keys").where("owner", "=", owner);

  const rules = async (owner: string): Promise<ServedRules | undefined> => {
    const row = await keyOf(owner).select(["version", "rules", "quiet", "digest"]).executeTakeFirst();
    return row && { rules: [...readRules(row.rules)], ...readTimes(row), revision: row.version };
  };

  return {
    outbox: createOutbox(database),
    rules,

    // Replaces the rules of a key and keeps their states; messages to wallets they no longer name are dropped, and events
    // of loans, which name a wallet, with their rules. A new key without rules is not stored. Beyond `most` keys, one
    // without rules or not used for a week is replaced. Returns the revision; "changed" where `served` names another.
    put(owner: string, served: ServedRules, now: number, most: number): Promise<number | "changed" | "full"> {
      const loans = served.rules.filter(({ target }) => target.kind === "position").map(({ id }) => id);
      return db.transaction().execute(async (trx) => {
        let revision = await upsert(trx, owner, served, now, most);
        if (revision === undefined) {
          const versions = trx.selectFrom("alert_keys").select("version");
          const stored = await versions.where("owner", "=", owner).executeTakeFirst();
          if (served.revision !== undefined && served.revision !== (stored?.version ?? 0)) return "changed";
          if (served.rules.length === 0) return 0;
          // An emptied key tells other browsers that its rules were deleted, while there is room.
          await forgetKeys(trx, sql<boolean>`touched < ${now - givesWayAfterMs} or rules = '[]'`);
          revision = await upsert(trx, owner, served, now, most);
          if (revision === undefined) return "full";
        }
        const waiting = trx.deleteFrom("alert_messages").where("owner", "=", owner).where("done", "=", 0);
        await waiting.where("wallet", "<>", walletOf(served.rules)).execute();
        const events = trx.deleteFrom("alert_events").where("owner", "=", owner);
        await events.where("loan_rule", "not in", ["", ...loans]).execute();
        return revision;
      });
    },

    async remove(owner: string): Promise<void> {
      await db.transaction().execute((trx) => forgetKeys(trx, sql<boolean>`owner = ${owner}`));
    },

    /** Oldest first; also marks the key as used. Undefined for a key that never put rules. */
    async events(owner: string, after: number, now: number) {
      const key = await keyOf(owner).select("touched").executeTakeFirst();
      if (key === undefined) return undefined;
      if (now - key.touched > touchEveryMs)
        await db.updateTable("alert_keys").set({ touched: now }).where("owner", "=", owner).execute();
      const stored = db.selectFrom("alert_events").select(["seq", "body"]).where("owner", "=", owner);
      const next = stored.where("seq", ">", after).orderBy("seq").limit(maximumServedEvents);
      const rows = await next.execute();
      return {
        events: rows.flatMap(({ body }) => readJson(body, alertEventSchema) ?? []),
        cursor: rows.at(-1)?.seq ?? after,
      };
    },

    /** The next keys in order; "" begins. */
    async page(after: string): Promise<readonly StoredRules[]> {
      const columns = ["owner", "version", "rules", "states", "quiet", "digest"] as const;
      const next = db.selectFrom("alert_keys").select(columns).where("owner", ">", after).orderBy("owner");
      const rows = await next.limit(ownersAtOnce).execute();
      return rows.map(({ owner, version, rules: texts, ...row }): StoredRules => {
        const states = readJson(row.states, statesSchema) ?? {};
        return Object.assign(readTimes(row), { owner, version, rules: readRules(texts), states });
      });
    },

    /** Stores what a poll changed, for keys whose rules are still the judged ones: all or nothing. */
    async keep(judged: readonly JudgedRules[], time: number, lease: Lease): Promise<void> {
      if (judged.length === 0) return;
      await writeUnder(database, lease, async (trx) => {
        for (const { owner, version, states, events, messages = [] } of judged) {
          for (const message of messages) await addMessage(trx, message, { owner, version }, time);
          // Rules changed in the meantime are judged at the next poll.
          const changed = trx.updateTable("alert_keys").set({ states: JSON.stringify(states) });
          const judgedKey = changed.where("owner", "=", owner).where("version", "=", version);
          const current = await judgedKey.returning("owner").executeTakeFirst();
          if (current === undefined || events.length === 0) continue;
          const rows = events.slice(0, eventsPerPoll).map((event, index) => ({
            owner,
            seq: time * eventsPerPoll + index,
            body: JSON.stringify(event),
            loan_rule: event.rule.target.kind === "position" ? event.rule.id : "",
          }));
          await trx.insertInto("alert_events").values(rows).execute();
          const kept = trx.selectFrom("alert_events").select("seq").where("owner", "=", owner);
          const oldest = kept.orderBy("seq", "desc").limit(1).offset(maximumServedEvents);
          const ofOwner = trx.deleteFrom("alert_events").where("owner", "=", owner);
          await ofOwner.where("seq", "<=", oldest).execute();
        }
      });
    },

    async forget(before: number, lease: Lease): Promise<void> {
      await writeUnder(database, lease, (trx) => forgetKeys(trx, sql<boolean>`touched < ${before}`));
    },
  };
}

/** Undefined where there is no room, or the rules have another revision. */
async function upsert(
  trx: Writing,
  owner: string,
  { rules: own, quiet, digest, revision }: ServedRules,
  now: number,
  most: number,
): Promise<number | undefined> {
  const text = JSON.stringify(own);
  const mayBeNew = own.length > 0 && (revision ?? 0) === 0;
  const expected = sql`cast(${revision ?? null} as bigint)`;
  const { rows } = await sql<{ version: number }>`
      insert into alert_keys (owner, version, touched, rules, states, send_to, send_since, quiet, digest)
      select cast(${owner} as text), 1, ${whole(now)}, cast(${text} as text), '{}', cast(${walletOf(own)} as text), ${whole(now)},
        cast(${textOf(quiet)} as text), cast(${textOf(digest)} as text)
      where (${whole(mayBeNew ? 1 : 0)} = 1 and (select count(*) from alert_keys) < ${whole(most)})
        or exists (select 1 from alert_keys where owner = ${owner})
      on conflict (owner) do update set rules = excluded.rules, version = alert_keys.version + 1, touched = excluded.touched,
        send_to = excluded.send_to, quiet = excluded.quiet, digest = excluded.digest,
        send_since = case when alert_keys.send_to = excluded.send_to then alert_keys.send_since else excluded.send_since end
      where ${expected} is null or alert_keys.version = ${expected}
      returning version`.execute(trx);
  return rows[0]?.version;
}

/** Drops keys with their events and waiting messages. */
async function forgetKeys(trx: Writing, which: RawBuilder<boolean>): Promise<void> {
  const owners = trx.selectFrom("alert_keys").select("owner").where(which);
  await trx.deleteFrom("alert_messages").where("done", "=", 0).where("owner", "in", owners).execute();
  await trx.deleteFrom("alert_events").where("owner", "in", owners).execute();
  await trx.deleteFrom("alert_keys").where(which).execute();
}

function walletOf(rules: readonly AlertRule[]): string {
  return rules.find(({ sendTo }) => sendTo !== undefined)?.sendTo ?? "";
}

function textOf(value: object | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** Unreadable rules are skipped: another release may have written them. */
function readRules(text: string): readonly AlertRule[] {
  const items = readJson(text, z.array(z.unknown())) ?? [];
  return items.flatMap((item) => alertRuleSchema.safeParse(item).data ?? []);
}

function readTimes(
  row: Pick<Tables["alert_keys"], "quiet" | "digest">,
): Pick<StoredRules, "quiet" | "digest"> {
  const { quiet, digest } = servedRulesSchema.shape;
  return { quiet: readJson(row.quiet, quiet), digest: readJson(row.digest, digest) };
}

/** Undefined for empty or unreadable text: one row must not stop the others. */
function readJson<Schema extends z.ZodMiniType>(text: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
