import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { readMarket } from "../../contract/markets-page.ts";
import { millis } from "../../contract/units.ts";
import { DashboardConfigContext } from "../queries/configuration.ts";
import { toMarketRow, type MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { LiveRegionProvider } from "../ui/page/live-region.tsx";
import { MarketActions, type ActionsVariant } from "./action-buttons.tsx";

const config: DashboardConfig = {
  source: { kind: "demo", label: "Demo" },
  clientKey: "key",
  interstitialUrl: "https://dial.to/",
};

function blinks(...keys: readonly string[]): Record<string, { blinkUrl: string }> {
  return Object.fromEntries(keys.map((key) => [key, { blinkUrl: `blink:https://kamino.dial.to/${key}` }]));
}

function rowOf(market: Record<string, unknown>): MarketRow {
  const read = readMarket({
    id: "m1",
    type: "lending",
    provider: { id: "kamino", name: "Kamino" },
    ...market,
  });
  if (!read.success) throw new Error(`${read.fault.path} ${read.fault.reason}`);
  return toMarketRow(read.data, { readAt: millis(0) ?? neverMissing(), page: 1 });
}

function neverMissing(): never {
  throw new Error("A finite number has a unit.");
}

/** What the market without any other facts is called. */
const m1 = marketName(rowOf({}));

function show(
  market: Record<string, unknown>,
  { variant = "row", settings = config }: { variant?: ActionsVariant; settings?: DashboardConfig } = {},
): void {
  const content: ReactNode = <MarketActions row={rowOf(market)} variant={variant} />;
  render(
    <DashboardConfigContext value={settings}>
      <LiveRegionProvider>{content}</LiveRegionProvider>
    </DashboardConfigContext>,
  );
}

afterEach(() => window.history.replaceState(null, "", "/"));

function linkNames(): readonly (string | null)[] {
  return screen.queryAllByRole("link").map((link) => link.getAttribute("aria-label"));
}

async function openMenu(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole("button", { name: /^More actions, / }));
  return screen.getByRole("menu", { name: /^More actions, / });
}

async function itemNames(): Promise<readonly (string | null)[]> {
  const menu = await openMenu();
  return within(menu)
    .getAllByRole("menuitem")
    .map((item) => item.getAttribute("aria-label") ?? item.textContent);
}

afterEach(cleanup);

describe("actions of a market", () => {
  it.each(["row", "card", "bar"] as const)(
    "each say which market they act on in a %s: many of them are below each other",
    (variant) => {
      show({ actions: blinks("deposit", "borrow"), websiteUrl: "https://kamino.com/" }, { variant });
      const names = [...screen.getAllByRole("link"), screen.getByRole("button")].map((control) =>
        control.getAttribute("aria-label"),
      );
      expect(names).toHaveLength(3);
      for (const name of names) expect(name).toContain(`, ${m1}`);
    },
  );

  it("name the token as well where the actions of several are below each other", () => {
    const market = rowOf({ actions: blinks("repay") });
    render(
      <DashboardConfigContext value={config}>
        {["USDC", "USDG"].map((token) => (
          <MarketActions key={token} row={market} variant="card" wanted={["repay"]} of={token} />
        ))}
      </DashboardConfigContext>,
    );
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Repay USDC",
      "Repay USDG",
    ]);
  });

  it("Deposit and Borrow are links that name action, host and new tab and leak nothing", () => {
    show({ actions: blinks("deposit", "withdraw", "borrow") });
    const deposit = screen.getByRole("link", { name: `Deposit, ${m1}, kamino.dial.to, opens in a new tab` });
    expect(deposit.textContent).toBe("Deposit");
    expect(deposit.getAttribute("href")).toBe(
      "https://dial.to/?action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2Fdeposit",
    );
    expect(deposit.getAttribute("target")).toBe("_blank");
    expect(deposit.getAttribute("rel")).toBe("noopener noreferrer");
    expect(deposit.getAttribute("referrerpolicy")).toBe("no-referrer");
    expect(linkNames()).toEqual([
      `Deposit, ${m1}, kamino.dial.to, opens in a new tab`,
      `Borrow, ${m1}, kamino.dial.to, opens in a new tab`,
    ]);
  });

  it("where loans are sought no button offers a deposit alone: the provider's page is there", async () => {
    window.history.replaceState(null, "", "/?view=borrow");
    const market = { actions: blinks("deposit"), websiteUrl: "https://kamino.com/" };
    show(market);
    expect(screen.queryByRole("link", { name: /^Deposit/ })).toBeNull();
    expect(screen.getByRole("link", { name: /^Open on Kamino/ })).toBeDefined();
    expect(await itemNames()).toContainEqual(expect.stringMatching(/^Deposit/));
    cleanup();
    show({ ...market, actions: blinks("deposit", "borrow") });
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Borrow", "Deposit"]);
  });

  it("all other actions, the provider's page and the id are in More actions, known ones first", async () => {
    show({
      actions: blinks("deposit", "stakeAndLock", "claimRewards", "repay", "withdraw", "Bad Key"),
      websiteUrl: "https://kamino.com/lend",
    });
    expect(await itemNames()).toEqual([
      "Withdraw, kamino.dial.to, opens in a new tab",
      "Repay, kamino.dial.to, opens in a new tab",
      "Claim rewards, kamino.dial.to, opens in a new tab",
      "Stake and lock, kamino.dial.to, opens in a new tab",
      "Open on Kamino. The real site; figures here are simulated. kamino.com, opens in a new tab",
      "New alert rule",
      "Copy market id",
    ]);
  });

  it("actions that are not offered are absent", async () => {
    show({ actions: { ...blinks("deposit"), withdraw: null } });
    expect(screen.queryByText("Borrow")).toBeNull();
    expect(await itemNames()).toEqual(["New alert rule", "Copy market id"]);
  });

  it("a loop shows Deposit and Set up, a perpetual Open position", () => {
    show({ type: "loop", actions: blinks("setup", "deposit", "withdraw") });
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Deposit", "Set up"]);
    cleanup();
    show({ type: "perpetual", actions: blinks("setup", "openPosition", "closePosition") });
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Open position"]);
    cleanup();
    show(
      { type: "perpetual", actions: blinks("setup", "openPosition", "closePosition") },
      { variant: "card" },
    );
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Open position", "Set up"]);
  });

  it("a market without actions leads to the provider's page", async () => {
    show({
      type: "prediction",
      provider: { id: "dflow", name: "DFlow" },
      websiteUrl: "https://dflow.net/m",
    });
    expect(linkNames()).toEqual([
      expect.stringMatching(/^Open on DFlow, .*DFlow, dflow\.net, opens in a new tab$/),
    ]);
    expect(await itemNames()).toEqual(["Copy market id"]);
  });

  it("a page of a market has its main action at the outer edge and nothing but actions beside it", () => {
    show({ actions: blinks("deposit", "borrow"), websiteUrl: "https://kamino.com/" }, { variant: "page" });
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Borrow", "Deposit"]);
  });
});

