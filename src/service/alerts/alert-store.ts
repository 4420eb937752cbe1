// Alert rules by the hash of their owner's key, with their states and events. Times are milliseconds since the epoch.
// Every function fails with a StoreFault.
import { sql, type Kysely, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import {
  alertEventSchema,
  alertRuleSchema,
  ruleStateSchema,
  type AlertEvent,
} from "../../contract/alerts/rule.ts";
import { maxServedEvents, servedRulesSchema, type ServedRules } from "../../contract/alerts/served.ts";
import { parseJson } from "../../contract/query-text.ts";
import { dayMs } from "../../contract/units.ts";
import type { AlertMessage } from "../../domain/alerts/messages.ts";
import { writeUnder, type Lease, type Writing } from "../store/engine/database.ts";
import { acquireTransactionLock, isPostgres } from "../store/sql/dialect.ts";
import type { Tables } from "../store/sql/schema.ts";
import { addMessage, createOutbox } from "./outbox.ts";

export type StoredRules = ReturnType<typeof readRow>;

export interface JudgedRules extends Pick<StoredRules, "owner" | "revision" | "states"> {
  readonly events: readonly AlertEvent[];
  readonly messages?: readonly AlertMessage[];
}

/** Keys read per page. Each may have ten views that store a thousand markets each. */
const ownersAtOnce = 20;
/** More than the rules of a key, and so more than one poll can produce. */
const eventsPerPoll = 64;
const touchEveryMs = dayMs;
const putLock = 7_349_022;
/** When the store is full, a new key replaces one whose events were not read for this long. */
const replaceableAfterMs = 7 * dayMs;

const listSchema = z.array(z.unknown());
const statesSchema = z.record(z.string(), ruleStateSchema);

export type AlertStore = ReturnType<typeof createAlertStore>;

export function createAlertStore(db: Kysely<Tables>) {
  const keys = db.selectFrom("alert_keys").selectAll();

  return {
    outbox: createOutbox(db),

    async rules(owner: string): Promise<StoredRules | undefined> {
      const row = await keys.where("owner", "=", owner).executeTakeFirst();
      return row && readRow(row);
    },

    // Replaces the rules of a key and keeps their states. Drops messages to wallets the rules no longer name, and
    // events of deleted loan rules. A new key without rules is not stored. If there are `maxKeys` keys, replaces one
    // that is empty or unused for a week. Returns the new revision, or "changed" if `served` names another one.
    put(
      owner: string,
      { rules: own, quiet, digest, revision }: ServedRules,
      now: number,
      maxKeys: number,
    ): Promise<number | "changed" | "full"> {
      const loans = own.filter(({ target }) => target.kind === "position").map(({ id }) => id);
      const wallet = own.find(({ sendTo }) => sendTo !== undefined)?.sendTo ?? "";
      return db.transaction().execute(async (trx) => {
        await acquireTransactionLock(trx, putLock);
        const known = trx.selectFrom("alert_keys").select(["version", "send_to", "send_since"]);
        const stored = await known.where("owner", "=", owner).executeTakeFirst();
        const version = stored?.version ?? 0;
        if (revision !== undefined && revision !== version) return "changed";
        if (stored === undefined) {
          if (own.length === 0) return 0;
          const count = trx.selectFrom("alert_keys").select(trx.fn.countAll<number>().as("count"));
          const isFull = async () => (await count.executeTakeFirstOrThrow()).count >= maxKeys;
          // While there is room, a key with no rules is kept: it lets other browsers see that the rules were deleted.
          if (await isFull())
            await forgetKeys(trx, sql<boolean>`touched < ${now - replaceableAfterMs} or rules = '[]'`);
          if (await isFull()) return "full";
        }
        const row = {
          version: version + 1,
          touched: now,
          rules: JSON.stringify(own),
          send_to: wallet,
          send_since: stored?.send_to === wallet ? stored.send_since : now,
          quiet: JSON.stringify(quiet ?? null),
          digest: JSON.stringify(digest ?? null),
        };
        const put = trx.insertInto("alert_keys").values({ owner, states: "{}", ...row });
        await put.onConflict((conflict) => conflict.column("owner").doUpdateSet(row)).execute();
        const waiting = trx.deleteFrom("alert_messages").where("owner", "=", owner).where("done", "=", 0);
        await waiting.where("wallet", "<>", wallet).execute();
        const events = trx.deleteFrom("alert_events").where("owner", "=", owner);
        await events.where("loan_rule", "not in", ["", ...loans]).execute();
        return row.version;
      });
    },

    async remove(owner: string): Promise<void> {
      await db.transaction().execute((trx) => forgetKeys(trx, sql<boolean>`owner = ${owner}`));
    },

    /** Oldest first. Also marks the key as used. Undefined for a key that never stored rules. */
    async events(owner: string, after: number, now: number) {
      const touched = db.selectFrom("alert_keys").select("touched").where("owner", "=", owner);
      const key = await touched.executeTakeFirst();
      if (key === undefined) return undefined;
      if (now - key.touched > touchEveryMs)
        await db.updateTable("alert_keys").set({ touched: now }).where("owner", "=", owner).execute();
      const stored = db.selectFrom("alert_events").select(["seq", "body"]).where("owner", "=", owner);
      const next = stored.where("seq", ">", after).orderBy("seq").limit(maxServedEvents);
      const rows = await next.execute();
      return {
        events: rows.flatMap(({ body }) => alertEventSchema.safeParse(parseJson(body)).data ?? []),
        cursor: String(rows.at(-1)?.seq ?? after),
      };
    },

    /** The next keys in order, after the given one; "" starts at the first. */
    async page(after: string): Promise<readonly StoredRules[]> {
      const next = keys.where("owner", ">", after).orderBy("owner").limit(ownersAtOnce);
      return (await next.execute()).map(readRow);
    },

    /** Stores what a poll changed, in one transaction. Rules replaced since they were judged wait for the next poll. */
    async keep(judged: readonly JudgedRules[], time: number, lease: Lease): Promise<void> {
      if (judged.length === 0) return;
      await writeUnder(db, lease, async (trx) => {
        for (const { owner, revision, states, events, messages = [] } of judged) {
          const changed = trx.updateTable("alert_keys").set({ states: JSON.stringify(states) });
          const judgedKey = changed.where("owner", "=", owner).where("version", "=", revision);
          const current = await judgedKey.returning("owner").executeTakeFirst();
          if (current === undefined) continue;
          for (const message of messages) await addMessage(trx, message, owner, time);
          if (events.length === 0) continue;
          const rows = events.map((event, index) => ({
            owner,
            seq: time * eventsPerPoll + index,
            body: JSON.stringify(event),
            loan_rule: event.rule.target.kind === "position" ? event.rule.id : "",
          }));
          await trx.insertInto("alert_events").values(rows).execute();
          const kept = trx.selectFrom("alert_events").select("seq").where("owner", "=", owner);
          const oldest = kept.orderBy("seq", "desc").limit(1).offset(maxServedEvents);
          const ofOwner = trx.deleteFrom("alert_events").where("owner", "=", owner);
          await ofOwner.where("seq", "<=", oldest).execute();
        }
      });
    },

    async forget(before: number, lease: Lease): Promise<void> {
      await writeUnder(db, lease, (trx) => forgetKeys(trx, sql<boolean>`touched < ${before}`));
    },
  };
}

async function forgetKeys(trx: Writing, which: RawBuilder<boolean>): Promise<void> {
  const owners = trx.selectFrom("alert_keys").select("owner").where(which);
  // Locks the keys first, in the order in which they are judged, so that the two cannot deadlock.
  if (isPostgres(trx)) await owners.orderBy("owner").forUpdate().execute();
  await trx.deleteFrom("alert_messages").where("done", "=", 0).where("owner", "in", owners).execute();
  await trx.deleteFrom("alert_events").where("owner", "in", owners).execute();
  await trx.deleteFrom("alert_keys").where(which).execute();
}

function readRow({ owner, version, ...texts }: Tables["alert_keys"]) {
  const { quiet, digest } = servedRulesSchema.shape;
  const rules = listSchema.safeParse(parseJson(texts.rules)).data ?? [];
  return {
    owner,
    revision: version,
    /** Skips rules that cannot be parsed: another release may have written them. */
    rules: rules.flatMap((rule) => alertRuleSchema.safeParse(rule).data ?? []),
    states: statesSchema.safeParse(parseJson(texts.states)).data ?? {},
    quiet: quiet.safeParse(parseJson(texts.quiet)).data,
    digest: digest.safeParse(parseJson(texts.digest)).data,
  };
}
