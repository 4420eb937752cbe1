// Queue of alert messages for the sender. None is sent twice, even if this program is killed: a message is marked as
// sent before it leaves, and is queued again only if it certainly was not accepted. Times are milliseconds since the
// epoch. Every function fails with a StoreFault.
import { hash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import * as z from "zod/mini";
import { time } from "../../contract/alerts/rule.ts";
import { maxServed } from "../../contract/alerts/served.ts";
import { parseJson } from "../../contract/query-text.ts";
import { dayMs } from "../../contract/units.ts";
import { combineMessages, type MessageText } from "../../domain/alerts/message-text.ts";
import { maxCombinedLength, type AlertMessage } from "../../domain/alerts/messages.ts";
import { writeUnder, type Lease, type Writing } from "../store/engine/database.ts";
import type { Tables } from "../store/sql/schema.ts";

/** Across all keys. */
export const maxPending = 10_000;
// Daily limit of messages to one wallet, separately for loans and for other events. Anyone may name a wallet, so half
// of the limit is reserved for the key that named it first.
const maxPerWallet = 2 * maxServed.messages;
/** Unsent messages are dropped after this time. Sent ones count towards the limit for as long. */
const keptMs = dayMs;

/** `tries` counts failed attempts. */
export type WaitingMessage = Tables["alert_messages"];

/** Does nothing once the wallet has reached its limit. Parts of the same message share an id and are joined. */
export async function addMessage(
  trx: Writing,
  { about, recipient, loan, ...message }: AlertMessage,
  owner: string,
  now: number,
): Promise<void> {
  const id = hash("sha256", `${owner} ${about}`).slice(0, 32);
  const ofWallet = trx
    .selectFrom("alert_messages")
    .select(["id", "owner"])
    .where("recipient", "=", recipient);
  const counted = await ofWallet
    .where("loan", "=", loan ? 1 : 0)
    .where((eb) => eb.or([eb("done", "=", 0), eb("moved", ">", now - keptMs)]))
    .execute();
  const naming = trx.selectFrom("alert_keys").select("owner").where("send_to", "=", message.wallet);
  const first = await naming.orderBy("send_since").orderBy("owner").limit(1).executeTakeFirst();
  const isFirst = (key: string): boolean => key === first?.owner;
  const ofHalf = counted.filter((known) => isFirst(known.owner) === isFirst(owner));
  const isFull = counted.length >= maxPerWallet || ofHalf.length >= maxServed.messages;
  if (isFull && !counted.some((known) => known.id === id)) return;
  const row = {
    ...message,
    id,
    recipient,
    owner,
    since: message.due,
    tries: 0,
    done: 0,
    moved: now,
    loan: loan ? 1 : 0,
  };
  await trx
    .insertInto("alert_messages")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ body: sql<string>`alert_messages.body || ${"\n"} || excluded.body` })
        .where("alert_messages.done", "=", 0)
        .where("alert_messages.title", "=", "")
        .where(sql<number>`length(alert_messages.body)`, "<", maxCombinedLength),
    )
    .execute();
}

const marketSchema = z.object({ id: z.string(), text: z.string() });
const pieceSchema = z.object({
  alone: z.object({ title: z.string(), body: z.string(), link: z.string() }),
  said: z.union([z.object({ markets: z.array(marketSchema), more: z.number() }), z.string()]),
  at: time,
});
export function messageTextOf({ title, body, link }: WaitingMessage): MessageText {
  if (title !== "") return { title, body, link };
  const pieces = body.split("\n").flatMap((line) => pieceSchema.safeParse(parseJson(line)).data ?? []);
  return combineMessages(pieces, body.length >= maxCombinedLength);
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(db: Kysely<Tables>) {
  const message = (id: string) => db.updateTable("alert_messages").where("id", "=", id);
  return {
    async pending(): Promise<number> {
      const count = db.selectFrom("alert_messages").select(db.fn.countAll<number>().as("pending"));
      return (await count.where("done", "=", 0).executeTakeFirstOrThrow()).pending;
    },

    due(now: number, max: number): Promise<readonly WaitingMessage[]> {
      const waiting = db.selectFrom("alert_messages").selectAll().where("done", "=", 0);
      return waiting.where("due", "<=", now).orderBy("due").limit(max).execute();
    },

    /** Marks a message as sent. @returns false if it no longer waits, or this instance lost the lease */
    async claim({ id }: WaitingMessage, now: number, { holder, token }: Lease): Promise<boolean> {
      const lease = db.selectFrom("lease").select("token").where("name", "=", "recorder");
      const claimed = await message(id)
        .set({ done: 1, wallet: "", title: "", body: "", moved: now })
        .where("done", "=", 0)
        .where((eb) => eb.exists(lease.where("holder", "=", holder).where("token", "=", token)))
        .returning("id")
        .execute();
      return claimed.length > 0;
    },

    /** Queues a claimed message again until `due`, if the key still names its wallet. */
    async putBack({ id, owner, wallet, title, body }: WaitingMessage, due: number): Promise<void> {
      const named = db.selectFrom("alert_keys").select("owner").where("owner", "=", owner);
      await message(id)
        .set((eb) => ({ done: 0, wallet, title, body, due, tries: eb("tries", "+", 1) }))
        .where((eb) => eb.exists(named.where("send_to", "=", wallet)))
        .execute();
    },

    async forget(now: number, lease: Lease): Promise<void> {
      const before = now - keptMs;
      const isOld = sql<boolean>`(done = 0 and since <= ${before}) or (done = 1 and moved <= ${before})`;
      await writeUnder(db, lease, (trx) => trx.deleteFrom("alert_messages").where(isOld).execute());
    },
  };
}
