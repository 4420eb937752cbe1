import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import {
  allDepositsRequest,
  allLoansRequest,
  allMarketsRequest,
  allRatesRequest,
} from "../../data/markets/shared-requests.ts";
import { marketsQuery } from "../../queries/markets/markets-query.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { useCurrentMarkets } from "./current-markets.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

test.each([
  ["/?view=borrow&size=5", allLoansRequest, true],
  ["/markets/a.b?view=borrow", allLoansRequest, true],
  ["/compare?ids=a,b", allDepositsRequest, true],
  ["/matrix?view=borrow", allRatesRequest, true],
  ["/assets", allRatesRequest, true],
  ["/quality", allMarketsRequest, true],
  ["/portfolio?type=loop", allDepositsRequest, true],
  ["/alerts", allRatesRequest, true],
  ["/action", allDepositsRequest, false],
  ["/nowhere", allDepositsRequest, false],
])(
  "on %s the header reads the page's list, if any, without requesting it",
  async (address, request, shown) => {
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    vi.stubGlobal("fetch", fetch);
    window.history.replaceState(null, "", address);
    const client = createQueryClient();
    const { result } = renderHook(() => useCurrentMarkets(), { wrapper: queryWrapper(client) });
    expect(result.current).toBeUndefined();
    expect(fetch).not.toHaveBeenCalled();
    await act(async () => {
      void client.prefetchInfiniteQuery(marketsQuery(request));
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(result.current?.loadingPage).toBe(shown ? 1 : undefined);
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);
