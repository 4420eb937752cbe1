// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { positionRow, sentMarket } from "../../../../tests/fixtures/positions.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { loansOf } from "../../portfolio/loans.ts";
import { totalsOf } from "../../portfolio/totals.ts";
import { PortfolioStrip } from "./portfolio-strip.tsx";

/** What the strip says under a label. */
function said(rows: readonly PositionRow[], label: string): string {
  const { unmount } = render(
    <PortfolioStrip
      rows={rows}
      totals={totalsOf(rows, [])}
      loans={loansOf(rows)}
      moves={{ known: false, count: 0, morePerYear: undefined }}
    />,
  );
  const text = screen.getByText(label).parentElement?.textContent ?? "";
  unmount();
  return text.slice(label.length);
}

const deposit = positionRow({ id: "a" });
const perpetual = positionRow({ id: "p", type: "perpetual", side: undefined });
const loop = {
  ...positionRow({
    id: "l",
    type: "loop",
    side: undefined,
    market: sentMarket({ id: "kamino.multiply.x", type: "loop", depositApy: 0.3 }),
  }),
  ownApy: fraction(0.2),
};

test("nothing can be liquidated only where nothing is held that might be", () => {
  expect(said([deposit], "Worst loan")).toBe("No loannothing can be liquidated");
  expect(said([deposit, perpetual], "Worst loan")).toBe("No loanunknown for other positions");
});

test("rewards that no one tells apart are no nothing: what is stated of them is the least", () => {
  expect(said([deposit], "Earns per day")).not.toContain("at least");
  expect(said([deposit, loop], "Earns per day")).toContain("at least $");
});

test("the rate of equity is over net worth only where the whole has a rate", () => {
  expect(said([deposit], "APY of equity")).toContain("per year over net worth");
  const silent = positionRow({ id: "s", market: sentMarket({ depositApy: null }) });
  expect(said([deposit, silent], "APY of equity")).toContain("of what has a value and a rate");
});

test("a loop of unknown leverage is in no sum, and the sums say so", () => {
  const unknown = { ...loop, ownApy: undefined };
  expect(said([deposit, unknown], "Earns per year")).toContain("1 position without a rate");
  expect(said([deposit, unknown], "Earns per year")).toContain(
    said([deposit], "Earns per year").split(" ")[0],
  );
});
