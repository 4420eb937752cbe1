import { cleanup, render, renderHook, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { readRow } from "../../../tests/fixtures/market-rows.ts";
import { demoConfig, queryWrapper } from "../../../tests/fixtures/queries.tsx";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { createQueryClient } from "../queries/query-client.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { LiveRegionProvider } from "../ui/page/live-region.tsx";
import { MarketActions, useRowActions, type ActionsVariant } from "./action-buttons.tsx";

const config = { ...demoConfig, interstitialUrl: "https://dial.to/" };

function blinks(...keys: readonly string[]): Record<string, { blinkUrl: string }> {
  return Object.fromEntries(keys.map((key) => [key, { blinkUrl: `blink:https://kamino.dial.to/${key}` }]));
}

/** The name of a market of which only the id is known. */
const m1 = marketName(readRow({ id: "m1" }));

function show(
  market: Record<string, unknown>,
  { variant = "row", settings = config }: { variant?: ActionsVariant; settings?: DashboardConfig } = {},
): void {
  render(
    <LiveRegionProvider>
      <MarketActions row={readRow({ id: "m1", ...market })} variant={variant} />
    </LiveRegionProvider>,
    { wrapper: queryWrapper(createQueryClient(), settings) },
  );
}

afterEach(() => window.history.replaceState(null, "", "/"));

const linkTexts = (): readonly (string | null)[] =>
  screen.queryAllByRole("link").map(({ textContent }) => textContent);

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

describe("actions of a market", () => {
  it.each(["row", "card", "bar"] as const)("name the market they act on in a %s", (variant) => {
    show({ actions: blinks("deposit", "borrow"), websiteUrl: "https://kamino.com/" }, { variant });
    const controls = [...screen.getAllByRole("link"), screen.getByRole("button")];
    expect(controls).toHaveLength(3);
    for (const control of controls) expect(control.getAttribute("aria-label")).toContain(`, ${m1}`);
  });

  it("name the token when actions of several tokens are listed together", () => {
    const market = readRow({ actions: blinks("repay") });
    const shown = ["USDC", "USDG"].map((token) => (
      <MarketActions key={token} row={market} variant="card" wanted={["repay"]} of={token} />
    ));
    render(shown, { wrapper: queryWrapper(createQueryClient(), config) });
    expect(linkTexts()).toEqual(["Repay USDC", "Repay USDG"]);
  });

  it("Deposit and Borrow links name action, host and new tab, and send no referrer", () => {
    show({ actions: blinks("deposit", "withdraw", "borrow") });
    const given = screen
      .getAllByRole("link")
      .map((link) =>
        ["aria-label", "href", "target", "rel", "referrerpolicy"].map((name) => link.getAttribute(name)),
      );
    expect(given).toEqual(
      ["Deposit", "Borrow"].map((word) => [
        `${word}, ${m1}, kamino.dial.to, opens in a new tab`,
        `https://dial.to/?action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2F${word.toLowerCase()}`,
        "_blank",
        "noopener noreferrer",
        "no-referrer",
      ]),
    );
    expect(linkTexts()).toEqual(["Deposit", "Borrow"]);
  });

  it("the borrow view moves a lone Deposit to the menu and links to the provider's page", async () => {
    window.history.replaceState(null, "", "/?view=borrow");
    const market = { actions: blinks("deposit"), websiteUrl: "https://kamino.com/" };
    show(market);
    expect(screen.queryByRole("link", { name: /^Deposit/ })).toBeNull();
    expect(screen.getByRole("link", { name: /^Open on Kamino/ })).toBeDefined();
    expect(await itemNames()).toContainEqual(expect.stringMatching(/^Deposit/));
    cleanup();
    show({ ...market, actions: blinks("deposit", "borrow") });
    expect(linkTexts()).toEqual(["Borrow", "Deposit"]);
  });

  it("a deposit at the cap, or a loan with nothing left, is no button but stays in the menu", async () => {
    const market = {
      type: "lending",
      actions: blinks("deposit", "borrow"),
      totalDeposit: 10,
      totalBorrow: 4,
    };
    show({ ...market, maxDeposit: 20, maxBorrow: 0 }, { variant: "card" });
    expect(linkTexts()).toEqual(["Deposit"]);
    expect(await itemNames()).toContainEqual(expect.stringMatching(/^Borrow/));
    cleanup();
    show({ ...market, maxDeposit: 10 });
    expect(linkTexts()).toEqual(["Borrow"]);
  });

  it("More actions lists the known and unknown actions that are offered, the provider's page and extras", async () => {
    show({
      actions: { ...blinks("deposit", "stakeAndLock", "claimRewards", "repay", "Bad Key"), withdraw: null },
      websiteUrl: "https://kamino.com/lend",
    });
    expect(await itemNames()).toEqual([
      "Repay, kamino.dial.to, opens in a new tab",
      "Claim rewards, kamino.dial.to, opens in a new tab",
      "Stake and lock, kamino.dial.to, opens in a new tab",
      "Open on Kamino. The real site; figures here are simulated. kamino.com, opens in a new tab",
      "New alert rule",
      "Copy market id",
    ]);
  });

  it.each<
    readonly [type: string, variant: ActionsVariant, keys: readonly string[], shown: readonly string[]]
  >([
    ["loop", "row", ["setup", "deposit", "withdraw"], ["Deposit", "Set up"]],
    ["perpetual", "row", ["setup", "openPosition", "closePosition"], ["Open position"]],
    ["perpetual", "card", ["setup", "openPosition", "closePosition"], ["Open position", "Set up"]],
    // On a page the main action comes last.
    ["lending", "page", ["deposit", "borrow"], ["Borrow", "Deposit"]],
  ])("a %s market in a %s with the actions %j shows %j", (type, variant, keys, shown) => {
    show({ type, actions: blinks(...keys), websiteUrl: "https://kamino.com/" }, { variant });
    expect(linkTexts()).toEqual(shown);
  });

  it("a market without actions links to the provider's page", async () => {
    const provider = { id: "dflow", name: "DFlow" };
    show({ type: "prediction", provider, websiteUrl: "https://dflow.net/m" });
    expect(linkNames()).toEqual([
      expect.stringMatching(/^Open on DFlow, .*DFlow, dflow\.net, opens in a new tab$/),
    ]);
    expect(await itemNames()).toEqual(["Copy market id"]);
  });
});

describe("refused links", () => {
  const refused = { deposit: { blinkUrl: "blink:http://kamino.dial.to/" } };

  it("fall back to the provider's page and say so", () => {
    show({ actions: refused, websiteUrl: "https://kamino.com/" });
    const name = `Deposit on Kamino, ${m1}, kamino.com, opens in a new tab`;
    const link = screen.getByRole("link", { name });
    expect(link.getAttribute("href")).toBe("https://kamino.com/");
    // In a row of the list, only this names the host.
    expect(link.getAttribute("title")).toBe(
      "Deposit cannot be opened from here: its link is not https. This opens Kamino instead: kamino.com, opens in a new tab.",
    );
  });

  it("become disabled buttons with a reason when the provider's page is missing or refused", () => {
    for (const websiteUrl of [null, "http://kamino.com/"]) {
      show({ actions: refused, websiteUrl });
      const button = screen.getByRole("button", { name: "Deposit" });
      expect(button.getAttribute("aria-disabled")).toBe("true");
      expect(button.getAttribute("title")).toBe("Deposit cannot be opened: its link is not https.");
      expect(screen.queryAllByRole("link")).toEqual([]);
      cleanup();
    }
  });

  it("stay in the menu, disabled, with a reason", async () => {
    const actions = { ...blinks("deposit"), withdraw: { blinkUrl: 5 }, repay: {} };
    show({ actions, websiteUrl: "https://user@kamino.com/" });
    const menu = await openMenu();
    const disabled = within(menu)
      .getAllByRole("menuitem")
      .filter((item) => item.getAttribute("aria-disabled") === "true");
    expect(disabled.map((item) => item.textContent)).toEqual([
      "Withdraw Unavailable here: it has no link.",
      "Repay Unavailable here: it has no link.",
      "Open on Kamino Unavailable: its link contains a user name or hides its host.",
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

it("Copy market id copies the id and confirms it", async () => {
  const user = userEvent.setup();
  show({ id: "kamino.lending.1", actions: blinks("deposit") });
  await user.click(screen.getByRole("button", { name: /^More actions, / }));
  await user.click(screen.getByRole("menuitem", { name: "Copy market id" }));
  await screen.findByText("Market id copied.");
  expect(await navigator.clipboard.readText()).toBe("kamino.lending.1");
});

it("the menu of a row has every action but its button", () => {
  const { result } = renderHook(useRowActions, { wrapper: queryWrapper(createQueryClient(), config) });
  const items = result.current.menuOf(readRow({ id: "m1", actions: blinks("deposit", "borrow", "repay") }));
  expect(items.map(({ label }) => label)).toEqual(["Borrow", "Repay", "New alert rule", "Copy market id"]);
});
