import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useChoice } from "./use-choice.ts";

afterEach(() => window.history.replaceState(null, "", "/"));

function render(search: string) {
  window.history.replaceState(null, "", `/${search}`);
  return renderHook(() => useChoice("by", ["asset", "provider"], "asset")).result;
}

it.each(["", "?by=", "?by=moon", "?by", "?nearby=provider", "?by=%F0%28"])(
  "a choice without a known value (%s) is the default",
  (search) => expect(render(search).current[0]).toBe("asset"),
);

it("a choice is kept in the URL beside other parameters, and the default is omitted", () => {
  const result = render("?type=lending&x=%2F");
  act(() => result.current[1]("provider"));
  expect(result.current[0]).toBe("provider");
  expect(window.location.search).toBe("?by=provider&type=lending&x=%2F");
  act(() => result.current[1]("asset"));
  expect(window.location.search).toBe("?type=lending&x=%2F");
});
