// Shared by all peers: the same responses of the same service, as the same 22 columns of text.

/** A market as sent. Peers show the figures without judging them. */
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
  /** The value to sort by. Undefined sorts last. */
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

export const firstSort = { column: deposits, descending: true };

export const rowHeight = 40;

/** The text that the search box searches, in lower case. */
export function searchText(market: SentMarket): string {
  return [nameOf(market), market.productName, market.provider.name, market.id].join(" ").toLowerCase();
}

export function hasRewards(market: SentMarket): boolean {
  return (market.rewards?.length ?? 0) > 0;
}

const request = {
  filters: JSON.stringify({ prediction: { status: ["open", "closed", "settled"] } }),
  limit: "200",
};

type Page = { readonly markets: readonly SentMarket[]; readonly cursor: string | null };

/** Yields the pages one by one. Requests the next page while the caller works on the last one. */
export async function* pages(site = ""): AsyncGenerator<readonly SentMarket[]> {
  const { clientKey } = await (await fetch(`${site}/api/dashboard`)).json();
  const headers = { "x-service-client-key": clientKey };
  const ask = async (after?: { readonly cursor: string }): Promise<Page> =>
    (
      await fetch(`${site}/api/v0/markets?${new URLSearchParams({ ...request, ...after })}`, { headers })
    ).json();
  for (let next: Promise<Page> | undefined = ask(); next !== undefined;) {
    const { markets, cursor }: Page = await next;
    next = cursor === null ? undefined : ask({ cursor });
    yield markets;
  }
}
