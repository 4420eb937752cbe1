import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { MarketDetails } from "./market-details.tsx";

test("details claim no passed checks when no check could be made", () => {
  const settled = marketRow({ type: "prediction", status: "settled" });
  render(<MarketDetails row={settled} groups={[]} peers={[]} sentences={[]} />);
  expect(screen.getByText("0 figures, no data checks, terms and sources")).toBeTruthy();
});
