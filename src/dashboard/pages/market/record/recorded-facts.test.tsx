import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../../tests/fixtures/market-rows.ts";
import { marketChangesResponse } from "../../../../../tests/fixtures/record-responses.ts";
import { savedCsv } from "../../../../../tests/fixtures/saved-csv.ts";
import { parseMarketChanges } from "../../../../contract/record/market-changes.ts";
import { FlowsTable, RecordedSums } from "./recorded-facts.tsx";

test("the file of flows names its market, the token and how much of the time is known", async () => {
  const flow = {
    days: 7,
    since: "",
    coverage: 0.43,
    in: 10,
    out: 4,
    net: 6,
    inUsd: 1000,
    outUsd: 400,
    netUsd: 600,
  };
  render(<FlowsTable row={marketRow({ id: "kamino.sol", tokens: [rowToken("SOL")] })} flows={[flow]} />);
  const { name, lines } = await savedCsv("Flows");
  expect(name).toContain("flows-kamino.sol");
  expect(lines).toMatchObject([
    { days: "7", "coverage (fraction)": "0.43", "net (USD)": "600", id: "kamino.sol", token: "SOL" },
  ]);
});

const record = parseMarketChanges(marketChangesResponse);

test.each([
  ["deposit", "Days with rewards", "50 of 69"],
  ["borrow", "Days with borrow rewards", "12 of 69"],
] as const)("the side %s counts %s", (side, label, days) => {
  render(<RecordedSums side={side} record={record} />);
  expect(screen.getByText(label).parentElement?.textContent).toContain(days);
  cleanup();
});

test("the mean of 30 days says that it is recorded here, not that the source published it", () => {
  render(<RecordedSums side="deposit" record={record} />);
  const line = screen.getByText("Base APY, mean of 30 days").closest("[data-tip]");
  expect(line?.textContent).toContain("4.88 %");
  expect(line?.getAttribute("aria-description")).toBe(
    "The mean of the base APY recorded here over 30 days in UTC, including today so far.",
  );
  cleanup();
});
