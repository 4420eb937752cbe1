import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lazyPart, PartNotFetched } from "./lazy-part.tsx";

afterEach(cleanup);

const Greeting: ComponentType<{ readonly name: string }> = ({ name }) => <p>Hello {name}</p>;

const whatFailed = (_retry: () => void, error: unknown): string =>
  error instanceof PartNotFetched ? "not fetched" : "broke";

/** Asks again for a part whose import fails and fails again; gives what hears a reload of the page. */
async function tryAgain(answer: () => Promise<Response>): Promise<ReturnType<typeof vi.spyOn>> {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(window, "fetch").mockImplementation(answer);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const { Part } = lazyPart<{ readonly name: string }>(() =>
    Promise.reject(new Error("kept by the browser")),
  );
  render(<Part name="you" />);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  return reload;
}

describe("lazyPart", () => {
  it("shows its stand-in, then the part", async () => {
    const { Part } = lazyPart<{ readonly name: string }>(() => Promise.resolve(Greeting), <p>Waiting</p>);
    render(<Part name="you" />);
    await screen.findByText("Hello you");
  });

  it("fetches once for many uses and a preload", async () => {
    const load = vi.fn(() => Promise.resolve(Greeting));
    const { Part, preload } = lazyPart<{ readonly name: string }>(load);
    preload();
    render(
      <>
        <Part name="one" />
        <Part name="two" />
      </>,
    );
    await screen.findByText("Hello two");
    expect(load).toHaveBeenCalledOnce();
  });

  it("offers to try again when the code cannot be fetched, and keeps what is around it", async () => {
    // React reports the caught fault to the console in development; here it is what is tested.
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let offline = true;
    const { Part } = lazyPart<{ readonly name: string }>(() =>
      offline ? Promise.reject(new Error("no network")) : Promise.resolve(Greeting),
    );
    render(
      <>
        <h1>Around</h1>
        <Part name="you" />
      </>,
    );
    const again = await screen.findByRole("button", { name: "Try again" });
    screen.getByText("Around");
    offline = false;
    await userEvent.click(again);
    await screen.findByText("Hello you");
    silence.mockRestore();
  });

  it("tells its stand-in code that did not arrive from code that broke", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const missing = lazyPart<object>(() => Promise.reject(new Error("no network")), null, whatFailed);
    const broken = lazyPart<object>(
      () =>
        Promise.resolve(() => {
          throw new Error("a fault");
        }),
      null,
      whatFailed,
    );
    render(<missing.Part />);
    await screen.findByText("not fetched");
    cleanup();
    render(<broken.Part />);
    await screen.findByText("broke");
    silence.mockRestore();
  });

  it("forgets a look ahead that failed", async () => {
    let offline = true;
    const { Part, fetched } = lazyPart<{ readonly name: string }>(() =>
      offline ? Promise.reject(new Error("no network")) : Promise.resolve(Greeting),
    );
    await fetched();
    offline = false;
    render(<Part name="you" />);
    await screen.findByText("Hello you");
  });

  describe("when trying again fails too", () => {
    afterEach(() => vi.restoreAllMocks());

    it("loads the page anew if the service answers", async () => {
      const reload = await tryAgain(() => Promise.resolve(new Response(null, { status: 200 })));
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    });

    it.each([
      ["is out of reach", () => Promise.reject(new TypeError("Failed to fetch"))],
      ["answers with an error", () => Promise.resolve(new Response(null, { status: 503 }))],
    ])("keeps the page, with the offer, if the service %s", async (_name, answer) => {
      const reload = await tryAgain(answer);
      await vi.waitFor(() => expect(window.fetch).toHaveBeenCalled());
      await screen.findByRole("button", { name: "Try again" });
      expect(reload).not.toHaveBeenCalled();
    });
  });
});
