import { fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PageHeading } from "./page-heading.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

/** Shows the page of a history entry: how far it is scrolled, and a function that scrolls it. */
function open(path: string, key: string) {
  window.history.replaceState(null, "", path);
  vi.stubGlobal("navigation", { currentEntry: { key } });
  const { unmount } = render(
    <main id="main">
      <PageHeading>{path}</PageHeading>
    </main>,
  );
  const main = document.querySelector("#main") ?? document.body;
  return {
    top: main.scrollTop,
    leaveAt: (top: number): void => {
      main.scrollTop = top;
      fireEvent.scroll(main);
      unmount();
    },
  };
}

test("a page starts at its top, and Back and Forward lead to where it was left", () => {
  open("/portfolio", "1").leaveAt(900);
  const compare = open("/compare", "2");
  expect(compare.top).toBe(0);
  compare.leaveAt(300);
  const again = open("/portfolio", "1");
  expect(again.top).toBe(900);
  again.leaveAt(900);
  const forward = open("/compare", "2");
  expect(forward.top).toBe(300);
  forward.leaveAt(300);
  expect(open("/portfolio", "3").top).toBe(0);
});