describe("refused links", () => {
  const refused = { deposit: { blinkUrl: "blink:http://kamino.dial.to/" } };

  it("lead to the provider's page where there is one, and say so", () => {
    show({ actions: refused, websiteUrl: "https://kamino.com/" });
    const link = screen.getByRole("link", {
      name: `Deposit on Kamino, ${m1}, kamino.com, opens in a new tab`,
    });
    expect(link.getAttribute("href")).toBe("https://kamino.com/");
    expect(link.getAttribute("title")).toBe(
      "Deposit cannot be opened from here: its link is not https. This opens Kamino instead.",
    );
  });

  it("are disabled controls with their reason where there is no page, or its address is refused too", () => {
    for (const websiteUrl of [null, "http://kamino.com/"]) {
      show({ actions: refused, websiteUrl });
      const button = screen.getByRole("button", { name: "Deposit" });
      expect(button.getAttribute("aria-disabled")).toBe("true");
      expect(button.getAttribute("title")).toBe("Deposit cannot be opened: its link is not https.");
      expect(screen.queryAllByRole("link")).toEqual([]);
      cleanup();
    }
  });

  it("stay in the menu, disabled, with their reason", async () => {
    show({
      actions: { ...blinks("deposit"), withdraw: { blinkUrl: 5 }, repay: {} },
      websiteUrl: "https://user@kamino.com/",
    });
    const menu = await openMenu();
    const disabled = within(menu)
      .getAllByRole("menuitem")
      .filter((item) => item.getAttribute("aria-disabled") === "true");
    expect(disabled.map((item) => item.textContent)).toEqual([
      "Withdraw Not possible from here: it has no link.",
      "Repay Not possible from here: it has no link.",
      "Open on Kamino Not possible: its link contains a user name or hides its host.",
    ]);
    expect(within(menu).queryAllByRole("link")).toEqual([]);
  });

  it("hosts outside the configured list are refused", () => {
    show({ actions: blinks("deposit") }, { settings: { ...config, actionHosts: ["example.org"] } });
    expect(screen.getByRole("button", { name: "Deposit" }).getAttribute("title")).toBe(
      "Deposit cannot be opened: its host is not on the list of allowed hosts.",
    );
  });
});

describe("Copy market id", () => {
  it("puts the id on the clipboard and says so", async () => {
    const user = userEvent.setup();
    show({ id: "kamino.lending.1", actions: blinks("deposit") });
    await user.click(screen.getByRole("button", { name: /^More actions, / }));
    await user.click(screen.getByRole("menuitem", { name: "Copy market id" }));
    await screen.findByText("Market id copied.");
    expect(await navigator.clipboard.readText()).toBe("kamino.lending.1");
  });
});
