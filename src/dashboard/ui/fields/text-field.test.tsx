import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import type { ParsedInput } from "../../../domain/format/read-amount.ts";
import { ValueField } from "./text-field.tsx";

const read = (text: string): ParsedInput<number | undefined> =>
  text === ""
    ? { ok: true, value: undefined }
    : /^\d+$/.test(text)
      ? { ok: true, value: Number(text) }
      : { ok: false, message: "Write digits." };
const write = (value: number | undefined): string =>
  value === undefined ? "" : value.toLocaleString("en-US");

interface HarnessProps {
  readonly onValue: (value: number | undefined) => void;
  /** Of a token whose amount is stored in dollars. */
  readonly price?: number;
}

function Harness({ onValue, price = 1 }: HarnessProps): ReactNode {
  const [value, setValue] = useState<number | undefined>(undefined);
  return (
    <>
      <ValueField
        label="Size"
        value={value === undefined ? undefined : value / price}
        read={read}
        write={write}
        onValue={(next) => {
          setValue(next === undefined ? undefined : next * price);
          onValue(next);
        }}
      />
      <button onClick={() => setValue(7000)}>From outside</button>
      <button onClick={() => setValue(undefined)}>Clear</button>
    </>
  );
}

describe("ValueField", () => {
  const onValue = vi.fn();
  const show = (): HTMLInputElement => {
    render(<Harness onValue={onValue} />);
    return screen.getByRole("textbox", { name: "Size" });
  };

  it("reports readable values while typing and formats them on blur", async () => {
    const field = show();
    await userEvent.type(field, "5000");
    expect(onValue).toHaveBeenLastCalledWith(5000);
    expect(field.value).toBe("5000");
    await userEvent.tab();
    expect(field.value).toBe("5,000");
  });

  it("explains unreadable input, and leaves it on Escape", async () => {
    const field = show();
    await userEvent.type(field, "50x");
    expect(field.value).toBe("50x");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = field.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("Write digits.");
    await userEvent.keyboard("{Escape}");
    expect(field.value).toBe("");
  });

  it.each([
    ["Clear", undefined],
    ["From outside", 7000],
  ])("restores the value before an unreadable draft: %s", async (button, before) => {
    const field = show();
    await userEvent.click(screen.getByText(button));
    await userEvent.clear(field);
    await userEvent.type(field, "25");
    expect(onValue).toHaveBeenLastCalledWith(25);
    await userEvent.type(field, "xy");
    expect(onValue).toHaveBeenLastCalledWith(before);
    await userEvent.tab();
    expect(field.value).toBe("25xy");
    await userEvent.type(field, "{Backspace}{Backspace}");
    expect(onValue).toHaveBeenLastCalledWith(25);
  });

  it("restores that value also after one that came back with a rounding error", async () => {
    expect((3 * 0.1) / 0.1).not.toBe(3);
    render(<Harness onValue={onValue} price={0.1} />);
    await userEvent.type(screen.getByRole("textbox"), "3x");
    expect(onValue).toHaveBeenLastCalledWith(undefined);
  });

  it("is overwritten by a value from outside, including none", async () => {
    const field = show();
    await userEvent.type(field, "50x");
    await userEvent.click(screen.getByText("From outside"));
    expect(field.value).toBe("7,000");
    await userEvent.clear(field);
    await userEvent.type(field, "12");
    await userEvent.click(screen.getByText("Clear"));
    expect(field.value).toBe("");
  });
});
