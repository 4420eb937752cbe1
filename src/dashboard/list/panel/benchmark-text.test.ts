import { expect, it } from "vitest";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import type { Benchmark, SelectContext } from "../../../domain/market/column.ts";
import { benchmarkText } from "./benchmark-text.ts";

const text = (
  benchmark: Partial<Benchmark> | undefined,
  looking = false,
  basis: SelectContext["basis"] = "total",
): ReturnType<typeof benchmarkText> =>
  benchmarkText(
    {
      size: undefined,
      basis,
      benchmark:
        benchmark === undefined ? undefined : { id: "m", name: undefined, rate: undefined, ...benchmark },
    },
    looking,
  );

it("names the benchmark with its rate, or says why it has no rate", () => {
  const known = { name: "USDC · Main Market", rate: fraction(0.0531) };
  expect(text(undefined)).toBeUndefined();
  expect(text(known)).toEqual({ name: "USDC · Main Market", rate: "5.31 %" });
  expect(text(known, false, "base")).toEqual({ name: "USDC · Main Market", rate: "5.31 % base" });
  expect(text({ ...known, isNet: true }, false, "base")?.rate).toBe("5.31 % net");
  expect(text({ name: "SOL / USDC" }, false, "base")).toEqual({
    name: "SOL / USDC",
    rate: "no base rate published",
  });
  expect(text({})).toEqual({ name: "not in this list", rate: "" });
  expect(text({}, true)).toEqual({ name: "not loaded yet", rate: "" });
});
