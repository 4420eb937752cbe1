import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { routes } from "../../../contract/routes.ts";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import {
  changeSearch,
  hrefTo,
  marketHref,
  ofOnePage,
  useSharedParameters,
} from "../../view-state/address.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { freshListHref } from "../../view-state/use-view-state.ts";
import { writeCompareAddress } from "../compare/compare-address.ts";
import { cellHref } from "../matrix/matrix-page.tsx";
import { listHref, marketInListHref } from "../overview/parts.tsx";
import { qualityListHref as qualityHref } from "../quality/quality-page.tsx";
import { loanParameters, loopParameters } from "../market/calculator-parameters.ts";
import { withLimits, withWallets } from "../portfolio/portfolio-address.ts";
import { compareHref, useNavLinks } from "./nav-links.ts";

const mine = "size=250000&basis=base&vs=kamino.lending.a";
const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
const list = `type=lending&minDeposits=1000000&${mine}&sort=-soberApy&cols=market%2CdepositApy%2Cactions`;
const state = readViewState(list);

const searchOf = (href: string): string => new URL(href, "http://localhost").search.slice(1);

/** The navigation links; by default the service keeps a record. */
function placesOf(change: Partial<DashboardConfig> = { record: { everyMs: 600_000 } }) {
  const wrapper = queryWrapper(createQueryClient(), { ...demoConfig, ...change });
  return renderHook(useNavLinks, { wrapper }).result.current;
}

/** The navigation links that carry the search text of an address. */
function withQuery(at: string): readonly string[] {
  window.history.replaceState(null, "", at);
  const hrefs = placesOf().map(({ href }) => href);
  return hrefs.filter((href) => new URLSearchParams(searchOf(href)).has("q"));
}

beforeEach(() => window.history.replaceState(null, "", `/?${list}`));
afterEach(() => window.history.replaceState(null, "", "/"));

const labels = (change?: Partial<DashboardConfig>) => placesOf(change).map(({ label }) => label);

describe("a link inside the dashboard", () => {
  test("carries my size, the basis and the benchmark to every page", () => {
    const places = placesOf().map(({ href }) => href);
    const links = [
      ...places,
      compareHref(["a", "b"], list),
      hrefTo(marketHref("a"), list),
      hrefTo("/action", list, [["action", "solana-action:https://a.b/c"]]),
      hrefTo("/quality", list),
      freshListHref(state),
      listHref(state, { providers: ["kamino"] }),
      marketInListHref(state, "a"),
      cellHref(state, "base", "kamino", "mint"),
      qualityHref(state, "kamino", "averages"),
    ];
    expect(places).toHaveLength(Object.values(routes).filter(({ label }) => label !== undefined).length);
    for (const href of links) {
      const { size, basis, benchmark } = readViewState(searchOf(href));
      expect([href, size, basis, benchmark]).toEqual([href, 250_000, "base", "kamino.lending.a"]);
    }
  });

  test("exists for Changes only with a record, and for Portfolio only with positions", () => {
    expect(labels()).toEqual(expect.arrayContaining(["Changes", "Portfolio"]));
    expect(labels({})).not.toContain("Changes");
    const source = { kind: "upstream" as const, label: "DefiLlama", lacks: ["positions" as const] };
    expect(labels({ source })).not.toContain("Portfolio");
  });

  test("in the header keeps the list's state, so that Markets restores it", () => {
    for (const { href } of placesOf()) {
      window.history.replaceState(null, "", href);
      const markets = placesOf().find(({ path }) => path === "/");
      expect(markets?.href).toBe(`/?${list}`);
    }
  });

  test("does not carry an asset search to the markets, nor a market search to the assets", () => {
    expect(withQuery("/?q=main")).not.toContain("/assets?q=main");
    expect(withQuery("/?q=main")).toContain("/matrix?q=main");
    expect(withQuery("/assets?q=jito")).toEqual(["/assets?q=jito"]);
    expect(withQuery("/assets/solana:x?q=jito")).toEqual(["/assets?q=jito"]);
  });

  test("drops the parameters of the page it leaves, and keeps unknown ones", () => {
    const left = [
      writeCompareAddress({ ids: ["a", "b"], split: [60, 40] }, "?x=1"),
      withWallets("?x=1", [wallet]),
      withLimits("?x=1", { poolShare: 0.05, providerShare: 0.25, exitCover: 1 }),
      ...ofOnePage.map((name) => searchOf(hrefTo("/", "?x=1", [[name, "a"]]))),
    ];
    for (const search of left) {
      expect(search).not.toBe("x=1");
      expect(hrefTo("/", search)).toBe("/?x=1");
    }
    for (const { name } of [...Object.values(loanParameters), ...Object.values(loopParameters)])
      expect(ofOnePage).toContain(name);
  });

  test("does not change, and so re-render, when a page's own parameters change", () => {
    const { result } = renderHook(useSharedParameters);
    const before = result.current;
    act(() => changeSearch((search) => `${search}&range=7d&wallet=${wallet}`));
    expect(result.current).toBe(before);
    act(() => changeSearch((search) => `${search}&x=1`));
    expect(result.current).not.toBe(before);
  });
});
