import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReactNode } from "react";
import { MarketIcon, loadableImage } from "../marks/market-icon.tsx";
import { Menu } from "./menu.tsx";
import type { MenuItem } from "./menu.tsx";
import { Meter } from "../marks/meter.tsx";
import { PopoverButton } from "./popover.tsx";
import { Ring } from "../marks/ring.tsx";
import { Explained, useTooltip } from "./tooltip.tsx";

beforeEach(() => {
  // Without a layout elements have no size, and the anchor would count as out of view.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
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
  test("opens with focus inside, and Escape returns focus to its button", async () => {
    const user = await openPopover();
    expect(screen.getByRole("dialog", { name: "Details" }).contains(document.activeElement)).toBe(true);
    expect(button("Open it").getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button("Open it"));
  });

  test("stays open on a press inside and closes on a second press of its button", async () => {
    const user = await openPopover();
    await user.click(button("Inside"));
    expect(screen.queryByRole("dialog")).not.toBeNull();
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
    { key: "withdraw", label: "Withdraw", href: "https://example.org/withdraw", hint: "example.org" },
    { key: "repay", label: "Repay", onSelect: () => chosen("repay") },
    { key: "claim", label: "Claim rewards", onSelect: () => chosen("claim") },
    { key: "copy", label: "Copy market id", onSelect: () => chosen("copy"), parted: true },
  ];
  const open = async (): Promise<ReturnType<typeof userEvent.setup>> => {
    const user = userEvent.setup();
    render(
      <Menu label="More actions" items={items}>
        …
      </Menu>,
    );
    screen.getByRole("button", { name: "More actions" }).focus();
    await user.keyboard("{Enter}");
    return user;
  };

  test("opens on its first item, or on its last with Arrow Up, and arrows wrap around", async () => {
    const user = await open();
    const at = async (keys: string): Promise<string | null | undefined> => {
      await user.keyboard(keys);
      return focused();
    };
    expect(focused()).toContain("Withdraw");
    expect(await at("{ArrowUp}")).toBe("Copy market id");
    expect(await at("{ArrowDown}{ArrowDown}")).toBe("Repay");
    expect(await at("{End}")).toBe("Copy market id");
    expect(await at("{Home}")).toContain("Withdraw");
    expect(await at("{Escape}{ArrowUp}")).toBe("Copy market id");
  });

  test("a letter moves to the next item that starts with it", async () => {
    const user = await open();
    await user.keyboard("c");
    expect(focused()).toBe("Claim rewards");
    await user.keyboard("c");
    expect(focused()).toBe("Copy market id");
  });

  test("choosing an item closes it, returns focus and runs the item", async () => {
    const user = await open();
    await user.click(screen.getByRole("menuitem", { name: "Repay" }));
    expect(chosen).toHaveBeenCalledWith("repay");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "More actions" }));
  });

  test("a link opens in a new tab without a referrer", async () => {
    await open();
    const link = screen.getByRole("menuitem", { name: /Withdraw/ });
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
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

const TooltipSample = (): ReactNode => {
  const [handlers, tooltip] = useTooltip(() => "What it is");
  return (
    <>
      <button {...handlers}>Header</button>
      {tooltip}
    </>
  );
};

describe("a tooltip", () => {
  test("opens after the pointer rests", async () => {
    vi.useFakeTimers();
    render(<TooltipSample />);
    fireEvent.pointerEnter(screen.getByRole("button"), { pointerType: "mouse" });
    expect(screen.queryByRole("tooltip")).toBeNull();
    vi.runAllTimers();
    await vi.waitFor(() => expect(screen.getByRole("tooltip").textContent).toBe("What it is"));
  });

  test("opens at once for the keyboard, and Escape closes it", async () => {
    const user = userEvent.setup();
    render(<TooltipSample />);
    await user.tab();
    expect(screen.queryByRole("tooltip")).not.toBeNull();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  test("explains a figure on keyboard focus and as its description", async () => {
    render(<Explained help="Lent out, as a share of deposits">80 %</Explained>);
    await userEvent.tab();
    const help = "Lent out, as a share of deposits";
    expect(document.activeElement?.getAttribute("aria-description")).toBe(help);
    expect(screen.getByRole("tooltip").textContent).toBe(help);
  });
});

describe("a token icon", () => {
  test.each([
    ["https://cdn.example/a.png", true],
    ["/icons/usdc.svg", true],
    ["data:image/png;base64,AAAA", true],
    ["http://cdn.example/a.png", false],
    ["//cdn.example/a.png", false],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
  ])("loads %s: %s", (address, allowed) => {
    expect(loadableImage(address) !== undefined).toBe(allowed);
  });

  test("shows its letter until the image has loaded, and is hidden from screen readers", () => {
    const face = { letter: "C", seed: "m", image: "/icons/usdc.svg" };
    const { container } = render(
      <MarketIcon face={face} badge={{ letter: "K", seed: "k", image: undefined }} />,
    );
    expect(container.textContent).toBe("CK");
    expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
    const image = container.querySelector("img");
    expect(image?.hasAttribute("data-loaded")).toBe(false);
    if (image !== null) fireEvent.load(image);
    expect(image?.hasAttribute("data-loaded")).toBe(true);
    if (image !== null) fireEvent.error(image);
    expect(image?.hasAttribute("data-loaded")).toBe(false);
  });
});

const widthOf = (share: number): string | undefined =>
  render(<Meter share={share} />).container.querySelector<HTMLElement>("span > span")?.style.width;

test("a meter and a ring clamp their share to the full range", () => {
  expect([widthOf(-1), widthOf(0.5), widthOf(7)]).toEqual(["0%", "50%", "100%"]);
  const { container } = render(<Ring share={7} />);
  expect(container.querySelectorAll("circle")[1]?.getAttribute("stroke-dasharray")).toMatch(/ 0$/);
});
