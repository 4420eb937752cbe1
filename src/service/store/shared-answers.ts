// Answers of the upstream that instances give to each other, so that what one has asked a moment ago no other asks again.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { readBytes, readInteger, readText, type Database } from "./engine/database.ts";

const compress = promisify(gzip);
const expand = promisify(gunzip);

export interface SharedAnswer {
  readonly bytes: Buffer<ArrayBuffer>;
  /** What else belongs to it, as its writer wrote it. */
  readonly facts: string;
  /** How old the data was when it was fetched, in milliseconds. */
  readonly ageMs: number;
  /** How long ago that was. */
  readonly heldMs: number;
}

/** What is kept of an answer. */
export interface FetchedAnswer extends Omit<SharedAnswer, "heldMs"> {
  /** The question that it leads to: whoever is asked that knows then that nobody has made it up. */
  readonly leadsTo: string | undefined;
}

export interface SharedAnswers {
  /**
   * The answer another instance has fetched, if it is younger than `freshMs`. Else `fetch` is called by one instance, while the others
   * wait for what it brings, for a moment; then they call it as well.
   * @param question names what is asked for
   * @param isVouched false where somebody may have made the question up: its answer is kept only where another answer led to it
   */
  get(
    question: string,
    isVouched: boolean,
    freshMs: number,
    fetch: () => Promise<FetchedAnswer>,
  ): Promise<SharedAnswer>;
}

/** An instance that fetches is waited for so long, and asked about so often. */
const patienceMs = 5000;
const lookMs = 100;
/** An instance that does not come back with an answer has no claim after this. */
const claimMs = 20_000;
/** Answers nobody reads any more. */
const oldMs = 300_000;
/** A store that takes longer is left out: it is to save time. */
const storeWithinMs = 1000;

/** All times by the engine's clock, which is one for all. */
export function createSharedAnswers({ query, dialect }: Pick<Database, "query" | "dialect">): SharedAnswers {
  const { now } = dialect;

  const find = async (question: string, freshMs: number): Promise<SharedAnswer | "stale" | "unknown"> => {
    const [row] = await query(
      `select case when time > ${now} - $2 then bytes end as bytes, facts, age, ${now} - time as held from answers where question = $1`,
      [question, freshMs],
    );
    if (row === undefined) return "unknown";
    if (row["bytes"] === null) return "stale";
    return {
      bytes: await expand(readBytes(row, "bytes")),
      facts: readText(row, "facts"),
      ageMs: readInteger(row, "age"),
      heldMs: Math.max(0, readInteger(row, "held")),
    };
  };
  const claim = async (question: string): Promise<boolean> => {
    const rows = await query(
      `insert into answers (question, time, age, facts, bytes, claimed_until) values ($1, 0, 0, '', $2, ${now} + ${claimMs})
       on conflict (question) do update set claimed_until = excluded.claimed_until where answers.claimed_until <= ${now}
       returning question`,
      [question, Buffer.alloc(0)],
    );
    return rows.length > 0;
  };
  const keep = async (question: string, { bytes, facts, ageMs, leadsTo }: FetchedAnswer): Promise<void> => {
    const compressed = await compress(bytes, { level: 1 });
    if (leadsTo !== undefined)
      await query(
        `insert into answers (question, time, age, facts, bytes, claimed_until) values ($1, 0, 0, '', $2, ${now})
         on conflict (question) do nothing returning question`,
        [leadsTo, Buffer.alloc(0)],
      );
    await query(
      `update answers set time = ${now}, age = $2, facts = $3, bytes = $4, claimed_until = ${now} where question = $1 returning question`,
      [question, Math.round(ageMs), facts, compressed],
    );
    await query(
      `delete from answers where time < ${now} - ${oldMs} and claimed_until < ${now} - ${oldMs} returning question`,
    );
  };
  const letGo = async (question: string): Promise<void> => {
    await query("update answers set claimed_until = 0 where question = $1 returning question", [question]);
  };

  return {
    async get(question, isVouched, freshMs, fetch) {
      const waitUntil = performance.now() + patienceMs;
      let claimed = false;
      while (!claimed && performance.now() < waitUntil)
        try {
          const found = await within(find(question, freshMs));
          if (typeof found === "object") return found;
          if (found === "unknown" && !isVouched) break;
          claimed = await within(claim(question));
          if (!claimed) await new Promise((resolve) => setTimeout(resolve, lookMs));
        } catch {
          // Without the store everybody asks for himself.
          break;
        }
      try {
        const fetched = await fetch();
        if (claimed) await within(keep(question, fetched)).catch(() => {});
        return { ...fetched, heldMs: 0 };
      } catch (error) {
        if (claimed) letGo(question).catch(() => {});
        throw error;
      }
    },
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("late")), storeWithinMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
