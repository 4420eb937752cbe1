import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { lazy, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isLoadError, lazyPart, LoadBoundary } from "./load-boundary.tsx";

// React reports every caught error to the console.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
});

const Greeting = (): ReactNode => <p>Hello</p>;

function show(part: ReactNode): void {
  render(<LoadBoundary waiting={<p>Waiting</p>}>{part}</LoadBoundary>);
}

const noCode = new TypeError("Failed to fetch dynamically imported module: https://x.example/panel.js");

/** Renders a part whose import fails, presses Try again and returns the spy on page reloads. */
async function tryAgain(answer: () => Promise<Response>): Promise<ReturnType<typeof vi.spyOn>> {
  vi.spyOn(window, "fetch").mockImplementation(answer);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const Part = lazy(() => Promise.reject(noCode));
  render(
    <>
      <h1>Around</h1>
      <LoadBoundary>
        <Part />
      </LoadBoundary>
    </>,
  );
  await screen.findByText(/This part could not be loaded\./);
  screen.getByText("Around");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(window.fetch).toHaveBeenCalled());
  return reload;
}

describe("LoadBoundary", () => {
  it("shows a placeholder until the part's code is loaded", async () => {
    const Part = lazy(() => Promise.resolve({ default: Greeting }));
    show(<Part />);
    screen.getByText("Waiting");
    await screen.findByText("Hello");
    expect(screen.queryByText("Waiting")).toBeNull();
  });

  it("reloads the page when code is missing and the service answers", async () => {
    const reload = await tryAgain(() => Promise.resolve(new Response(null, { status: 200 })));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it.each([
    ["is out of reach", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["answers with an error", () => Promise.resolve(new Response(null, { status: 503 }))],
  ])("keeps the page and Try again when the service %s", async (_name, answer) => {
    const reload = await tryAgain(answer);
    await screen.findByRole("button", { name: "Try again" });
    expect(reload).not.toHaveBeenCalled();
  });

  it("says that the browser is offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const Part = lazy(() => Promise.reject(noCode));
    show(<Part />);
    await screen.findByText(/You are offline\. This part was not loaded before\./);
  });

  it("retries a part that threw without reloading the page", async () => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    let broken = true;
    const Part = (): ReactNode => {
      if (broken) throw new Error("a fault");
      return <p>Hello</p>;
    };
    show(<Part />);
    const again = await screen.findByRole("button", { name: "Try again" });
    broken = false;
    await userEvent.click(again);
    await screen.findByText("Hello");
    expect(reload).not.toHaveBeenCalled();
  });
});

it("surrounds a lazy part with a boundary of its own", async () => {
  const Part = lazyPart(() => Promise.resolve(Greeting), { waiting: <p>Waiting</p> });
  const Missing = lazyPart(() => Promise.reject(noCode), { failed: () => <p>Missing</p> });
  render(
    <>
      <Part />
      <Missing />
    </>,
  );
  screen.getByText("Waiting");
  await screen.findByText("Hello");
  await screen.findByText("Missing");
});

it.each([
  ["Chromium", noCode, true],
  ["Firefox", new TypeError("error loading dynamically imported module: https://x.example/panel.js"), true],
  ["Safari", new TypeError("Importing a module script failed."), true],
  ["an error in the part", new TypeError("undefined is not a function"), false],
  ["a failed request", new TypeError("Failed to fetch"), false],
])("distinguishes missing code from other errors: %s", (_name, error, missing) => {
  expect(isLoadError(error)).toBe(missing);
});
