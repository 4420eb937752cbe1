import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ViewTabs } from "./view-tabs.tsx";

describe("ViewTabs", () => {
  it("names each tab by its view alone and gives the count as description", () => {
    render(<ViewTabs view="earn" onView={() => undefined} countOf={() => 230} panelId="panel" />);
    const tab = screen.getByRole("tab", { name: "Earn" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    expect(document.getElementById(tab.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "230 markets",
    );
  });

  it("moves focus by arrow keys and selects by Enter", async () => {
    const onView = vi.fn();
    render(<ViewTabs view="earn" onView={onView} countOf={() => undefined} panelId="panel" />);
    screen.getByRole("tab", { name: "Earn" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Borrow" }));
    expect(onView).not.toHaveBeenCalled();
    await userEvent.keyboard("{End}{Enter}");
    expect(onView).toHaveBeenCalledWith("all");
  });
});
