import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { Combobox } from "./combobox.tsx";
import { matchingOptions, type ComboboxOption } from "./option-search.ts";

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

const show = (): HTMLElement => {
  render(<Harness />);
  return screen.getByRole("combobox", { name: "Asset" });
};

describe("Combobox", () => {
  it("selects several by keyboard, stays open, and Backspace removes the last one", async () => {
    const input = show();
    await userEvent.type(input, "usd");
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["USDC", "USDT"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(chosen()).toBe("mint-USDT");
    await userEvent.type(input, "jito{Enter}");
    expect(chosen()).toBe("mint-USDT mint-JitoSOL");
    expect(input.getAttribute("aria-expanded")).toBe("true");
    await userEvent.keyboard("{Backspace}");
    expect(chosen()).toBe("mint-USDT");
  });

  it("does not say that nothing matches while options may come", async () => {
    const field = {
      label: "Asset",
      options,
      selected: [],
      onChange: () => undefined,
      summary: "",
      placeholder: "",
    };
    const { rerender } = render(<Combobox {...field} awaited="Still loading." />);
    await userEvent.type(screen.getByRole("combobox"), "none");
    screen.getByText("Still loading.");
    rerender(<Combobox {...field} />);
    screen.getByText("No match.");
  });

  it("marks the active option, wraps around at both ends, and exposes what is selected", async () => {
    const input = show();
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

  it("selects and deselects on click and keeps focus in the input", async () => {
    const input = show();
    await userEvent.click(input);
    for (const left of ["mint-SOL", ""]) {
      await userEvent.click(within(screen.getByRole("listbox")).getByText("SOL"));
      expect(chosen()).toBe(left);
    }
    expect(document.activeElement).toBe(input);
  });

  it("closes on Escape and when the focus leaves", async () => {
    const input = show();
    for (const key of ["{Escape}", "{Tab}"]) {
      await userEvent.click(input);
      expect(input.getAttribute("aria-expanded")).toBe("true");
      await userEvent.keyboard(key);
      expect(input.getAttribute("aria-expanded")).toBe("false");
    }
  });

  it("accepts text that is not an option where allowed", async () => {
    await userEvent.type(show(), "mint-unknown{Enter}");
    expect(chosen()).toBe("mint-unknown");
  });
});

const matching = (labels: string, text: string, selected: readonly string[] = []): string => {
  const list = labels.split(" ").map((label) => ({ value: label, label, searchText: label.toLowerCase() }));
  return matchingOptions(list, new Set(selected), text)
    .map(({ label }) => label)
    .join(" ");
};

it("options match every word: selected ones first, then exact, then prefix matches", () => {
  expect(matching("USDC USDT SOL", "", ["SOL"])).toBe("SOL USDC USDT");
  expect(matching("JitoSOL SOL2 mSOL SOL USDC", "sol")).toBe("SOL SOL2 JitoSOL mSOL");
  expect(matching("USDC SOL JitoSOL", "sol jito")).toBe("JitoSOL");
  expect(matching("SOL/JLP JLP/SOL USDC/SOL", "jlp / sol")).toBe("JLP/SOL SOL/JLP");
});
