import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Checkbox } from "./checkbox.tsx";
import { Chip, ChoiceChip } from "../marks/chip.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import { LiveRegionProvider, useAnnounce } from "../page/live-region.tsx";
import { Segmented } from "./segmented.tsx";
import { Switch } from "./switch.tsx";

afterEach(cleanup);

const descriptionOf = (element: Element): string =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

function Speaker(): ReactNode {
  const announce = useAnnounce();
  return (
    <button type="button" onClick={() => announce("Sorted.")}>
      Say
    </button>
  );
}

function Fragile({ broken }: { readonly broken: boolean }): ReactNode {
  if (broken) throw new Error("broken");
  return "whole";
}

function Harness(): ReactNode {
  const [broken, setBroken] = useState(true);
  return (
    <ErrorBoundary
      fallback={({ retry }) => (
        <button
          type="button"
          onClick={() => {
            setBroken(false);
            retry();
          }}
        >
          Again
        </button>
      )}
    >
      <Fragile broken={broken} />
    </ErrorBoundary>
  );
}

describe("Checkbox", () => {
  it("has the count as its description and not in its name", async () => {
    const onChange = vi.fn();
    render(<Checkbox label="Lending" count="170" countNoun="markets" checked={false} onChange={onChange} />);
    const box = screen.getByRole("checkbox", { name: "Lending" });
    expect(descriptionOf(box)).toBe("170 markets");
    await userEvent.click(screen.getByText("Lending"));
    expect(onChange).toHaveBeenCalledWith(true);
  });

  it("says why it cannot be pressed", () => {
    render(
      <Checkbox
        label="Fits my size"
        checked={false}
        disabled
        reason="Enter a size first."
        onChange={() => undefined}
      />,
    );
    expect(descriptionOf(screen.getByRole("checkbox", { name: "Fits my size" }))).toBe("Enter a size first.");
  });
});

describe("Segmented", () => {
  it("is a named group of radios", async () => {
    const onChange = vi.fn();
    render(
      <Segmented
        label="APY basis"
        options={[
          { value: "total", label: "Total" },
          { value: "base", label: "Base" },
        ]}
        value="total"
        onChange={onChange}
      />,
    );
    screen.getByRole("radiogroup", { name: "APY basis" });
    expect(screen.getByRole("radio", { name: "Total" })).toHaveProperty("checked", true);
    await userEvent.click(screen.getByRole("radio", { name: "Base" }));
    expect(onChange).toHaveBeenCalledWith("base");
  });
});

describe("Switch", () => {
  it("says whether it is on", () => {
    render(<Switch label="Refresh every 10 min" checked onChange={() => undefined} />);
    expect(screen.getByRole("switch", { name: "Refresh every 10 min" }).getAttribute("aria-checked")).toBe(
      "true",
    );
  });
});

describe("Chip", () => {
  it("is removed by a button that names what it removes", async () => {
    const onRemove = vi.fn();
    render(<Chip field="Type" value="Lending, Yield" onRemove={onRemove} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter Type Lending, Yield" }));
    expect(onRemove).toHaveBeenCalledOnce();
  });

  it("says as a choice whether it is pressed", () => {
    render(<ChoiceChip label="Stables" pressed onPress={() => undefined} />);
    expect(screen.getByRole("button", { name: "Stables" }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("Dialog", () => {
  it("is open while rendered, and asks to be closed", async () => {
    const onClose = vi.fn();
    render(
      <Dialog title="Use a live source" onClose={onClose}>
        Text
      </Dialog>,
    );
    expect(screen.getByRole("dialog", { name: "Use a live source" })).toHaveProperty("open", true);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("useAnnounce", () => {
  it("says the same sentence again, as a change of the region", async () => {
    render(
      <LiveRegionProvider>
        <Speaker />
      </LiveRegionProvider>,
    );
    const region = screen.getByTestId("announcements");
    expect(region.textContent).toBe("");
    await userEvent.click(screen.getByText("Say"));
    const first = region.textContent;
    await userEvent.click(screen.getByText("Say"));
    expect(first.trim()).toBe("Sorted.");
    expect(region.textContent).not.toBe(first);
    expect(region.textContent.trim()).toBe("Sorted.");
  });
});

describe("ErrorBoundary", () => {
  it("shows the fallback, and the children again once they can be rendered", async () => {
    // React reports a caught fault to the console in development; here it is what is tested.
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { container } = render(<Harness />);
    await userEvent.click(screen.getByText("Again"));
    expect(container.textContent).toBe("whole");
    silence.mockRestore();
  });
});
