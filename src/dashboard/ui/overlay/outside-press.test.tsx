import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SearchSelect } from "../fields/search/search-select.tsx";
import { Menu } from "./menu.tsx";
import { PopoverButton } from "./popover.tsx";

const reached = vi.fn<() => void>();

beforeEach(() => {
  reached.mockClear();
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
});
afterEach(() => {
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

async function open(panel: ReactNode): Promise<UserEvent> {
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
}

it.each(panels)("a tap outside %s only closes it, and the next one presses", async (_name, panel) => {
  const user = await open(panel);
  await tap(user, screen.getByText("Deposit"));
  expect(isOpen()).toBe(false);
  expect(reached).not.toHaveBeenCalled();
  await tap(user, screen.getByText("Deposit"));
  expect(reached).toHaveBeenCalledOnce();
});

it.each(["A row", "A tab", "Another panel"])("a tap on %s only closes what is open", async (text) => {
  const user = await open(panels[0][1]);
  await tap(user, screen.getByText(text));
  expect(isOpen()).toBe(false);
  expect(reached).not.toHaveBeenCalled();
});

it.each([
  ["Deposit", 0],
  ["A row", 0],
  ["A tab", 1],
  ["Another panel", 1],
])("a mouse press on %s closes what is open and presses only what stays on the page", async (text, calls) => {
  const user = await open(panels[0][1]);
  await user.click(screen.getByText(text));
  expect(isOpen()).toBe(false);
  expect(reached).toHaveBeenCalledTimes(calls);
});

it("a touch that turned into a scroll swallows no later click", async () => {
  const user = await open(panels[0][1]);
  const link = screen.getByText("Deposit");
  await user.pointer([{ keys: "[TouchA>]", target: link }]);
  fireEvent.pointerCancel(link);
  expect(isOpen()).toBe(false);
  fireEvent.click(link, { detail: 1 });
  expect(reached).toHaveBeenCalledOnce();
});
