import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import { RateBySize, RatesBy } from "./rates-by.tsx";

const context = {
  size: undefined,
  basis: "total",
  benchmark: undefined,
  loops: undefined,
  prices: undefined,
} as const;

const reliabilityOf = () => "open" as const;

const rows = [
  poolRow(
    "pool",
    { deposits: 1e6, lent: 5e5, apy: 0.05 },
    { productName: "Main", tokens: [rowToken("USDC")] },
  ),
];

test.each([
  ["total", "depositApy"],
  ["base", "baseDepositApy"],
] as const)(
  "the files on basis %s name the %s that they are of, and the best market",
  async (basis, rate) => {
    const shared = { rows, state: defaultViewState, basis, reliabilityOf };
    render(
      <>
        <RatesBy {...shared} context={context} generation="all" />
        <RateBySize {...shared} />
      </>,
    );
    expect(screen.getByRole("region", { name: "APY by market size" }).textContent).toMatch(
      /1 of 1 market, with deposits of \$1\.0\sM\./,
    );
    const byAsset = await savedCsv("Rates by asset");
    expect(byAsset.lines).toMatchObject([
      {
        Asset: "USDC",
        [`${rate}, weighted by deposits (fraction per year)`]: "0.05",
        [`Best market, ${rate} (fraction per year)`]: "0.05",
        "Best market": "m, Kamino · Main",
        "Best market, id": "pool",
      },
    ]);
    const bySize = await savedCsv("Rates by size");
    expect(bySize.lines).toMatchObject([{ [`${rate}, median (fraction per year)`]: "0.05" }]);
  },
);

test("with a size, the best market has its rate at it", async () => {
  const shared = { rows, state: defaultViewState, basis: "total", reliabilityOf, generation: "all" } as const;
  render(<RatesBy {...shared} context={{ ...context, size: dollars(1e6) }} />);
  expect(screen.getByRole("columnheader", { name: /Best market at \$1M/ })).toBeTruthy();
  // Half of the pool leaves a quarter to a half of the APR.
  expect(screen.getByRole("row", { name: /USDC/ }).textContent).toContain("1.23–2.47 %");
  const [line] = (await savedCsv("Rates by asset")).lines;
  expect(line).toMatchObject({ "Best market, depositApy (fraction per year)": "0.05" });
  expect(Number(line?.["Best market, effectiveApy (at least, fraction per year)"])).toBeCloseTo(0.0123, 4);
});

test("the best market has its first flag of the list", () => {
  const nearlyLent = poolRow("nearly", { deposits: 1e7, lent: 9.7e6, apy: 0.3 });
  render(
    <RatesBy
      rows={[nearlyLent]}
      state={defaultViewState}
      basis="total"
      reliabilityOf={reliabilityOf}
      context={context}
      generation="all"
    />,
  );
  expect(screen.getByText("Near full utilization")).toBeTruthy();
});
