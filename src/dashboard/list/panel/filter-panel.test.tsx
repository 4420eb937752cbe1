import { marketTypes } from "../../../contract/market.ts";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentProps, ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import {
  isRecordFilter,
  filters,
  flagIds,
  isPercentRange,
  isUsdRange,
  rangeIds,
} from "../../../domain/market/filters/filters.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { Facets } from "../../select/facets.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { createSelector } from "../../select/select.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { HelpTooltip } from "../../ui/overlay/tooltip.tsx";
import { FilterPanel } from "./filter-panel.tsx";

const state = { ...defaultViewState, size: dollars(1000) };
const { facets } = createSelector()([marketRow({ id: "s" })], state, { starred: new Set(["s"]) });

const Providers = queryWrapper(createQueryClient());

type PanelProps = Partial<ComponentProps<typeof FilterPanel>>;

function Panel(props: PanelProps): ReactNode {
  return (
    <Providers>
      <FilterPanel state={state} onChange={() => undefined} facets={facets} {...props} />
    </Providers>
  );
}

const WithRecord = queryWrapper(createQueryClient(), { ...demoConfig, record: { everyMs: 60_000 } });

/** The calls of onChange that a change causes, with all details unfolded and a record. */
function asked(change: () => void): readonly unknown[] {
  const onChange = vi.fn<() => void>();
  const { container } = render(
    <WithRecord>
      <FilterPanel state={state} onChange={onChange} facets={facets} />
    </WithRecord>,
  );
  for (const folded of container.querySelectorAll("details")) folded.open = true;
  change();
  return onChange.mock.calls;
}

test.each(flagIds)("the switch %s changes only its own field", (id) => {
  const press = (): void => void fireEvent.click(screen.getByRole("checkbox", { name: filters[id].label }));
  expect(asked(press)).toEqual([[{ [id]: !state[id] }]]);
});

test.each(rangeIds)("the bound %s changes only its own field, in its unit", (id) => {
  const type = (): void =>
    void fireEvent.change(screen.getByRole("textbox", { name: filters[id].label }), {
      target: { value: "50" },
    });
  const written = isUsdRange(id) ? dollars(50) : isPercentRange(id) ? fraction(0.5) : 50;
  expect(asked(type)).toEqual([[{ [id]: written }, "replace"]]);
});

const offered = (): readonly string[] =>
  rangeIds.filter((id) => screen.queryByLabelText(filters[id].label) !== null);

test("a bound on recorded figures is hidden where the service has no record, unless it is set", () => {
  const { rerender } = render(<Panel />);
  expect(offered()).toEqual(rangeIds.filter((id) => !isRecordFilter(id)));
  rerender(<Panel state={{ ...state, minAge: 30 }} />);
  expect(offered()).toContain("minAge");
});

const seen = (): readonly string[] =>
  ["Hide small markets", "Only with rewards", "Minimum deposits", "Minimum APY", "Steady rate"].filter(
    (name) => screen.queryByLabelText(name) !== null,
  );

test("a filter on figures that no selected type publishes is hidden unless it is active", () => {
  const loops: ViewState = { ...state, view: "loop", types: ["loop"] };
  const { rerender } = render(<Panel state={loops} />);
  expect(seen()).toEqual(["Minimum APY", "Steady rate"]);
  rerender(<Panel state={{ ...loops, onlyRewards: true, minDeposits: dollars(5) }} />);
  expect(seen()).toEqual(["Only with rewards", "Minimum deposits", "Minimum APY", "Steady rate"]);
});

const none = createSelector()([marketRow({ id: "s" })], state, { starred: new Set() });
const asks = (change: Partial<ViewState>): ViewState => ({ ...defaultViewState, ...change });
const predictions = asks({ view: "prediction", types: ["prediction"] });

test.each<readonly [when: string, name: string, props: PanelProps, isOffered: boolean]>([
  ["for types without data checks", "Data checks passed", { state: asks({ types: ["perpetual"] }) }, false],
  ["for types with data checks", "Data checks passed", { state: predictions }, true],
  ["without stars", "Starred", { facets: none.facets }, false],
  ["for predictions with stars", "Starred", { state: predictions }, true],
  ["without a size", "Fits my size", { state: defaultViewState }, false],
  ["with a size", "Fits my size", { state: asks({ size: dollars(250_000) }) }, true],
  ["without a size when a link sets it", "Fits my size", { state: asks({ onlyFits: true }) }, true],
  ["for predictions", "Settled", { state: predictions }, true],
  ["without predictions", "Settled", { state: defaultViewState }, false],
  ["for predictions, which have no rate", "Minimum APY", { state: predictions }, false],
])("%s, %s is offered: $3", (_when, name, props, isOffered) => {
  render(<Panel {...props} />);
  const found = screen.queryByLabelText(name) ?? screen.queryByRole("group", { name });
  expect(found !== null).toBe(isOffered);
});

