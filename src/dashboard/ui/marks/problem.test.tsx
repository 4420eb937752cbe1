import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { LoadError } from "../../queries/fetch-json.ts";
import { Problem } from "./problem.tsx";

const nothing = (): void => undefined;

it("the report on an answer that cannot be read says what it looked like", async () => {
  const writeText = vi.fn((_text: string) => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const error = new LoadError(2, {
    kind: "unreadable",
    message: "It cannot be read.",
    detail: 'It begins with "<!doctype html>". (text/html, 900 characters)',
  });
  render(<Problem size="page" error={error} retry={nothing} />);
  fireEvent.click(screen.getByRole("button", { name: "Copy report" }));
  await waitFor(() => expect(writeText).toHaveBeenCalled());
  expect(writeText.mock.calls[0]?.[0]).toContain("(text/html, 900 characters)");
  vi.unstubAllGlobals();
});
