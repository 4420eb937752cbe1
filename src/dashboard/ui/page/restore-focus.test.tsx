import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState, type ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RestoreFocus } from "./restore-focus.tsx";

/** Chips that disappear when pressed, a button that disappears with the last chip, a row, and a link that stays. */
function Chips({ names }: { readonly names: readonly string[] }): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(names);
  return (
    <div ref={region}>
      <RestoreFocus region={region} />
      <div>
        {left.map((name) => (
          <span key={name}>
            <button onClick={() => setLeft((now) => now.filter((other) => other !== name))}>{name}</button>
          </span>
        ))}
      </div>
      {left.length === 0 ? null : <button onClick={() => setLeft([])}>Clear</button>}
      <table>
        <tbody>
          <tr>
            <td>
              <a href="#first">First market</a>
            </td>
          </tr>
        </tbody>
      </table>
      <a href="#below">Below the list</a>
    </div>
  );
}

function press(name: string): void {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

afterEach(cleanup);

describe("focus after a control disappears", () => {
  test.each([
    [["one", "two", "three"], "two", "three"],
    [["one", "two", "three"], "three", "two"],
    [["one"], "one", "Below the list"],
    [["one", "two"], "Clear", "Below the list"],
  ])("among the chips %j moves from %s to %s", async (names, pressed, heir) => {
    render(<Chips names={names} />);
    press(pressed);
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(heir));
  });

  test.each([
    [["A", "B", "C"], "A", "Remove B"],
    [["A", "B", "C"], "C", "Remove B"],
    [["A"], "A", "Compared"],
  ])("among compared markets %j, removing %s moves it to %s", async (names, removed, heir) => {
    render(<Columns names={names} />);
    press(`Remove ${removed}`);
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(heir));
  });

  test("is left alone when a new page opens, which sets its own focus", async () => {
    render(<Chips names={["one", "two"]} />);
    const chip = screen.getByRole("button", { name: "one" });
    chip.focus();
    window.history.pushState(null, "", "/elsewhere");
    fireEvent.click(chip);
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(document.body);
    window.history.pushState(null, "", "/");
  });
});

/** Markets side by side, each with a link and a button that removes it. */
function Columns({ names }: { readonly names: readonly string[] }): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(names);
  return (
    <div ref={region}>
      <RestoreFocus region={region} />
      <h1 tabIndex={-1}>Compared</h1>
      {left.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <td>Figure</td>
              {left.map((name) => (
                <th key={name}>
                  <a href="#market">{name}</a>
                  <button onClick={() => setLeft((now) => now.filter((other) => other !== name))}>
                    Remove {name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
        </table>
      )}
    </div>
  );
}
