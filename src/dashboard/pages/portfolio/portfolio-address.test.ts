import { expect, test } from "vitest";
import { readPortfolioAddress, writePortfolioAddress } from "./portfolio-address.ts";

const limitsOf = (search: string) => readPortfolioAddress(search).limits;

test("limits of the moves are read from the address, each by itself, and left out while they are the defaults", () => {
  expect(limitsOf("")).toEqual({ poolShare: 0.1, providerShare: 0.4, exitCover: 5 });
  expect(limitsOf("?limits=0.25,7,1")).toEqual({ poolShare: 0.25, providerShare: 0.4, exitCover: 1 });
  expect(limitsOf("?limits=junk")).toEqual(limitsOf(""));
  const written = writePortfolioAddress(readPortfolioAddress("?limits=0.05,1,10&moves=total"), "");
  expect(written).toBe("moves=total&limits=0.05,1,10");
  expect(writePortfolioAddress(readPortfolioAddress(""), "")).toBe("");
});
