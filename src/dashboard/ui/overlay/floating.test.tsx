import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReactNode } from "react";
import { Menu } from "./menu.tsx";
import type { MenuItem } from "./menu.tsx";
import { PopoverButton } from "./popover.tsx";

beforeEach(() => {
  // Without a layout elements have no size, and the anchor would count as out of view.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const popover = (close: () => void): ReactNode => (
  <>
    <button>Inside</button>
    <button onClick={close}>Done</button>
  </>
);

const button = (name: string): HTMLElement => screen.getByRole("button", { name });

const openPopover = async (): Promise<ReturnType<typeof userEvent.setup>> => {
  const user = userEvent.setup();
  render(
    <PopoverButton label="Details" content={popover}>
      Open it
    </PopoverButton>,
  );
  await user.click(screen.getByRole("button", { name: "Open it" }));
  return user;
};

describe("a popover", () => {
  test("opens with focus inside, stays open on a press inside, and Escape returns focus to its button", async () => {
    const user = await openPopover();
    expect(screen.getByRole("dialog", { name: "Details" }).contains(document.activeElement)).toBe(true);
    expect(button("Open it").getAttribute("aria-expanded")).toBe("true");
    await user.click(button("Inside"));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button("Open it"));
  });

  test("closes on a second press of its button", async () => {
    const user = await openPopover();
    await user.click(button("Open it"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("Tab past its end closes it and returns focus to its button", async () => {
    const user = await openPopover();
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(button("Done"));
    await user.tab();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button("Open it"));
  });
});

const focused = (): string | null | undefined => document.activeElement?.textContent;

describe("a menu", () => {
  const chosen = vi.fn<(key: string) => void>();
  const items: readonly MenuItem[] = [
    { key: "withdraw", label: "Withdraw", href: "https://example.org/withdraw" },
    { key: "deposit", label: "Deposit", disabled: true, hint: "it has no link" },
    { key: "repay", label: "Repay", onSelect: () => chosen("repay") },
    { key: "claim", label: "Claim rewards", onSelect: () => chosen("claim") },
    { key: "copy", label: "Copy market id", onSelect: () => chosen("copy"), hasSeparator: true },
  ];
  const open = async (): Promise<ReturnType<typeof userEvent.setup>> => {
    const user = userEvent.setup();
    render(
      <Menu label="More actions" items={items}>
        …
      </Menu>,
    );
    button("More actions").focus();
    await user.keyboard("{Enter}");
    return user;
  };

  test("opens on its first item, or on its last with Arrow Up, and arrows wrap around and letters lead to items", async () => {
    const user = await open();
    const at = async (keys: string): Promise<string | null | undefined> => {
      await user.keyboard(keys);
      return focused();
    };
    expect(focused()).toContain("Withdraw");
    expect(await at("{ArrowUp}")).toBe("Copy market id");
    expect(await at("{ArrowDown}{ArrowDown}{ArrowDown}")).toBe("Repay");
    expect(await at("{End}")).toBe("Copy market id");
    expect(await at("{Home}")).toContain("Withdraw");
    expect(await at("c")).toBe("Claim rewards");
    expect(await at("c")).toBe("Copy market id");
    expect(await at("{Escape}{ArrowUp}")).toBe("Copy market id");
  });

  test("choosing an item closes it, returns focus and runs the item", async () => {
    const user = await open();
    await user.click(screen.getByRole("menuitem", { name: "Repay" }));
    expect(chosen).toHaveBeenCalledWith("repay");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button("More actions"));
  });

  test("a link opens in a new tab without a referrer, also with Space; a disabled item does nothing", async () => {
    const user = await open();
    const link = screen.getByRole("menuitem", { name: "Withdraw" });
    const attributes = ["target", "rel", "referrerpolicy"].map((name) => link.getAttribute(name));
    expect(attributes).toEqual(["_blank", "noopener noreferrer", "no-referrer"]);
    await user.click(screen.getByRole("menuitem", { name: /^Deposit/ }));
    expect(screen.queryByRole("menu")).not.toBeNull();
    const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    link.addEventListener("click", followed);
    link.focus();
    await user.keyboard(" ");
    expect(followed).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("Tab closes it and returns focus to its button", async () => {
    const user = await open();
    await user.tab();
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button("More actions"));
  });

  test("its key presses do not reach the page behind", async () => {
    const behind = vi.fn<() => void>();
    const user = await open();
    document.addEventListener("keydown", behind);
    await user.keyboard("{ArrowDown}x");
    document.removeEventListener("keydown", behind);
    expect(behind).not.toHaveBeenCalled();
  });
});
