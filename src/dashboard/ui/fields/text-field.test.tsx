import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Reading } from "../../../domain/format/read-amount.ts";
import { ValueField } from "./text-field.tsx";

afterEach(cleanup);

const read = (text: string): Reading<number | undefined> =>
  text === ""
    ? { ok: true, value: undefined }
    : /^\d+$/.test(text)
      ? { ok: true, value: Number(text) }
      : { ok: false, message: "Write digits." };
const write = (value: number | undefined): string =>
  value === undefined ? "" : value.toLocaleString("en-US");

function Harness({ onValue }: { readonly onValue: (value: number | undefined) => void }): ReactNode {
  const [value, setValue] = useState<number | undefined>(undefined);
  return (
    <>
      <ValueField
        label="Size"
        value={value}
        read={read}
        write={write}
        onValue={(next) => {
          setValue(next);
          onValue(next);
        }}
      />
      <button type="button" onClick={() => setValue(7000)}>
        From outside
      </button>
      <button type="button" onClick={() => setValue(undefined)}>
        Clear
      </button>
    </>
  );
}

describe("ValueField", () => {
  it("hands on readable values while typing, and leaves the text as typed", async () => {
    const onValue = vi.fn();
    render(<Harness onValue={onValue} />);
    const field = screen.getByRole("textbox", { name: "Size" });
    await userEvent.type(field, "5000");
    expect(onValue).toHaveBeenLastCalledWith(5000);
    expect(field).toHaveProperty("value", "5000");
  });

  it("explains what cannot be read and keeps the old value", async () => {
    const onValue = vi.fn();
    render(<Harness onValue={onValue} />);
    const field = screen.getByRole("textbox", { name: "Size" });
    await userEvent.type(field, "50x");
    expect(onValue).toHaveBeenLastCalledWith(50);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = field.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("Write digits.");
  });

  it("writes the value in its own form when the field is left", async () => {
    render(<Harness onValue={() => undefined} />);
    const field = screen.getByRole("textbox", { name: "Size" });
    await userEvent.type(field, "5000");
    await userEvent.tab();
    expect(field).toHaveProperty("value", "5,000");
  });

  it("gives way to a value that comes from outside, also to none", async () => {
    render(<Harness onValue={() => undefined} />);
    const field = screen.getByRole("textbox", { name: "Size" });
    await userEvent.type(field, "50x");
    await userEvent.click(screen.getByText("From outside"));
    expect(field).toHaveProperty("value", "7,000");
    await userEvent.clear(field);
    await userEvent.type(field, "12");
    await userEvent.click(screen.getByText("Clear"));
    expect(field).toHaveProperty("value", "");
  });

  it("returns to the value on Escape", async () => {
    render(<Harness onValue={() => undefined} />);
    const field = screen.getByRole("textbox", { name: "Size" });
    await userEvent.type(field, "5y{Escape}");
    expect(field).toHaveProperty("value", "5");
  });
});
