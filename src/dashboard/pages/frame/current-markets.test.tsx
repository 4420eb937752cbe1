import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DashboardConfigContext } from "../../queries/configuration.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { useCurrentMarkets } from "./current-markets.ts";

const config = {
  source: { kind: "demo" as const, label: "Demo" },
  clientKey: "k",
  interstitialUrl: "/action",
};

/** The list the header follows at an address; undefined where it shows none. */
function followed(address: string): string | undefined {
  window.history.replaceState(null, "", address);
  const client = createQueryClient();
  const { result } = renderHook(() => useCurrentMarkets(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <DashboardConfigContext value={config}>{children}</DashboardConfigContext>
      </QueryClientProvider>
    ),
  });
  return result.current === undefined ? undefined : String(client.getQueryCache().getAll()[0]?.queryKey[1]);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

describe("the list the header follows", () => {
  test.each([
    ["/?view=borrow&size=5", "type=lending&limit=200"],
    ["/markets/a.b?view=borrow", "type=lending&limit=200"],
    ["/compare?ids=a,b", "type=lending,yield&limit=200"],
    ["/matrix?view=borrow", "type=lending,yield,loop&limit=200"],
    ["/assets", "type=lending,yield,loop&limit=200"],
    ["/quality", "limit=200"],
    ["/portfolio?type=loop", "type=lending,yield&limit=200"],
    ["/alerts", "type=lending,yield&limit=200"],
    ["/action", undefined],
    ["/nowhere", undefined],
  ])("is on %s that of the page, and it sends no request", (address, list) => {
    const fetch = vi.fn<typeof window.fetch>();
    vi.stubGlobal("fetch", fetch);
    expect(followed(address)).toBe(list);
    expect(fetch).not.toHaveBeenCalled();
  });
});
