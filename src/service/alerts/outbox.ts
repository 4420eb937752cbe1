// Messages of alerts, up to the sender. None is sent twice, even if this program is killed: a message counts as sent
// before it leaves, and waits again only when it certainly was not taken. Times are milliseconds since the epoch.
// Every function fails with a StoreFault.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { dayMs } from "../../contract/units.ts";
import type { Database } from "../store/engine/database.ts";
import { writeUnder, type Lease } from "../store/lease.ts";
import { whole, type Writing } from "../store/sql/dialect.ts";
import type { Tables } from "../store/sql/schema.ts";
import { mostHeld } from "./message-text.ts";

/** Of all keys. */
export const mostPending = 10_000;
// Messages per day to one wallet, from one key and from all keys, for loans and for other events each. Anyone may name
// a wallet, so half of them belong to the key that named it first.
export const mostPerKey = 5;
const mostPerWallet = 2 * mostPerKey;
/** Undelivered messages are dropped after this time; sent ones are counted as long. */
const keptMs = dayMs;

export interface Message {
  /** The same for the same crossing. */
  readonly id: string;
  readonly wallet: string;
  /** Counts the wallet without naming it. */
  readonly recipient: string;
  readonly due: number;
  /** Loan messages are counted separately. */
  readonly loan: boolean;
  /** Empty: the body holds pieces, one JSON per line, combined when it leaves. */
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

const waitingColumns = ["id", "owner", "wallet", "due", "title", "body", "link", "tries"] as const;
/** `tries`: failed attempts. */
export type WaitingMessage = Pick<Tables["alert_messages"], (typeof waitingColumns)[number]>;

export function messageId(owner: string, event: string): string {
  return createHash("sha256").update(`${owner} ${event}`).digest("hex").slice(0, 32);
}

/** Only if the key's rules are unchanged and its wallet has messages left. Pieces join the message with their id. */
export async function addMessage(
  trx: Writing,
  { id, wallet, recipient, due, title, body, link, loan }: Message,
  { owner, version }: { readonly owner: string; readonly version: number },
  now: number,
): Promise<void> {
  const isLoan = sql`cast(${loan ? 1 : 0} as bigint)`;
  const ofWallet = sql`select count(*) from alert_messages
    where recipient = ${recipient} and loan = ${isLoan} and (done = 0 or moved > ${whole(now - keptMs)})`;
  const first = sql`(select owner from alert_keys where send_to = ${wallet} order by send_since, owner limit 1)`;
  await sql`insert into alert_messages (id, owner, wallet, recipient, title, body, link, since, due, tries, done, moved, loan)
    select cast(${id} as text), owner, send_to, cast(${recipient} as text), cast(${title} as text), cast(${body} as text),
      cast(${link} as text), ${whole(due)}, ${whole(due)}, 0, 0, ${whole(now)}, ${isLoan}
    from alert_keys where owner = ${owner} and version = ${version} and send_to = ${wallet}
      and (exists (select 1 from alert_messages where id = ${id})
        or ((${ofWallet}) < ${whole(mostPerWallet)}
          and (${ofWallet} and (owner = ${first}) = (cast(${owner} as text) = ${first})) < ${whole(mostPerKey)}))
    on conflict (id) do update set body = alert_messages.body || ${"\n"} || excluded.body
      where alert_messages.done = 0 and alert_messages.title = '' and length(alert_messages.body) < ${whole(mostHeld)}`.execute(
    trx,
  );
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(database: Database) {
  const { db } = database;
  const message = (id: string) => db.updateTable("alert_messages").where("id", "=", id);
  return {
    async pending(): Promise<number> {
      const count = db.selectFrom("alert_messages").select(db.fn.countAll<number>().as("pending"));
      return (await count.where("done", "=", 0).executeTakeFirstOrThrow()).pending;
    },

    due(now: number, most: number): Promise<readonly WaitingMessage[]> {
      const waiting = db.selectFrom("alert_messages").select(waitingColumns).where("done", "=", 0);
      return waiting.where("due", "<=", now).orderBy("due").limit(most).execute();
    },

    /** Counts a message as sent. @returns false when it no longer waits, or this instance may not send */
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

    /** Lets a claimed message wait until `due`, if a rule still names its wallet. */
    async putBack({ id, owner, wallet, title, body }: WaitingMessage, due: number): Promise<void> {
      const named = db.selectFrom("alert_keys").select("owner").where("owner", "=", owner);
      await message(id)
        .set((eb) => ({ done: 0, wallet, title, body, due, tries: eb("tries", "+", 1) }))
        .where((eb) => eb.exists(named.where("send_to", "=", wallet)))
        .execute();
    },

    /** Drops messages undelivered for a day, and counts older than that. */
    async forget(now: number, lease: Lease): Promise<void> {
      const before = now - keptMs;
      const isOld = sql<boolean>`(done = 0 and since <= ${before}) or (done = 1 and moved <= ${before})`;
      await writeUnder(database, lease, (trx) => trx.deleteFrom("alert_messages").where(isOld).execute());
    },
  };
}
