// What every peer has in common: the same answers of the same service, as the same 22 columns of text.

/** A market as sent. The peers show what is there and judge nothing. */
export interface SentMarket {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly title?: string;
  readonly productName?: string;
  readonly status?: string;
  readonly type: string;
  readonly provider: { readonly name?: string; readonly id: string };
  readonly token?: { readonly symbol?: string };
  readonly tokenA?: { readonly symbol?: string };
  readonly rewards?: readonly unknown[] | null;
}

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly isNumber: boolean;
  /** What the column is ordered by; undefined is last. */
  readonly read: (market: SentMarket) => number | string | undefined;
  readonly write: (market: SentMarket) => string;
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });
const amount = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

function numberColumn(id: string, name: string, format: Intl.NumberFormat): Column {
  const read = (market: SentMarket): number | undefined => {
    const { [id]: value } = market;
    return typeof value === "number" ? value : undefined;
  };
  const write = (market: SentMarket): string => {
    const value = read(market);
    return value === undefined ? "–" : format.format(value);
  };
  return { id, name, isNumber: true, read, write };
}

function textColumn(id: string, name: string, write: (market: SentMarket) => string): Column {
  return { id, name, isNumber: false, read: write, write };
}

const nameOf = (market: SentMarket): string =>
  market.token?.symbol ?? market.tokenA?.symbol ?? market.title ?? market.id;

const deposits = numberColumn("totalDepositUsd", "Deposits", amount);

export const columns: readonly Column[] = [
  textColumn("name", "Market", nameOf),
  textColumn("product", "Product", (market) => market.productName ?? ""),
  textColumn("provider", "Provider", ({ provider }) => provider.name ?? provider.id),
  textColumn("type", "Type", ({ type }) => type),
  numberColumn("depositApy", "Deposit APY", percent),
  numberColumn("baseDepositApy", "Base APY", percent),
  numberColumn("baseDepositApy30d", "Base 30d", percent),
  numberColumn("baseDepositApy90d", "Base 90d", percent),
  numberColumn("baseDepositApy180d", "Base 180d", percent),
  numberColumn("borrowApy", "Borrow APY", percent),
  numberColumn("baseBorrowApy", "Base borrow", percent),
  numberColumn("baseBorrowApy30d", "Borrow 30d", percent),
  numberColumn("baseBorrowApy90d", "Borrow 90d", percent),
  deposits,
  numberColumn("totalBorrowUsd", "Borrowed", amount),
  numberColumn("totalDeposit", "Deposited tokens", amount),
  numberColumn("totalBorrow", "Borrowed tokens", amount),
  numberColumn("maxDeposit", "Deposit limit", amount),
  numberColumn("maxBorrow", "Borrow limit", amount),
  numberColumn("maxLtv", "Max LTV", percent),
  numberColumn("liquidationLtv", "Liquidation LTV", percent),
  textColumn("status", "Status", (market) => market.status ?? ""),
];

export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}

export const firstSort: Sort = { column: deposits, descending: true };

export const rowHeight = 40;

/** What the search box looks in, lowered once. */
export function searchText(market: SentMarket): string {
  return [nameOf(market), market.productName, market.provider.name, market.id].join(" ").toLowerCase();
}

export function hasRewards(market: SentMarket): boolean {
  return (market.rewards?.length ?? 0) > 0;
}

const request = new URLSearchParams({
  filters: JSON.stringify({ prediction: { status: ["open", "closed", "settled"] } }),
  limit: "200",
});

interface Page {
  readonly markets: readonly SentMarket[];
  readonly cursor: string | null;
}

/** Gives page after page. The next one is on its way while the last is worked on. */
export async function* pages(): AsyncGenerator<readonly SentMarket[]> {
  const { clientKey } = await (await fetch("/api/dashboard")).json();
  const ask = async (cursor: string | null): Promise<Page> => {
    const query = new URLSearchParams(request);
    if (cursor !== null) query.set("cursor", cursor);
    const headers = { "x-service-client-key": clientKey };
    return (await fetch(`/api/v0/markets?${query}`, { headers })).json();
  };
  for (let next: Promise<Page> | undefined = ask(null); next !== undefined;) {
    const { markets, cursor }: Page = await next;
    next = cursor === null ? undefined : ask(cursor);
    yield markets;
  }
}

/**
 * The markets as columns, each value read once; what is shown is a list of positions. Used by the two pages that have no
 * library to do it.
 */
export class ColumnStore {
  readonly markets: SentMarket[] = [];
  readonly #values = new Map<Column, (number | string | undefined)[]>(columns.map((column) => [column, []]));
  readonly #texts: string[] = [];
  readonly #rewarded: boolean[] = [];
  readonly #order: number[] = [];
  #search = "";
  #rewardsOnly = false;
  sort = firstSort;
  /** Positions of the markets shown, in order. */
  shown: readonly number[] = [];

  add(markets: readonly SentMarket[]): void {
    for (const market of markets) {
      this.#order.push(this.markets.push(market) - 1);
      for (const [column, values] of this.#values) values.push(column.read(market));
      this.#texts.push(searchText(market));
      this.#rewarded.push(hasRewards(market));
    }
    this.#arrange();
  }

  orderBy(sort: Sort): void {
    this.sort = sort;
    this.#arrange();
  }

  filter(search: string, rewardsOnly: boolean): void {
    this.#search = search.toLowerCase();
    this.#rewardsOnly = rewardsOnly;
    this.#select();
  }

  #arrange(): void {
    const values = this.#values.get(this.sort.column) ?? [];
    const sign = this.sort.descending ? -1 : 1;
    // An array that is nearly in order costs one pass.
    this.#order.sort((a, b) => {
      const one = values[a];
      const other = values[b];
      if (one === other) return 0;
      if (one === undefined) return 1;
      return other === undefined ? -1 : one < other ? -sign : sign;
    });
    this.#select();
  }

  #select(): void {
    this.shown = this.#order.filter(
      (at) =>
        (!this.#rewardsOnly || this.#rewarded[at] === true) &&
        (this.#search === "" || this.#texts[at]?.includes(this.#search) === true),
    );
  }
}
