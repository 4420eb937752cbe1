import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { listAssetFacts } from "../../select/assets/asset-facts.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { assetColumnsFor } from "./asset-columns.tsx";

test.each([
  [true, "not in the catalogue"],
  [false, ""],
])("with the catalogue loaded: %s, a token without a name says %j", (hasCatalogue, said) => {
  const asked = { size: undefined, basis: "total" } as const;
  const rows = listAssetFacts([poolRow("pool", {}, { tokens: [rowToken("JitoSOL")] })], [], asked);
  const { container } = render(
    <DataTable
      label="Assets"
      columns={assetColumnsFor(asked, "", hasCatalogue)}
      rows={rows}
      rowKey={({ mint }) => mint}
    />,
  );
  const text = container.textContent;
  expect(text).toContain("JitoSOL");
  expect(text.includes("not in the catalogue")).toBe(said !== "");
});
