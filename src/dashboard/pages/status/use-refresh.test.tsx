import { renderHook, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { useRefresh } from "./use-refresh.ts";

const idle = marketsResult({ phase: "complete", rows: [marketRow({ id: "one" })] });
const refreshing = { ...idle, refreshing: true };

const said = () => screen.getByTestId("announcements").textContent;

function renderRefresh() {
  const { result, rerender } = renderHook(({ shown }) => useRefresh(shown), {
    initialProps: { shown: idle },
    wrapper: LiveRegionProvider,
  });
  const show = (shown: typeof idle): void => rerender({ shown });
  return { press: () => result.current(), show };
}

test("the end of a refresh is announced once if the user asked for it, and never otherwise", () => {
  const { press, show } = renderRefresh();
  show(refreshing);
  show(idle);
  expect(said()).toBe("");
  press();
  show({ ...idle });
  expect(said()).toBe("");
  show(refreshing);
  expect(said()).toBe("");
  show(idle);
  expect(said()).toBe("Updated, 1 market.");
  show(refreshing);
  show(idle);
  // Said again, it would end with a no-break space.
  expect(said()).toBe("Updated, 1 market.");
});

test("a refresh that fails is left to its banner", () => {
  const { press, show } = renderRefresh();
  press();
  show(refreshing);
  show({ ...idle, error: new LoadError(1, { kind: "unavailable" }) });
  expect(said()).toBe("");
});
