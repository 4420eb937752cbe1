import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { problemOf, problems } from "../../../contract/problems.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { Problem } from "./problem.tsx";

const nothing = (): void => undefined;

it("the report of an unreadable answer describes what was received", async () => {
  const writeText = vi.fn((_text: string) => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const detail = 'It begins with "<!doctype html>". (text/html, 900 characters)';
  const error = new LoadError(2, { kind: "unreadable", message: "It cannot be read.", detail });
  render(<Problem size="page" error={error} retry={nothing} />);
  fireEvent.click(screen.getByRole("button", { name: "Copy report" }));
  await waitFor(() => expect(writeText).toHaveBeenCalled());
  expect(writeText.mock.calls[0]?.[0]).toContain("(text/html, 900 characters)");
  vi.unstubAllGlobals();
});

describe.each(["page", "part", "banner", "line"] as const)("a problem as a %s", (size) => {
  it("hides the service's message for a refused key and shows it otherwise", () => {
    const message = "Key 1234 was refused.";
    const { container, rerender } = render(
      <Problem size={size} error={{ kind: "key-refused", message }} retry={nothing} />,
    );
    expect(container.textContent).toContain(problems["key-refused"].text);
    expect(container.textContent).not.toContain("1234");
    rerender(<Problem size={size} error={{ kind: "unavailable", message: "It is down." }} retry={nothing} />);
    expect(container.textContent).toContain("It is down.");
  });

  it("says when the data still shown was read instead of what is missing", () => {
    const shown = { size, error: { kind: "timeout" }, children: "No figures." } as const;
    const { container, rerender } = render(<Problem {...shown} />);
    expect(container.textContent).toContain("No figures.");
    rerender(<Problem {...shown} readAt={Date.UTC(2026, 9, 1, 14, 2, 31)} />);
    expect(container.textContent).toContain("read at 1 Oct 2026, 14:02 UTC");
    expect(container.textContent).not.toContain("No figures.");
  });
});

it("an answer that the source does not offer says what to do about it", () => {
  const message = "The upstream markets service does not offer this operation.";
  render(<Problem size="part" error={{ kind: problemOf(404, "not-found"), message }} retry={nothing} />);
  screen.getByRole("heading", { name: "The service cannot answer this request" });
  screen.getByText(`${message} Trying again rarely helps. Send the report to the operator of the service.`);
});

it.each(["page", "part"] as const)("the alert of a %s stays the same while it is tried again", (size) => {
  const shown = { size, error: { kind: "timeout" }, retry: nothing, stopRetrying: nothing } as const;
  const { rerender } = render(<Problem {...shown} nextRetryAt={Date.now() + 30_000} />);
  screen.getByRole("button", { name: "Try now" });
  const text = screen.getByRole("alert").textContent;
  rerender(<Problem {...shown} />);
  screen.getByRole("button", { name: "Try again" });
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(text).toContain(problems.timeout.text);
});
