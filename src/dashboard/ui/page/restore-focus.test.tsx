import { fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState, type ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { RestoreFocus } from "./restore-focus.tsx";

interface Props {
  readonly names: readonly string[];
  /** Whether there is nothing else to focus. */
  readonly isAlone?: boolean;
}

/** Compared markets with buttons that remove them, one that disappears with the last, a row, and a link that stays. */
function Compared({ names, isAlone = false }: Props): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(names);
  return (
    <div ref={region}>
      <RestoreFocus region={region} />
      <h1 tabIndex={-1}>Heading</h1>
      {left.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <td>Figure</td>
              {left.map((name) => (
                <th key={name}>
                  {isAlone ? <a href="#market">{name}, page</a> : null}
                  <button onClick={() => setLeft((now) => now.filter((other) => other !== name))}>
                    {name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
        </table>
      )}
      {left.length === 0 || isAlone ? null : <button onClick={() => setLeft([])}>Clear</button>}
      {isAlone ? null : (
        <>
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
        </>
      )}
    </div>
  );
}

/** A button that can be pressed once, and another. */
function Marked(): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  return (
    <div ref={region}>
      <RestoreFocus region={region} />
      <a href="#before">Before</a>
      <button disabled={isRead} onClick={() => setRead(true)}>
        Mark all read
      </button>
      <button>New rule</button>
    </div>
  );
}

function press(name: string): void {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

describe("focus after a control disappears", () => {
  test.each<readonly [names: readonly string[], pressed: string, heir: string, isAlone: boolean]>([
    [["one", "two", "three"], "two", "three", false],
    [["one", "two", "three"], "three", "two", false],
    [["one"], "one", "Below the list", false],
    [["one", "two"], "Clear", "Below the list", false],
    [["A", "B", "C"], "A", "B", true],
    [["A", "B", "C"], "C", "B", true],
    [["A"], "A", "Heading", true],
  ])("among %j moves from %s to %s", async (names, pressed, heir, isAlone) => {
    render(<Compared names={names} isAlone={isAlone} />);
    press(pressed);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText(heir)));
  });

  test("moves to a neighbour from a control that disables itself", async () => {
    render(<Marked />);
    press("Mark all read");
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText("New rule")));
  });

  test("is left alone when a new page opens, which sets its own focus", async () => {
    render(<Compared names={["one", "two"]} />);
    const chip = screen.getByRole("button", { name: "one" });
    chip.focus();
    window.history.pushState(null, "", "/elsewhere");
    fireEvent.click(chip);
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(document.body);
    window.history.pushState(null, "", "/");
  });
});
