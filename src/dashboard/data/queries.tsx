// What asks the service for other things than the list of markets, whose walks are kept by themselves: history and the like. The
// library comes with the parts of the page that ask, and not before.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

const client = new QueryClient({
  defaultOptions: {
    // The client retries on its own terms and says so; a second layer of retries would hide that.
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
  },
});

/** Goes around what asks: one cache for all of them. */
export function Queries({ children }: { readonly children: ReactNode }): ReactNode {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