test.each([defaultViewState, asks({ view: "all", types: marketTypes })])(
  "the parameters of the service are groups of the sidebar: $view",
  (shown) => {
    render(<Panel state={shown} />);
    for (const name of ["Asset", "Type", "Provider", "Prediction status"])
      expect(screen.getByRole("group", { name })).toBeTruthy();
  },
);

test("a source that publishes no predictions offers no status", () => {
  const source = { ...demoConfig.source, lacks: ["predictions" as const] };
  const Listed = queryWrapper(createQueryClient(), { ...demoConfig, source });
  render(
    <Listed>
      <FilterPanel state={predictions} onChange={() => undefined} facets={none.facets} />
    </Listed>,
  );
  const group = screen.getByRole("group", { name: "Prediction status" });
  expect(group.textContent).toContain("This source lists no prediction markets.");
  expect(within(group).queryByRole("checkbox")).toBeNull();
});

const kamino = marketRow({ id: "k", providerId: "kamino", providerName: "Kamino" });
const lulo = marketRow({ id: "l", providerId: "lulo", providerName: "Lulo", providerIcon: "/lulo.png" });
const of = (rows: readonly MarketRow[], shown: ViewState): Facets =>
  createSelector()(rows, shown, { starred: new Set() }).facets;

function panel(chosen: readonly string[], rows: readonly MarketRow[]): ReactNode {
  const shown = { ...state, providers: chosen };
  return <Panel state={shown} facets={of(rows, shown)} />;
}

test("providers keep their count and icon while another provider is selected", () => {
  const { rerender } = render(panel([], [kamino, lulo]));
  const group = screen.getByRole("group", { name: "Provider" });
  const shownNames = (): readonly (string | null)[] =>
    [...group.querySelectorAll(":scope > div > label")].map((row) => row.textContent);
  expect(shownNames()).toHaveLength(2);
  rerender(panel(["kamino"], [kamino]));
  expect(shownNames()).toHaveLength(2);
  expect(screen.getByRole("checkbox", { name: "Lulo" }).getAttribute("aria-description")).toMatch(
    /\d markets?\b/,
  );
  expect(group.querySelector('img[src="/lulo.png"]')).not.toBeNull();
});

test("a placeholder keeps the row of a prediction provider until it is loaded", () => {
  const shown: ViewState = { ...state, types: ["lending", "prediction"] };
  const venue = marketRow({ id: "p", type: "prediction", providerId: "dflow", providerName: "DFlow" });
  const rowsOf = (loading: boolean, rows: readonly MarketRow[]): number | undefined => {
    cleanup();
    render(<Panel state={shown} facets={of(rows, shown)} loading={loading} />);
    return screen.getByRole("group", { name: "Provider" }).querySelector("div")?.children.length;
  };
  const rows = [rowsOf(false, [kamino]), rowsOf(true, [kamino, venue]), rowsOf(true, [kamino])];
  expect(rows).toEqual([2, 3, 3]);
  expect(screen.queryByRole("checkbox", { name: "" })).toBeNull();
});

test("switches show their counts once the list is loaded, since counting judges every market", () => {
  const { rerender } = render(<Panel loading />);
  const small = screen.getByRole("checkbox", { name: "Hide small markets" });
  expect(small.getAttribute("aria-description")).not.toMatch(/\d markets?\b/);
  rerender(<Panel />);
  expect(small.getAttribute("aria-description")).toMatch(/\d markets?\b/);
});

test("a switch renders no other field of the panel", () => {
  const onChange = vi.fn<() => void>();
  const { container, rerender } = render(<Panel onChange={onChange} />);
  // React writes the attributes of each field that it renders.
  const observer = new MutationObserver(() => undefined);
  observer.observe(container, { subtree: true, attributes: true });
  rerender(<Panel onChange={onChange} state={{ ...state, onlyRewards: true }} />);
  const fields = observer
    .takeRecords()
    .flatMap(({ target }) => (target instanceof HTMLInputElement ? target : []));
  expect(new Set(fields)).toEqual(new Set([screen.getByRole("checkbox", { name: "Only with rewards" })]));
});

test("hovering a switch explains it", () => {
  vi.useFakeTimers();
  render(
    <>
      <Panel />
      <HelpTooltip />
    </>,
  );
  fireEvent.pointerOver(screen.getByText("Steady rate"));
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByRole("tooltip").textContent).toBe(filters.onlySteady.hint);
  vi.useRealTimers();
});
