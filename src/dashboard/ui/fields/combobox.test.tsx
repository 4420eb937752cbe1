import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Combobox } from "./combobox.tsx";
import { matchingOptions, type ComboboxOption } from "./option-search.tsx";

afterEach(cleanup);

const options: readonly ComboboxOption[] = ["USDC", "USDT", "SOL", "JitoSOL"].map((symbol) => ({
  value: `mint-${symbol}`,
  label: symbol,
  searchText: `${symbol} mint-${symbol}`.toLowerCase(),
}));

function Harness(): ReactNode {
  const [selected, setSelected] = useState<readonly string[]>([]);
  return (
    <>
      <Combobox
        label="Asset"
        options={options}
        selected={selected}
        onChange={setSelected}
        summary={`${selected.length} chosen`}
        placeholder="Any token"
        acceptText={(text) => (text.startsWith("mint-") ? text : undefined)}
      />
      <output>{selected.join(" ")}</output>
    </>
  );
}

const chosen = (): string => screen.getByRole("status").textContent;

describe("Combobox", () => {
  it("chooses several by keyboard and stays open", async () => {
    render(<Harness />);
    const input = screen.getByRole("combobox", { name: "Asset" });
    await userEvent.type(input, "usd");
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["USDC", "USDT"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(chosen()).toBe("mint-USDT");
    await userEvent.type(input, "jito{Enter}");
    expect(chosen()).toBe("mint-USDT mint-JitoSOL");
    expect(input.getAttribute("aria-expanded")).toBe("true");
  });

  it("points at the active option, goes round at both ends, and says what is chosen", async () => {
    render(<Harness />);
    const input = screen.getByRole("combobox", { name: "Asset" });
    await userEvent.click(input);
    const active = (): Element | null =>
      document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
    await userEvent.keyboard("{ArrowUp}");
    expect(active()?.textContent).toBe("JitoSOL");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(active()?.textContent).toBe("USDT");
    expect(active()?.getAttribute("aria-selected")).toBe("false");
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("option", { name: "USDT" }).getAttribute("aria-selected")).toBe("true");
  });

  it("chooses by press and keeps the focus in the input", async () => {
    render(<Harness />);
    const input = screen.getByRole("combobox", { name: "Asset" });
    await userEvent.click(input);
    await userEvent.click(within(screen.getByRole("listbox")).getByText("SOL"));
    expect(chosen()).toBe("mint-SOL");
    expect(document.activeElement).toBe(input);
    await userEvent.click(within(screen.getByRole("listbox")).getByText("SOL"));
    expect(chosen()).toBe("");
  });

  it("takes away the last choice on Backspace in an empty input", async () => {
    render(<Harness />);
    await userEvent.type(screen.getByRole("combobox"), "sol{Enter}usdc{Enter}{Backspace}");
    expect(chosen()).toBe("mint-SOL");
  });

  it("closes on Escape and when the focus leaves", async () => {
    render(<Harness />);
    const input = screen.getByRole("combobox", { name: "Asset" });
    await userEvent.click(input);
    await userEvent.keyboard("{Escape}");
    expect(input.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(input);
    await userEvent.tab();
    expect(input.getAttribute("aria-expanded")).toBe("false");
  });

  it("accepts a text that is no option when it may", async () => {
    render(<Harness />);
    await userEvent.type(screen.getByRole("combobox"), "mint-unknown{Enter}");
    expect(chosen()).toBe("mint-unknown");
  });
});

const matching = (
  labels: readonly string[],
  text: string,
  selected: readonly string[] = [],
): readonly string[] => {
  const list = labels.map((label) => ({ value: label, label, searchText: label.toLowerCase() }));
  return matchingOptions(list, new Set(selected), text).map(({ label }) => label);
};

describe("matchingOptions", () => {
  it("puts what was chosen first while nothing is typed", () => {
    expect(matching(["USDC", "USDT", "SOL"], "", ["SOL"])).toEqual(["SOL", "USDC", "USDT"]);
  });

  it("puts the name that was typed first, then those that begin with it, and wants every word", () => {
    const found = ["SOL", "SOL2", "JitoSOL", "mSOL"];
    expect(matching(["JitoSOL", "SOL2", "mSOL", "SOL", "USDC"], "sol")).toEqual(found);
    expect(matching(["USDC", "SOL", "JitoSOL"], "sol jito")).toEqual(["JitoSOL"]);
  });
});
