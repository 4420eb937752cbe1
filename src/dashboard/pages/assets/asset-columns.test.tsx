import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { listAssetFacts } from "../../select/assets/asset-facts.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { assetColumnsFor } from "./asset-columns.tsx";

test.each([
  [true, "not in the catalog"],
  [false, ""],
])("with the catalogue loaded: %s, a token without a name says %j", (hasCatalogue, expected) => {
  const inputs = { size: undefined, basis: "total" } as const;
  const rows = listAssetFacts([poolRow("pool", {}, { tokens: [rowToken("JitoSOL")] })], [], inputs, true);
  const { container } = render(
    <DataTable
      label="Assets"
      columns={assetColumnsFor(inputs, "", hasCatalogue)}
      rows={rows}
      rowKey={({ mint }) => mint}
    />,
  );
  const text = container.textContent;
  expect(text).toContain("JitoSOL");
  expect(text.includes("not in the catalog")).toBe(expected !== "");
});

test("a file names the mint, the rate, the size and the market of each best", async () => {
  const inputs = { size: dollars(1000), basis: "base" } as const;
  const way = { blinkUrl: "blink:https://x" };
  const pool = poolRow("pool", {
    deposits: 1e6,
    lent: 5e5,
    left: 1e6,
    borrowLeft: 1e5,
    apy: 0.03,
    borrowApy: 0.08,
  });
  render(
    <DataTable
      label="Assets"
      columns={assetColumnsFor(inputs, "", true)}
      rows={listAssetFacts(
        [{ ...pool, tokens: [rowToken("JitoSOL")], actions: { deposit: way, borrow: way } }],
        [],
        inputs,
        true,
      )}
      rowKey={({ mint }) => mint}
      csv="assets"
    />,
  );
  const { lines } = await savedCsv("Assets");
  expect(lines).toMatchObject([
    {
      symbol: "JitoSOL",
      mint: "JitoSOLmint",
      "best deposit, effectiveApy (at least, fraction per year)": expect.stringMatching(/^0\.0299/),
      "best deposit, effectiveApy (at most, fraction per year)": expect.stringMatching(/^0\.0299/),
      "best deposit at": "pool",
      "cheapest loan, loanApy (at least, fraction per year)": "0.08",
      "cheapest loan, loanApy (at most, fraction per year)": expect.stringMatching(/^0\.08\d/),
      "cheapest loan at": "pool",
      "best loop, depositApy (fraction per year)": "",
    },
  ]);
});
