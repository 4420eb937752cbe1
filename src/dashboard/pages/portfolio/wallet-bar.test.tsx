import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { queryWrapper, demoConfig } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { currentSearch } from "../../view-state/address.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { PrivacyText, WalletBar, WalletsContext } from "./wallet-bar.tsx";

const one = "So11111111111111111111111111111111111111112";
const other = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

beforeEach(() => window.history.replaceState(null, "", "/portfolio"));

function open(): HTMLElement {
  render(<WalletBar />, { wrapper: queryWrapper(createQueryClient(), demoConfig) });
  return screen.getByRole("textbox", { name: "Add a wallet address" });
}

it("adds several addresses up to the first invalid one, which stays in the field with the rest", async () => {
  const field = open();
  await userEvent.type(field, `${one} 0xbad, ${other}{Enter}`);
  expect(readParameter(currentSearch(), "wallet")).toBe(one);
  expect(field).toHaveProperty("value", `0xbad,${other}`);
  expect(screen.getByRole("alert").textContent).not.toBe("");
});

it("says that a wallet was removed", async () => {
  window.history.replaceState(null, "", `/portfolio?wallet=${one}`);
  const wrapper = queryWrapper(createQueryClient(), demoConfig);
  const bar = (
    <LiveRegionProvider>
      <WalletsContext value={[one]}>
        <WalletBar />
      </WalletsContext>
    </LiveRegionProvider>
  );
  render(bar, { wrapper });
  await userEvent.click(screen.getByRole("button", { name: "Remove wallet So11…1112" }));
  expect(screen.getByRole("status").textContent).toBe("So11…1112 removed.");
});

it("starts with the refused part of the address", () => {
  window.history.replaceState(null, "", `/portfolio?wallet=${one},0xbad`);
  expect(open()).toHaveProperty("value", "0xbad");
});

it("keeps the eleventh wallet of a link in the field, and says why", () => {
  const wallets = Array.from(
    { length: 11 },
    (_, index) => `${one.slice(0, -1)}${"123456789AB".charAt(index)}`,
  );
  window.history.replaceState(null, "", `/portfolio?wallet=${wallets.join(",")}`);
  const wrapper = queryWrapper(createQueryClient(), demoConfig);
  render(
    <WalletsContext value={wallets.slice(0, 10)}>
      <WalletBar />
    </WalletsContext>,
    { wrapper },
  );
  expect(screen.getByRole("textbox")).toHaveProperty("value", wallets[10]);
  screen.getByText("At most 10 wallets can be shown together.");
});

it("judges each address of a list by itself", async () => {
  const field = open();
  const alert = screen.getByRole("alert");
  await userEvent.type(field, `${one}, ${other.slice(0, 9)}`);
  expect(alert.textContent).toBe("");
  await userEvent.type(field, `${other.slice(9)}{Tab}`);
  expect(alert.textContent).toBe("");
  await userEvent.clear(field);
  await userEvent.type(field, "not an address{Enter}");
  expect(alert.textContent).toContain("Too short: 3 characters");
});

it.each([
  [undefined, false],
  [{ everyMs: 60_000, send: false }, true],
])("says that a rule for a loan stores its wallet, if there can be rules: %j", (alerts, isSaid) => {
  const config = { ...demoConfig, alerts };
  const { container } = render(<PrivacyText />, { wrapper: queryWrapper(createQueryClient(), config) });
  expect(/alert rule for a loan/.test(container.textContent)).toBe(isSaid);
});
