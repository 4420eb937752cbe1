import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render as renderAlone, screen, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import {
  asksRecord,
  filters,
  flagIds,
  isPercentRange,
  isUsdRange,
  rangeIds,
} from "../../../domain/market/filters/filters.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { Facets } from "../../select/facets.ts";
import { DashboardConfigContext } from "../../queries/configuration.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { createSelector } from "../../select/select.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { FilterPanel } from "./filter-panel.tsx";

const state = { ...defaultViewState, size: dollars(1000) };
const { facets } = createSelector()([marketRow({ id: "s" })], state, { starred: new Set(["s"]) });

const config = {
  source: { kind: "demo" as const, label: "Demo" },
  clientKey: "key",
  interstitialUrl: "/action",
};

function render(shown: ReactNode): RenderResult {
  const client = createQueryClient();
  return renderAlone(shown, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <DashboardConfigContext value={config}>{children}</DashboardConfigContext>
      </QueryClientProvider>
    ),
  });
}

afterEach(cleanup);

test.each(flagIds)("the switch %s changes its own field and no other", (id) => {
  const onChange = vi.fn<() => void>();
  const { container } = render(<FilterPanel state={state} onChange={onChange} facets={facets} />);
  for (const folded of container.querySelectorAll("details")) folded.open = true;
  fireEvent.click(screen.getByRole("checkbox", { name: filters[id].label }));
  expect(onChange.mock.calls).toEqual([[{ [id]: !state[id] }]]);
});

test.each(rangeIds)("the bound %s changes its own field and no other, in its unit", (id) => {
  const onChange = vi.fn<() => void>();
  const { container } = render(<FilterPanel state={state} onChange={onChange} facets={facets} records />);
  for (const folded of container.querySelectorAll("details")) folded.open = true;
  fireEvent.change(screen.getByRole("textbox", { name: filters[id].label }), { target: { value: "50" } });
  const written = isUsdRange(id) ? dollars(50) : isPercentRange(id) ? fraction(0.5) : 50;
  expect(onChange.mock.calls).toEqual([[{ [id]: written }, "replace"]]);
});

function offered(): readonly string[] {
  return rangeIds.filter((id) => screen.queryByLabelText(filters[id].label) !== null);
}

test("a bound of what is recorded is offered where the service records, and seen wherever it is set", () => {
  const { rerender } = render(<FilterPanel state={state} onChange={() => undefined} facets={facets} />);
  expect(offered()).toEqual(rangeIds.filter((id) => !asksRecord(id)));
  const shown = { ...state, minAge: 30 };
  rerender(<FilterPanel state={shown} onChange={() => undefined} facets={facets} />);
  expect(offered()).toContain("minAge");
});

const seen = (): readonly string[] =>
  ["Hide small markets", "Only with rewards", "Minimum deposits", "Minimum APY", "Steady rate"].filter(
    (name) => screen.queryByRole(name.startsWith("Minimum") ? "textbox" : "checkbox", { name }) !== null,
  );

test("a filter by what no market of the types asked for publishes is not offered, and stays while it is in force", () => {
  const loops: ViewState = { ...state, view: "loop", types: ["loop"] };
  const { rerender } = render(<FilterPanel state={loops} onChange={() => undefined} facets={facets} />);
  expect(seen()).toEqual(["Minimum APY", "Steady rate"]);
  rerender(
    <FilterPanel
      state={{ ...loops, onlyRewards: true, minDeposits: dollars(5) }}
      onChange={() => undefined}
      facets={facets}
    />,
  );
  expect(seen()).toEqual(["Only with rewards", "Minimum deposits", "Minimum APY", "Steady rate"]);
});

test.each([
  ["perpetual", false],
  ["prediction", true],
] as const)("that figures agree is asked of types whose figures are checked: %s %s", (type, asked) => {
  render(
    <FilterPanel
      state={{ ...state, view: type, types: [type] }}
      onChange={() => undefined}
      facets={facets}
    />,
  );
  expect(screen.queryByRole("checkbox", { name: "Data checks passed" }) !== null).toBe(asked);
});

