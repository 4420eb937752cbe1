import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { readRow } from "../../../../../tests/fixtures/market-rows.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { defaultViewState } from "../../../../domain/view-state/codec.ts";
import { chooseView } from "../../../../domain/view-state/views.ts";
import type { ViewId } from "../../../../domain/view-state/view-state.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { ListContext } from "../list-context.ts";
import { FilterSheet } from "./filter-sheet.tsx";

const outcomes = ["a", "b"].map((id) =>
  readRow({ id, type: "prediction", title: "Rain?", subtitle: id, bundleId: "rain", status: "open" }),
);
const pool = readRow({ id: "pool", depositApy: 0.05 });

test.each([
  ["earn", "Show 1 market", true],
  ["prediction", "Show 1 event", false],
] as const)(
  "in %s the button counts what the list does: %s; has an APY basis: %s",
  (view: ViewId, label, has) => {
    const state = { ...defaultViewState, ...chooseView(view), hideSmall: false };
    const rows = view === "earn" ? [pool] : outcomes;
    render(
      <ListContext value={listContext(rows, state)}>
        <FilterSheet onClose={() => undefined} />
      </ListContext>,
      { wrapper: queryWrapper(createQueryClient()) },
    );
    expect(screen.getByRole("button", { name: label })).toBeTruthy();
    expect(screen.queryByText("APY basis") !== null).toBe(has);
  },
);
