// Markets sorted by id. The cursor is the last sent id, so paging continues on any instance even if the list has
// changed.
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { createGzip, gunzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import * as z from "zod/mini";
import type { SetAside } from "../../contract/markets-page.ts";
import { defaultLimit, type MarketsRequest } from "../../contract/markets-request.ts";
import { setAsideReportSchema } from "../../contract/set-aside.ts";
import { mintsOf, type MarketSnapshot } from "../../domain/record/poll.ts";
import { ageSeconds } from "../record/reading.ts";
import { createMarketFilter } from "../sources/market-filter.ts";
import {
  entryBytes,
  responseOfBytes,
  nothingSetAside,
  tagOf,
  type SourceResponse,
} from "../sources/source-response.ts";

const expand = promisify(gunzip);

type ListedMarket = Required<Pick<MarketSnapshot, "id" | "type" | "provider" | "body">>;

export type ListingQuery = NonNullable<ReturnType<typeof listingQueryOf>>;

const keptBytes = 16 * 1024 * 1024;
const readPerTurn = 200;

const headSchema = z.object({
  markets: z.array(z.tuple([z.string(), z.string(), z.string()])),
  ageMs: z.number(),
  setAside: z.object({ count: z.number(), examples: setAsideReportSchema }),
});

type Page = Pick<SourceResponse, "tag"> & { readonly bytes: Buffer<ArrayBuffer> };

/**
 * Undefined if only the source can answer, because a listing contains only open predictions. `mark` is the prefix that
 * distinguishes a listing's cursors from the source's.
 */
export function listingQueryOf(request: MarketsRequest, mark = "~") {
  const { types, providers, assets, statuses, cursor, limit = defaultLimit } = request;
  const wantsOtherStatuses = statuses !== undefined && !(statuses.length === 1 && statuses[0] === "open");
  if (wantsOtherStatuses && types?.includes("prediction") !== false) return undefined;
  const after = cursor === undefined ? undefined : readCursor(cursor, mark);
  if (cursor !== undefined && after === undefined) return undefined;
  return { types, providers, assets, limit, after, mark };
}

interface ListedPoll {
  readonly time: number;
  readonly ageMs: number;
  readonly setAside: SetAside;
  readonly markets: readonly ListedMarket[];
}

export class Listing {
  readonly time: number;
  readonly #poll: ListedPoll;
  readonly #pages = new LRUCache<string, Page, ListingQuery>({
    maxSize: keptBytes,
    fetchMethod: (_key, _stale, { context }) => this.#makePage(context),
    ignoreFetchAbort: true,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + entryBytes,
  });
  #mints: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

  constructor(poll: ListedPoll) {
    this.time = poll.time;
    this.#poll = { ...poll, markets: poll.markets.toSorted((left, right) => (left.id < right.id ? -1 : 1)) };
  }

  /** False for lists so long that the poll dropped the JSON of some markets. */
  static canServe<Market extends MarketSnapshot>(
    markets: readonly Market[],
  ): markets is readonly (Market & ListedMarket)[] {
    return markets.every(({ body }) => body !== undefined);
  }

  /** Serializes the list for other instances. In pieces, because 20 MB of text at once would block other requests. */
  async write(): Promise<Uint8Array> {
    await nextTurn();
    const gzip = createGzip({ level: 1 });
    const [bytes] = await Promise.all([buffer(gzip), pipeline(this.#pieces(), gzip)]);
    return bytes;
  }

  *#pieces(): Generator<string> {
    const { markets, ageMs, setAside } = this.#poll;
    const heads = markets.map(({ id, type, provider }) => [id, type, provider]);
    yield JSON.stringify({ markets: heads, ageMs, setAside });
    // JSON text contains no line breaks, so a line break can separate bodies.
    for (let from = 0; from < markets.length; from += readPerTurn) {
      const some = markets.slice(from, from + readPerTurn);
      yield some.map(({ body }) => `\n${body}`).join("");
    }
  }

  static async read(bytes: Uint8Array, time: number): Promise<Listing> {
    const text = (await expand(bytes)).toString();
    await nextTurn();
    const [head = "", ...bodies] = text.split("\n");
    await nextTurn();
    const { markets, ageMs, setAside } = headSchema.parse(JSON.parse(head));
    const listed = markets.map(([id, type, provider], index): ListedMarket => {
      const body = bodies[index];
      if (body === undefined) throw new Error("A listing ends before its last market.");
      return { id, type, provider, body };
    });
    return new Listing({ time, ageMs, markets: listed, setAside });
  }

  async respond(query: ListingQuery, stale: boolean): Promise<SourceResponse> {
    const { tag, bytes } = await this.#pages.forceFetch(JSON.stringify(query), { context: query });
    // Unreadable markets belong to no particular page, so the first page reports them.
    const setAside = query.after === undefined ? this.#poll.setAside : nothingSetAside;
    const age = ageSeconds(this.time - this.#poll.ageMs, Date.now());
    return responseOfBytes(bytes, { tag, ageSeconds: age, stale, setAside });
  }

  async #makePage({ limit, after = "", mark, ...filter }: ListingQuery): Promise<Page> {
    const mints = filter.assets && (await (this.#mints ??= this.#readMints()));
    const passes = createMarketFilter(filter);
    const found = this.#poll.markets.filter(
      ({ id, type, provider }) => id > after && passes(type, provider, mints?.get(id) ?? []),
    );
    const listed = found.slice(0, limit);
    const last = listed.at(-1);
    const cursor = last === undefined || found.length === listed.length ? null : writeCursor(last.id, mark);
    const bodies = listed.map(({ body }) => body).join(",");
    const bytes = Buffer.from(`{"markets":[${bodies}],"cursor":${JSON.stringify(cursor)}}`);
    return { tag: tagOf(bytes), bytes };
  }

  /** Mints by market id. */
  async #readMints(): Promise<ReadonlyMap<string, readonly string[]>> {
    const mints = new Map<string, readonly string[]>();
    for (const [index, { id, body }] of this.#poll.markets.entries()) {
      if (index % readPerTurn === readPerTurn - 1) await nextTurn();
      mints.set(id, mintsOf(JSON.parse(body)));
    }
    return mints;
  }
}

function writeCursor(id: string, mark: string): string {
  return mark + Buffer.from(id).toString("base64url");
}

function readCursor(cursor: string, mark: string): string | undefined {
  if (!cursor.startsWith(mark)) return undefined;
  const id = Buffer.from(cursor.slice(mark.length), "base64url").toString();
  return writeCursor(id, mark) === cursor ? id : undefined;
}
