import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { queryWrapper, demoConfig } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { currentSearch } from "../../view-state/address.ts";
import { WalletBar } from "./wallet-bar.tsx";

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

it("starts with the refused part of the address", () => {
  window.history.replaceState(null, "", `/portfolio?wallet=${one},0xbad`);
  expect(open()).toHaveProperty("value", "0xbad");
});
