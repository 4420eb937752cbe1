import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { MarketName, NameLine } from "./market-name.tsx";

const row = marketRow({ id: "a/b", label: "USDC", providerName: "Kamino", productName: "Main Market" });

test("a market's link is its whole line, which tells markets of one token apart, and keeps my size", () => {
  window.history.replaceState(null, "", "/changes?size=1000&span=7d");
  render(<MarketName row={row} />);
  const link = screen.getByRole("link", { name: "USDC Lending Kamino · Main Market" });
  expect(link.getAttribute("href")).toBe("/markets/a%2Fb?size=1000");
  expect(link.title).toBe("USDC Lending, Kamino · Main Market");
});

test("a name without an address is no link", () => {
  const { container } = render(
    <>
      <MarketName row={row} isLink={false} />
      <NameLine
        icons={{ icon: { letter: "G", seed: "gone", image: undefined } }}
        name="gone"
        place={{ start: "not listed now", end: "", id: "" }}
      />
    </>,
  );
  expect(container.querySelector("a")).toBeNull();
  expect(container.querySelectorAll("[title]")[1]?.getAttribute("title")).toBe("gone, not listed now");
});
