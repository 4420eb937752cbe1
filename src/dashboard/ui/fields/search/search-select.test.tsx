import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { ComboboxOption } from "./option-search.ts";
import { SearchSelect } from "./search-select.tsx";

const options: readonly ComboboxOption[] = ["USDC", "USDT", "SOL"].map((symbol) => ({
  value: `mint-${symbol}`,
  label: symbol,
  searchText: symbol.toLowerCase(),
}));

function Harness({ from = "" }: { readonly from?: string }): ReactNode {
  const [value, setValue] = useState(from);
  return (
    <>
      <SearchSelect
        label="I hold"
        none="any token"
        options={options}
        value={value}
        text={value.replace("mint-", "")}
        onValue={setValue}
      />
      <button type="button">Next</button>
      <output>{value}</output>
    </>
  );
}

const chosen = (): string => screen.getByRole("status").textContent;
const field = (): HTMLInputElement => screen.getByRole("combobox", { name: "I hold" });

describe("a searchable select", () => {
  it("accepts the typed match on Tab and moves focus on", async () => {
    render(<Harness />);
    field().focus();
    await userEvent.keyboard("u{Tab}");
    expect(chosen()).toBe("mint-USDC");
    expect(field().value).toBe("USDC");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next" }));
  });

  it("replaces its value when typed over and closes on a choice", async () => {
    render(<Harness from="mint-USDC" />);
    await userEvent.tab();
    await userEvent.keyboard("so{Enter}");
    expect([chosen(), field().value, field().getAttribute("aria-expanded")]).toEqual([
      "mint-SOL",
      "SOL",
      "false",
    ]);
    await userEvent.click(field());
    await userEvent.click(screen.getByRole("option", { name: "USDT" }));
    expect([chosen(), field().getAttribute("aria-expanded")]).toEqual(["mint-USDT", "false"]);
  });

  it("offers an option for no value and has no value when cleared", async () => {
    render(<Harness from="mint-USDC" />);
    await userEvent.click(field());
    await userEvent.click(screen.getByRole("option", { name: "any token" }));
    expect([chosen(), field().value, field().placeholder]).toEqual(["", "", "any token"]);
    await userEvent.type(field(), "sol{Enter}");
    await userEvent.clear(field());
    expect(chosen()).toBe("");
  });

  it("restores its value when typing is abandoned", async () => {
    render(<Harness from="mint-SOL" />);
    await userEvent.tab();
    await userEvent.keyboard("us{Escape}");
    expect([chosen(), field().value]).toEqual(["mint-SOL", "SOL"]);
    await userEvent.keyboard("{ArrowDown}");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect([chosen(), field().getAttribute("aria-expanded")]).toEqual(["mint-SOL", "false"]);
    // Tab without typing changes nothing.
    await userEvent.tab({ shift: true });
    await userEvent.tab();
    expect(chosen()).toBe("mint-SOL");
  });
});
