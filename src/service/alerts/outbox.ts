// Messages of alerts, up to the sender. None is sent twice, even if this program is killed: a message counts as sent
// before it leaves, and waits again only when it certainly was not taken. Times are milliseconds since the epoch.
// Every method fails with a StoreFault.
import { createHash } from "node:crypto";
import { dayMs } from "../../contract/units.ts";
import { readInteger, readText, type Database, type Step } from "../store/engine/database.ts";
import { stillHolds, type Lease } from "../store/lease.ts";

/** Of all keys. */
export const mostPending = 10_000;
/**
 * Messages per day to one wallet, from one key and from all keys, for loans and for other events each. Anyone may
 * name a wallet, so half of them belong to the key that named it first.
 */
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

/** Characters of pieces in one message; later ones are only in the inbox. */
export const mostHeld = 16_000;

export interface WaitingMessage extends Omit<Message, "loan"> {
  readonly owner: string;
  /** Failed attempts. */
  readonly tries: number;
}

export function messageId(owner: string, event: string): string {
  return createHash("sha256").update(`${owner} ${event}`).digest("hex").slice(0, 32);
}

/** `done` is 0 while waiting; sent rows keep neither wallet nor text. */
export const outboxTables = [
  "alter table alert_keys add column send_to text not null default ''",
  "alter table alert_keys add column quiet text not null default ''",
  "create table alert_messages (id text primary key, owner text not null, wallet text not null, recipient text not null, title text not null, body text not null, since bigint not null, due bigint not null, tries bigint not null, done bigint not null, moved bigint not null)",
  "create index alert_messages_due on alert_messages (done, due)",
  "create index alert_messages_of_owner on alert_messages (owner)",
  "create index alert_messages_of_recipient on alert_messages (recipient)",
] as const;

export class Outbox {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Adds a message if the key's rules are unchanged and its wallet has messages left. Pieces join the waiting message
   * with their id.
   */
  adding(message: Message, { owner, version }: { owner: string; version: number }, now: number): Step {
    const { id, wallet, recipient, due, title, body, link, loan } = message;
    const counted =
      "select count(*) from alert_messages where recipient = $2 and loan = $15 and (done = 0 or moved > $10)";
    const first = "(select owner from alert_keys where send_to = $9 order by send_since, owner limit 1)";
    return {
      kind: "run",
      sql: `insert into alert_messages (id, owner, wallet, recipient, title, body, link, since, due, tries, done, moved, loan)
        select cast($1 as text), owner, send_to, cast($2 as text), cast($3 as text), cast($4 as text), cast($12 as text),
          cast($5 as bigint), cast($5 as bigint), 0, 0, cast($6 as bigint), cast($15 as bigint)
        from alert_keys where owner = $7 and version = $8 and send_to = $9
          and (exists (select 1 from alert_messages where id = $1)
            or ((${counted}) < ${mostPerWallet}
              and (${counted} and (owner = ${first}) = ($7 = ${first})) < $11))
        on conflict (id) do update set body = alert_messages.body || cast($13 as text) || excluded.body
          where alert_messages.done = 0 and alert_messages.title = '' and length(alert_messages.body) < $14`,
      values: [
        id,
        recipient,
        title,
        body,
        due,
        now,
        owner,
        version,
        wallet,
        now - keptMs,
        mostPerKey,
        link,
        "\n",
        mostHeld,
        loan ? 1 : 0,
      ],
    };
  }

  async pending(): Promise<number> {
    const [row] = await this.#database.query("select count(*) as pending from alert_messages where done = 0");
    return row === undefined ? 0 : readInteger(row, "pending");
  }

  /** Oldest first. */
  async due(now: number, most: number): Promise<readonly WaitingMessage[]> {
    const rows = await this.#database.query(
      "select id, owner, wallet, recipient, due, title, body, link, tries from alert_messages where done = 0 and due <= $1 order by due limit $2",
      [now, most],
    );
    return rows.map((row) => ({
      id: readText(row, "id"),
      owner: readText(row, "owner"),
      wallet: readText(row, "wallet"),
      recipient: readText(row, "recipient"),
      due: readInteger(row, "due"),
      title: readText(row, "title"),
      body: readText(row, "body"),
      link: readText(row, "link"),
      tries: readInteger(row, "tries"),
    }));
  }

  /** Counts a message as sent. @returns false when it no longer waits, or this instance may not send */
  async claim({ id }: WaitingMessage, now: number, { holder, token }: Lease): Promise<boolean> {
    const claimed = await this.#database.query(
      `update alert_messages set done = 1, wallet = '', title = '', body = '', moved = $2 where id = $1 and done = 0
         and exists (select 1 from lease where name = 'recorder' and holder = $3 and token = $4) returning id`,
      [id, now, holder, token],
    );
    return claimed.length > 0;
  }

  /** Lets a claimed message wait until `due`, if a rule still names its wallet. */
  async putBack({ id, owner, wallet, title, body }: WaitingMessage, due: number): Promise<void> {
    await this.#database.query(
      `update alert_messages set done = 0, wallet = $2, title = $3, body = $4, due = $5, tries = tries + 1
       where id = $1 and exists (select 1 from alert_keys where owner = $6 and send_to = $2) returning id`,
      [id, wallet, title, body, due, owner],
    );
  }

  /** Drops messages to wallets that the rules of a key do not name. */
  async forgetOthers(owner: string, wallet: string): Promise<void> {
    await this.#database.write([
      {
        kind: "run",
        sql: "delete from alert_messages where owner = $1 and done = 0 and wallet <> $2",
        values: [owner, wallet],
      },
    ]);
  }

  /** Drops messages undelivered for a day, and counts older than that. */
  async forget(now: number, lease: Lease): Promise<void> {
    await this.#database.write([
      stillHolds(lease, this.#database.dialect),
      {
        kind: "run",
        sql: "delete from alert_messages where (done = 0 and since <= $1) or (done = 1 and moved <= $1)",
        values: [now - keptMs],
      },
    ]);
  }
}
