import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { alertRule } from "../../../../tests/fixtures/alert-rule.ts";
import { keyOfRules } from "../../data/alerts/alert-marks.ts";
import { showRules } from "../../queries/alerts.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import { ItemHead } from "./item-head.tsx";

const client = createQueryClient();
const wrapper = queryWrapper(client, { ...demoConfig, alerts: { everyMs: 60_000 } });

beforeEach(async () => {
  localStorage.clear();
  client.clear();
  keyOfRules();
  await showRules(client, { rules: [] });
});
function Head({ at }: { readonly at: number }): ReactNode {
  return (
    <ItemHead
      what="asset"
      id={solMint}
      name="SOL"
      icons={{ icon: { letter: "S", seed: solMint, image: undefined } }}
      tags={[]}
      line={null}
      star={{ starred: new Set<string>(), toggle: () => undefined }}
      alert={{ kind: "new", target: { kind: "asset", mint: solMint, name: "SOL" } }}
      href="/assets"
      criteria={["by deposits"]}
      items={["USDC", "SOL", "PYUSD"]}
      at={at}
      linkTo={(name) => ({ name, href: `/assets/${name}` })}
    >
      {null}
    </ItemHead>
  );
}

test("the bell counts only the rules that watch this item", async () => {
  render(<Head at={1} />, { wrapper });
  expect(screen.getByRole("button", { name: "New alert rule" })).toBeTruthy();
  await act(async () => {
    const target = { kind: "asset", mint: solMint, name: "SOL" } as const;
    await showRules(client, { rules: [alertRule("rule1", { target }), alertRule("rule2")] });
  });
  expect(await screen.findByRole("button", { name: "New alert rule, 1 here" })).toBeTruthy();
});

function links(): readonly (string | null)[] {
  return screen.queryAllByRole("link", { name: / asset: / }).map((link) => link.getAttribute("aria-label"));
}

test("an item links to the previous and next of its list, and an unlisted one to none", () => {
  const { rerender } = render(<Head at={1} />, { wrapper });
  expect(links()).toEqual(["Previous asset: USDC", "Next asset: PYUSD"]);
  expect(screen.getByRole("navigation", { name: "Assets of the list" }).textContent).toBe("2 of 3");
  rerender(<Head at={0} />);
  expect(links()).toEqual(["Next asset: SOL"]);
  rerender(<Head at={-1} />);
  expect(links()).toEqual([]);
  expect(screen.queryByRole("navigation", { name: "Assets of the list" })).toBeNull();
});