test("who has starred nothing is not offered to see what they starred", () => {
  const none = createSelector()([marketRow({ id: "s" })], state, { starred: new Set() });
  render(<FilterPanel state={state} onChange={() => undefined} facets={none.facets} />);
  expect(screen.queryByRole("checkbox", { name: "Starred" })).toBeNull();
});

const kamino = marketRow({ id: "k", providerId: "kamino", providerName: "Kamino" });
const lulo = marketRow({ id: "l", providerId: "lulo", providerName: "Lulo", providerIcon: "/lulo.png" });
const of = (rows: readonly MarketRow[], shown: ViewState): Facets =>
  createSelector()(rows, shown, { starred: new Set() }).facets;

function panel(chosen: readonly string[], rows: readonly MarketRow[]): ReactNode {
  const shown = { ...state, providers: chosen };
  return <FilterPanel state={shown} onChange={() => undefined} facets={of(rows, shown)} />;
}

test("providers that were seen keep count and picture while one is chosen, and those without a market are folded", () => {
  const { rerender } = render(panel([], [kamino, lulo]));
  const group = screen.getByRole("group", { name: "Provider" });
  const shownNames = (): readonly (string | null)[] =>
    [...group.querySelectorAll(":scope > div > label")].map((row) => row.textContent);
  expect(shownNames()).toHaveLength(2);
  rerender(panel(["kamino"], [kamino]));
  expect(shownNames()).toHaveLength(2);
  expect(screen.getByRole("checkbox", { name: "Lulo" }).getAttribute("aria-describedby")).toMatch(/count/);
  expect(group.querySelector('img[src="/lulo.png"]')).not.toBeNull();
});

test("a status is asked for where predictions are, and a switch that needs my size once it is there", () => {
  const shown = { ...defaultViewState };
  const { rerender } = render(<FilterPanel state={shown} onChange={() => undefined} facets={facets} />);
  expect(screen.queryByRole("group", { name: "Prediction status" })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "Fits my size" })).toBeNull();
  const sized: ViewState = { ...shown, size: dollars(250_000) };
  rerender(<FilterPanel state={sized} onChange={() => undefined} facets={facets} />);
  screen.getByRole("checkbox", { name: "Fits my size" });
  // A link may ask for it without a size: what is in force can be taken back.
  rerender(<FilterPanel state={{ ...shown, onlyFits: true }} onChange={() => undefined} facets={facets} />);
  screen.getByRole("checkbox", { name: "Fits my size", checked: true });
  const predictions: ViewState = { ...shown, view: "prediction", types: ["prediction"] };
  rerender(<FilterPanel state={predictions} onChange={() => undefined} facets={facets} />);
  screen.getByRole("group", { name: "Prediction status" });
  expect(screen.queryByRole("textbox", { name: "Minimum APY" })).toBeNull();
  screen.getByRole("checkbox", { name: "Starred" });
});

test("who lists predictions has a place while they are on their way, and none once all is there", () => {
  const shown: ViewState = { ...state, types: ["lending", "prediction"] };
  const rowsOf = (loading: boolean, rows: readonly MarketRow[]): number => {
    cleanup();
    render(
      <FilterPanel state={shown} onChange={() => undefined} facets={of(rows, shown)} loading={loading} />,
    );
    return screen.getByRole("group", { name: "Provider" }).querySelector("div")?.children.length ?? 0;
  };
  const settled = rowsOf(false, [kamino]);
  expect(rowsOf(true, [kamino])).toBe(settled + 1);
  // As high as a provider's row, whatever a finger makes of that, and nothing to press or to hear.
  const place = document.querySelector("[inert] > label");
  expect(place?.className).toBe(screen.getByRole("checkbox", { name: "Kamino" }).closest("label")?.className);
  expect(screen.queryByRole("checkbox", { name: "" })).toBeNull();
  const venue = marketRow({
    id: "p",
    type: "prediction",
    kind: "prediction",
    providerId: "dflow",
    providerName: "DFlow",
  });
  expect(rowsOf(true, [kamino, venue])).toBe(settled + 1);
});
