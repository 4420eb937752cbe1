import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import { savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import { SplitPanel } from "./split-panel.tsx";

const pool = readRow({
  id: "pool",
  depositApy: 0.05,
  baseDepositApy: 0.05,
  rewards: [],
  totalDeposit: 900_000,
  totalDepositUsd: 900_000,
  totalBorrow: 0,
  totalBorrowUsd: 0,
  maxDeposit: 1_000_000,
});
const loops = { byLoop: new Map(), rows: [], text: "" };
const shared = { basis: "total", loops, ownYields: noOwnYields, prices: undefined } as const;

test("a part is limited to what fits, and the rest is shown as not allocated", async () => {
  render(<SplitPanel {...shared} rows={[pool]} size={dollars(250_000)} parts={[1]} onParts={vi.fn()} />);
  const table = within(screen.getByRole("table", { name: "Split" }));
  expect(table.getAllByRole("row").at(1)?.textContent).toContain("Only $100,000 fits");
  expect(table.getAllByRole("row").at(-1)?.textContent).toMatch(/^Not allocated60\.0 %\$150,000$/);
  expect((await savedCsv("Split")).lines).toMatchObject([
    {
      market: "pool, Kamino",
      id: "pool",
      caution: "Only $100,000 fits",
      "my size (USD)": "250000",
      "not allocated (fraction)": "0.6",
    },
  ]);
  screen.getByText(
    /^Blended APY .* a year on \$100,000\. \$150,000 is not allocated: it does not fit, or would lower what the rest earns$/,
  );
});

test("a market whose figures contradict each other is left out, with the reason", () => {
  const contradictory = readRow({ id: "doubtful", depositApy: 0.25, baseDepositApy: 0.05, rewards: [] });
  render(
    <SplitPanel {...shared} rows={[pool, contradictory]} size={dollars(1000)} parts={[]} onParts={vi.fn()} />,
  );
  screen.getByRole("row", { name: /^B doubtful Kamino Left out: figures contradict .* 0\.0 %/ });
  screen.getByText(/\$500 is not allocated/);
});

test("a loop has its net rate on the base basis, and the panel says so", () => {
  const loop = readRow({ id: "loop", type: "loop", depositApy: 0.33 });
  render(
    <SplitPanel
      {...shared}
      basis="base"
      loops={{ ...loops, byLoop: new Map([["loop", { left: dollars(1e6), closed: undefined }]]) }}
      rows={[pool, loop]}
      size={undefined}
      parts={[1, 1]}
      onParts={vi.fn()}
    />,
  );
  screen.getByText("Blended APY 19.00 %");
  screen.getByText(/ Loops have only a net rate, which includes rewards\.$/);
});

test("typing a part keeps the others, and a market without a rate leaves no split rate", async () => {
  const onParts = vi.fn();
  const silent = readRow({ id: "silent", type: "prediction", title: "Will it?" });
  render(
    <SplitPanel {...shared} rows={[pool, silent]} size={undefined} parts={[60, 40]} onParts={onParts} />,
  );
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Market",
    "Part",
    "Share",
    "Deposit APY",
  ]);
  screen.getByText(/has no rate, so this split has none/);
  await userEvent.type(screen.getByRole("textbox", { name: /^Part of B, / }), "1");
  expect(onParts).toHaveBeenLastCalledWith([60, 401]);
});

test("a pool of unknown size shows no rate at a size, and the split says what is missing", () => {
  const unsized = readRow({ id: "unsized", depositApy: 0.25, baseDepositApy: 0.25, rewards: [] });
  const show = (parts: readonly number[]) => (
    <SplitPanel {...shared} rows={[pool, unsized]} size={dollars(1000)} parts={parts} onParts={vi.fn()} />
  );
  const { rerender } = render(show([]));
  const part = screen.getByRole("row", { name: /^B unsized Kamino Unknown at your size/ });
  expect(part.textContent).toMatch(/\$500——$/);
  screen.getByText("What unsized, Kamino earns at your size is unknown, so this split has no APY.");
  rerender(show([1, 0]));
  screen.getByText(/^Blended APY .* on \$1,000$/);
});
