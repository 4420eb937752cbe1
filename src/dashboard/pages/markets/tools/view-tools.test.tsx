import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../../queries/query-client.ts";
import { defaultViewState } from "../../../../domain/view-state/codec.ts";
import { LiveRegionProvider } from "../../../ui/page/live-region.tsx";
import { ListContext } from "../list-context.ts";
import { ViewTools } from "./view-tools.tsx";

vi.mock("../../../select/export-rows.ts", () => {
  throw new Error("A newer release has removed the file.");
});

test("an export whose code does not load says so", async () => {
  const user = userEvent.setup();
  render(
    <LiveRegionProvider>
      <ListContext value={listContext([], defaultViewState)}>
        <ViewTools place="toolbar" />
      </ListContext>
    </LiveRegionProvider>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  await user.click(screen.getByRole("button", { name: "Export" }));
  await user.click(screen.getByRole("menuitem", { name: /CSV/ }));
  await vi.waitFor(() =>
    expect(screen.getByTestId("announcements").textContent).toBe(
      "The markets could not be exported. Reload the page and try again.",
    ),
  );
});
