import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import { checkTexts } from "../../../domain/market/assess/check-words.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { MarketChecks, MarketDetails } from "./market-details.tsx";

const context: AssessContext = {
  size: undefined,
  basis: "total",
  side: "deposit",
  prices: undefined,
  loops: undefined,
};

function showDetails(row: MarketRow): void {
  render(<MarketDetails row={row} context={context} findings={[]} />, {
    wrapper: queryWrapper(createQueryClient()),
  });
}

test("details claim no passed checks when no check could be made", () => {
  const settled = marketRow({ type: "prediction", status: "settled" });
  showDetails(settled);
  expect(screen.getByText(/^\d+ figures, no data checks, terms and sources$/)).toBeTruthy();
});

test("details do not deny the checks that failed", () => {
  const impossible = marketRow({ liquidationLtv: fraction(1.2) });
  showDetails(impossible);
  expect(screen.getByText(/^\d+ figures, 0 data checks passed, terms and sources$/)).toBeTruthy();
});

test("checks are counted by their verdict, failed ones with the fields they compare", () => {
  const limits = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.8), websiteUrl: "https://kamino.com/" };
  render(<MarketChecks checks={checkTexts(marketRow(limits), undefined)} />);
  const panel = screen.getByRole("region", { name: "Checks" });
  expect(panel.textContent).toMatch(/^Checks1 failed, \d+ passed, \d+ without data/);
  const [failed] = within(panel).getAllByRole("listitem");
  expect(failed?.textContent).toMatch(/^The max LTV of 90\.0\s% is not under.*maxLtv liquidationLtv/);
});
