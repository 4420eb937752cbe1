import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchSelect } from "../fields/search-select.tsx";
import { Menu } from "./menu.tsx";
import { PopoverButton } from "./popover.tsx";

const reached = vi.fn<() => void>();

beforeEach(() => {
  reached.mockClear();
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const usdc = { value: "usdc", label: "USDC", searchText: "usdc" };
const nothing = (): void => undefined;
const menuItems = [{ key: "one", label: "One", onSelect: nothing }];
const panels = [
  [
    "a menu",
    <Menu key="m" label="Opener" items={menuItems}>
      …
    </Menu>,
  ],
  [
    "a popover",
    <PopoverButton key="p" label="Panel" content={() => "Content"}>
      Opener
    </PopoverButton>,
  ],
  [
    "a list of options",
    <SearchSelect key="l" label="Opener" none="any" value="" text="" onValue={nothing} options={[usdc]} />,
  ],
] as const;

const isOpen = (): boolean => document.querySelector('[aria-expanded="true"]') !== null;
const tap = async (user: UserEvent, target: Element): Promise<void> =>
  user.pointer([{ keys: "[TouchA]", target }]);

describe.each(panels)("a press outside %s", (_name, panel) => {
  const open = async (): Promise<UserEvent> => {
    const user = userEvent.setup();
    render(
      <>
        {panel}
        <a href="#deposit" onClick={reached}>
          Deposit
        </a>
        <table>
          <tbody>
            <tr onClick={reached}>
              <td>A row</td>
            </tr>
          </tbody>
        </table>
        <button onClick={reached}>A tab</button>
        <a href="#rate" aria-haspopup="dialog" onClick={reached}>
          Another panel
        </a>
      </>,
    );
    await user.click(
      screen.queryByRole("combobox", { name: "Opener" }) ?? screen.getByRole("button", { name: "Opener" }),
    );
    expect(isOpen()).toBe(true);
    return user;
  };

  it.each(["Deposit", "A row", "A tab", "Another panel"])(
    "with a finger on %s only closes it, and the next tap presses",
    async (text) => {
      const user = await open();
      await tap(user, screen.getByText(text));
      expect(isOpen()).toBe(false);
      expect(reached).not.toHaveBeenCalled();
      await tap(user, screen.getByText(text));
      expect(reached).toHaveBeenCalledOnce();
    },
  );

  it.each([
    ["Deposit", 0],
    ["A row", 0],
    ["A tab", 1],
    ["Another panel", 1],
  ])("with a mouse on %s closes it and presses only what stays on the page", async (text, calls) => {
    const user = await open();
    await user.click(screen.getByText(text));
    expect(isOpen()).toBe(false);
    expect(reached).toHaveBeenCalledTimes(calls);
  });

  it("swallows no click after a touch that turned into a scroll", async () => {
    const user = await open();
    const link = screen.getByText("Deposit");
    await user.pointer([{ keys: "[TouchA>]", target: link }]);
    fireEvent.pointerCancel(link);
    expect(isOpen()).toBe(false);
    fireEvent.click(link, { detail: 1 });
    expect(reached).toHaveBeenCalledOnce();
  });
});
