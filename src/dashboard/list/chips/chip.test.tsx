import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { HelpTooltip } from "../../ui/overlay/tooltip.tsx";
import { Chip } from "./chip.tsx";

const remove = (): HTMLElement => screen.getByRole("button", { name: "Remove filter Deposits ≥ $1M" });
const tip = (): string | undefined => screen.queryByRole("tooltip")?.textContent;

test("a chip explains its filter when its button has focus or the pointer rests on it", async () => {
  // Without a layout elements have no size, and the anchor would count as out of view.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
  const onRemove = vi.fn();
  render(
    <>
      <Chip field="Deposits" value="≥ $1M" help="Hides the others." onRemove={onRemove} />
      <HelpTooltip />
    </>,
  );
  expect(remove().getAttribute("aria-description")).toBe("Hides the others.");
  act(() => remove().focus());
  expect(tip()).toBe("Hides the others.");
  act(() => remove().blur());
  expect(tip()).toBeUndefined();
  fireEvent.pointerOver(screen.getByText("Deposits"));
  await waitFor(() => expect(tip()).toBe("Hides the others."));
  fireEvent.click(remove());
  expect(onRemove).toHaveBeenCalledOnce();
});
