// Messages that alerts send, from the crossing to the sender. Whatever ends this program, none is sent twice: a message counts as
// sent before it leaves, and waits again only where it is known that nobody has taken it. Moments are milliseconds since the epoch.
// Every method fails with a StoreFault.
import { createHash } from "node:crypto";
import { dayMs } from "../../contract/units.ts";
import { readInteger, readText, type Database, type Step } from "../store/engine/database.ts";
import { stillHolds, type Lease } from "../store/lease.ts";

/** Messages that wait, of all keys. */
export const mostPending = 10_000;
/**
 * Messages to one wallet in a day from one key, and from all keys: so many about loans, and as many about anything else. Anyone may
 * name a wallet, so half of them belong to the key that has named it longest. The others share the rest.
 */
export const mostPerKey = 5;
const mostPerWallet = 2 * mostPerKey;
/** A message that nobody has taken for so long is given up, and what was sent is counted for as long. */
const keptMs = dayMs;

export interface Message {
  /** The same for the same crossing. */
  readonly id: string;
  readonly wallet: string;
  /** What the wallet is counted by; nobody can tell the wallet from it. */
  readonly recipient: string;
  /** Not before. */
  readonly due: number;
  /** About a loan, whose messages are counted by themselves. */
  readonly loan: boolean;
  /** Empty: the body holds pieces, one JSON a line, which are put together when it leaves. */
  readonly title: string;
  readonly body: string;
  /** A path of the dashboard that shows what it is about. */
  readonly link: string;
}

/** Characters of pieces that wait as one message; what comes then stands in the inbox alone. */
export const mostHeld = 16_000;

export interface WaitingMessage extends Omit<Message, "loan"> {
  readonly owner: string;
  /** How often nobody has taken it. */
  readonly tries: number;
}

/** What an event of a key is sent under. */
export function messageId(owner: string, event: string): string {
  return createHash("sha256").update(`${owner} ${event}`).digest("hex").slice(0, 32);
}

/** The tables, as the statements that make them. `done` is 0 for what waits; what was sent keeps neither wallet nor text. */
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
   * Adds a message where the key's rules are still those that rang, and its wallet had fewer than it may have. Pieces are added to those
   * of the same id that still wait.
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

  /** Those that have waited the longest. */
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

  /** Counts a message as sent. @returns false where it does not wait any more, or this instance may not send */
  async claim({ id }: WaitingMessage, now: number, { holder, token }: Lease): Promise<boolean> {
    const claimed = await this.#database.query(
      `update alert_messages set done = 1, wallet = '', title = '', body = '', moved = $2 where id = $1 and done = 0
         and exists (select 1 from lease where name = 'recorder' and holder = $3 and token = $4) returning id`,
      [id, now, holder, token],
    );
    return claimed.length > 0;
  }

  /** Lets a message that was claimed wait until `due`, where a rule still names its wallet. */
  async putBack({ id, owner, wallet, title, body }: WaitingMessage, due: number): Promise<void> {
    await this.#database.query(
      `update alert_messages set done = 0, wallet = $2, title = $3, body = $4, due = $5, tries = tries + 1
       where id = $1 and exists (select 1 from alert_keys where owner = $6 and send_to = $2) returning id`,
      [id, wallet, title, body, due, owner],
    );
  }

  /** Forgets what waits for a wallet that the rules of a key do not name. */
  async forgetOthers(owner: string, wallet: string): Promise<void> {
    await this.#database.write([
      {
        kind: "run",
        sql: "delete from alert_messages where owner = $1 and done = 0 and wallet <> $2",
        values: [owner, wallet],
      },
    ]);
  }

  /** Gives up what nobody has taken for a day, and forgets that something was sent after one. */
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
