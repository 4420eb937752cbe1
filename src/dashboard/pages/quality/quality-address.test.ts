import { expect, test } from "vitest";
import { marketTypes } from "../../../contract/market.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { listHref } from "./quality-address.ts";

test("a count leads to the provider's markets of every type, those with most failed checks first", () => {
  const state = readViewState("minApy=5&size=1000");
  const shown = readViewState(listHref(state, "faulty", "doubts").slice(2));
  expect(shown).toMatchObject({ providers: ["faulty"], types: marketTypes, hideSmall: false, size: 1000 });
  expect(shown.sort).toEqual([{ column: "doubts", descending: true }]);
  expect(shown.minApy).toBeUndefined();
  expect(readViewState(listHref(state, undefined, "averages").slice(2)).columns).toContain(
    "baseDepositApy90d",
  );
});
