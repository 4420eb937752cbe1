import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { marketRow, someRow } from "../../../../tests/fixtures/market-rows.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { rowSlot } from "../../../../tests/fixtures/row-slots.ts";
import type { SelectContext } from "../../market/column.ts";
import { columnIds } from "../../market/columns.ts";
import { defaultViewState } from "../../view-state/codec.ts";
import { viewIds } from "../../view-state/view-state.ts";
import { views, visibleColumns } from "../../view-state/views.ts";

const plain: SelectContext = { size: undefined, basis: "total", benchmark: undefined };
const sized: SelectContext = {
  size: dollars(250_000),
  basis: "base",
  benchmark: { id: "other", name: "USDC", rate: fraction(0.05) },
};

const elementsOf = (row: HTMLElement): readonly Element[] => [row, ...row.querySelectorAll("*")];

/** Every element with its texts and attributes, in whichever order those were written. */
const describeRow = (row: HTMLElement): readonly unknown[] =>
  elementsOf(row).map((element) => ({
    tag: element.tagName,
    texts: [...element.childNodes].map((node) => (node instanceof Text ? node.data : "")),
    attributes: [...element.attributes]
      .map(({ name, value }) => [name, ...value.split(/; ?/).filter(Boolean).toSorted()].join(" "))
      .filter((attribute) => attribute !== "style")
      .toSorted(),
  }));

/** Has all that a slot can have: what stands under the rate of a loop alone is made with the first of them. */
const aLoop = marketRow({ type: "loop", depositApy: fraction(0.2), maxLeverage: 4 });

describe("a slot", () => {
  test("keeps its elements whatever market it is given to, once that was a loop", () => {
    for (const [context, compact] of [
      [plain, false],
      [sized, true],
    ] as const) {
      const { slot, write } = rowSlot(columnIds, context, compact);
      write(aLoop);
      const elements = elementsOf(slot.element);
      fc.assert(
        fc.property(someRow("m"), (row) => {
          write(row);
          expect(elementsOf(slot.element)).toEqual(elements);
        }),
        runs(40),
      );
    }
  });

  test("says of a market the same, whichever it was given to before", () => {
    const used = rowSlot(columnIds, sized);
    used.write(aLoop);
    fc.assert(
      fc.property(someRow("m"), (row) => {
        const fresh = rowSlot(columnIds, sized);
        fresh.write(aLoop);
        fresh.write(row);
        used.write(row);
        expect(describeRow(used.slot.element)).toEqual(describeRow(fresh.slot.element));
      }),
      runs(40),
    );
  });

  test.each(viewIds)("has at most sixty elements, whatever the view %s shows of whichever market", (view) => {
    const { types } = views[view];
    const kinds = types.map((type) => marketRow({ type, depositApy: fraction(0.2), maxLeverage: 4 }));
    const statuses = ["open", "closed"] as const;
    const counts = [undefined, dollars(250_000)].flatMap((size) =>
      (["total", "base"] as const).flatMap((basis) =>
        [undefined, sized.benchmark].flatMap((benchmark) =>
          [false, true].flatMap((records) => {
            const asked = { ...defaultViewState, view, types, statuses, size, basis };
            const columns = visibleColumns({ ...asked, benchmark: benchmark?.id }, false, records);
            const { slot, write } = rowSlot(columns, { size, basis, benchmark });
            return kinds.map((row) => {
              write(row);
              return elementsOf(slot.element).length;
            });
          }),
        ),
      ),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(60);
  });

  test.each([false, true])(
    "keeps the id that tells two of one name apart out of the name that is cut, compact %s",
    (compact) => {
      const { slot, write } = rowSlot(columnIds, plain, compact);
      write(marketRow({ providerName: "Kamino", productName: "Main Market", twin: "D6q6…gJ59" }));
      const [place] = slot.element.querySelectorAll(".market-place");
      const end = place?.querySelector(".market-end");
      expect([place?.firstChild, ...(end?.children ?? [])].map((part) => part?.textContent)).toEqual([
        "Kamino · ",
        "Main Market",
        " · D6q6…gJ59",
      ]);
    },
  );

  test("tells those who do not see a dash why there is no value", () => {
    const { cell, write } = rowSlot(["market", "depositApy", "maxLtv", "actions"], plain);
    const said = (): readonly (string | null)[] =>
      [cell("depositApy"), cell("maxLtv")].map((one) => one.getAttribute("aria-label"));
    write(marketRow({ type: "yield" }));
    expect(said()).toEqual(["not published", "does not apply"]);
    write(marketRow({ depositApy: fraction(0.05), maxLtv: fraction(0.8) }));
    expect(said()).toEqual([null, null]);
  });

  test("says once that a market was sent without averages, and each average where there is one", () => {
    const averages = ["baseDepositApy30d", "baseDepositApy90d", "trend"] as const;
    const { cell, write } = rowSlot(["market", ...averages, "actions"], plain);
    const texts = (): readonly string[] => averages.map((id) => cell(id).textContent);
    write(marketRow());
    expect(texts()).toEqual(["no averages published", "", ""]);
    write(marketRow({ baseDepositApy90d: fraction(0.05) }));
    expect(texts()).toEqual(["—", "5.00 %", "—"]);
  });

  test("says of each cell of a run what its words say: neither is told for a vault", () => {
    const { cell, write } = rowSlot(["market", "available", "capacityLeft", "actions"], plain);
    write(marketRow({ type: "yield" }));
    expect(cell("available").textContent).toBe("exit and cap not published");
    expect(cell("capacityLeft").getAttribute("aria-label")).toBe("not published");
  });

  test("writes titles when somebody comes, and takes them away with their market", () => {
    const { cell, slot, write } = rowSlot(["market", "depositApy", "provider"], plain);
    const rate = cell("depositApy").querySelector("button");
    write(marketRow({ id: "a", label: "USDC", depositApy: fraction(0.05) }));
    expect(cell("provider").title).toBe("");
    slot.reach();
    expect([cell("provider").title, rate?.dataset["id"]]).toEqual(["Kamino", "a"]);
    write(marketRow({ id: "b", label: "SOL", depositApy: fraction(0.05) }));
    expect([cell("provider").title, rate?.dataset["id"]]).toEqual(["", undefined]);
  });
});
