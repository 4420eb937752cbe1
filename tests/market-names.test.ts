// Market names must be unique, because users cannot choose between two rows with the same name.
import { expect, it } from "vitest";
import { marketTypes } from "../src/contract/market.ts";
import { parseMarketsPage } from "../src/contract/markets-page.ts";
import { toMarketRow, type MarketRow } from "../src/domain/market/market-row.ts";
import { placeName } from "../src/domain/market/market-text.ts";
import { bodyOf, call, sharedDemo } from "./fixtures/demo.ts";
import { moment } from "./fixtures/quantities.ts";

async function demoRows(): Promise<readonly MarketRow[]> {
  const rows: MarketRow[] = [];
  let cursor: string | undefined;
  do {
    const request = { limit: 200, statuses: ["open", "closed", "settled"] } as const;
    const response = sharedDemo.listMarkets(cursor === undefined ? request : { ...request, cursor }, call);
    const page = parseMarketsPage(await bodyOf(response));
    rows.push(
      ...page.markets.map((read) => toMarketRow(read, { readAt: moment("2026-10-01T00:00:00Z"), page: 1 })),
    );
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

/** Everything that identifies a market. Two reserves of the same token in one market differ only in their figures. */
const identityOf = ({ productName, detail, label, tokens, providerId }: MarketRow): string =>
  JSON.stringify([providerId, productName, detail, label, tokens.map(({ address }) => address)]);

it("demo markets of one type share a name only if the service gives both the same one", async () => {
  const rows = await demoRows();
  expect(rows.length).toBeGreaterThanOrEqual(529);
  for (const type of marketTypes) {
    const identities = new Map<string, Set<string>>();
    for (const row of rows.filter((candidate) => candidate.type === type)) {
      const lines = `${row.label} | ${placeName(row)}`;
      identities.set(lines, (identities.get(lines) ?? new Set()).add(identityOf(row)));
    }
    expect([...identities].filter(([, { size }]) => size > 1)).toEqual([]);
  }
});
