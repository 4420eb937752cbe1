import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useChoice } from "./use-choice.ts";

afterEach(() => window.history.replaceState(null, "", "/"));

function render(search: string) {
  window.history.replaceState(null, "", `/${search}`);
  return renderHook(() => useChoice("by", ["asset", "provider"], "asset")).result;
}

it.each(["", "?by=", "?by=moon", "?by", "?nearby=provider", "?by=%F0%28"])(
  "without a known value (%s) a choice is the usual one",
  (search) => expect(render(search).current[0]).toBe("asset"),
);

it("a choice is kept in the URL beside what else is there, and the usual one is left out", () => {
  const result = render("?type=lending&x=%2F");
  act(() => result.current[1]("provider"));
  expect(result.current[0]).toBe("provider");
  expect(window.location.search).toBe("?by=provider&type=lending&x=%2F");
  act(() => result.current[1]("asset"));
  expect(window.location.search).toBe("?type=lending&x=%2F");
});
