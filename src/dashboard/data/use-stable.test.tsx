import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useDeferredFor } from "./use-stable.ts";

test("a new value is deferred, but a new key never shows the value of the old one", () => {
  const renders: string[] = [];
  function Shown({ list, rate }: { readonly list: string; readonly rate: number }): ReactNode {
    const shown = useDeferredFor(list, rate);
    renders.push(`${list} ${String(shown)}`);
    return shown;
  }
  const { rerender } = render(<Shown list="USDC" rate={1} />);
  rerender(<Shown list="USDC" rate={2} />);
  expect(renders).toEqual(["USDC 1", "USDC 1", "USDC 2"]);
  renders.length = 0;
  rerender(<Shown list="SOL" rate={7} />);
  expect(new Set(renders)).toEqual(new Set(["SOL 7"]));
});
