// The browser program starts here: configuration first, because without it nothing can be asked for, then the dashboard.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { routeOf } from "../contract/routes.ts";
import { followTheme } from "./data/kept/preferences.ts";
import { ConfiguredApp } from "./pages/frame/configured-app.tsx";
import { preloadMarketsPage } from "./pages/markets/markets-page.tsx";
import "./main.css";

const queryClient = new QueryClient({
  defaultOptions: {
    // The client retries on its own terms and says so; a second layer of retries would hide that.
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: "always" },
  },
});

followTheme();
if (routeOf(window.location.pathname) === "markets") preloadMarketsPage();

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element with the id root.");
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ConfiguredApp />
    </QueryClientProvider>
  </StrictMode>,
);
