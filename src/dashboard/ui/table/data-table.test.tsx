import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { savedBy } from "../../../../tests/fixtures/saved-csv.ts";
import { onScreen } from "../../../../tests/fixtures/screen-size.ts";
import { columnsOf, type TableColumn } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import { FileOriginContext } from "./file-origin.ts";
import type { DataTableProps } from "./table-props.ts";

beforeEach(() => {
  onScreen("wide");
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface Pool {
  readonly name: string;
  readonly apy: number | undefined;
  readonly loan?: string;
}

const pools: readonly Pool[] = [
  { name: "Marginfi", apy: 0.04 },
  { name: "=Kamino", apy: undefined },
  { name: "Drift", apy: 0.09 },
  { name: "Save", apy: 0.05 },
];
const { column } = columnsOf<Pool>();
const columns: readonly TableColumn<Pool>[] = [
  column("Pool", {
    value: ({ name }) => name,
    cell: ({ name }) => <a href={`#${name}`}>{name}</a>,
    card: "lead",
    footer: () => "All",
  }),
  column("APY", {
    help: "What a deposit earns per year.",
    csv: "apy (fraction)",
    csvMore: [["loan", ({ loan }) => loan]],
    value: ({ apy }) => apy,
    cell: ({ apy }) => apy ?? "—",
    footer: (rows) => `${String(rows.length)} pools`,
  }),
  column("Loan", { isJoined: true, cell: ({ loan }) => loan ?? null }),
  column("Actions", {
    isHeaderHidden: true,
    cell: ({ name }) => <button type="button">Open {name}</button>,
  }),
  column("Rank", {
    help: "By APY.",
    csv: false,
    cell: () => "r",
    card: "omit",
  }),
];

function show(props: Partial<DataTableProps<Pool>> = {}): HTMLElement {
  return render(
    <DataTable label="Pools" columns={columns} rows={pools} rowKey={({ name }) => name} {...props} />,
  ).container;
}

function names(): readonly string[] {
  return screen.getAllByRole("link").map(({ textContent }) => textContent);
}

const head = (name: string): HTMLElement => screen.getByRole("columnheader", { name });
const press = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

const sorts = (): readonly (string | null)[] =>
  ["APY", "Pool"].map((name) => head(name).getAttribute("aria-sort"));

describe("sorting", () => {
  test("follows header clicks and puts missing values last in both directions", async () => {
    show();
    expect(names()).toEqual(["Marginfi", "=Kamino", "Drift", "Save"]);
    expect(sorts()).toEqual(["none", "none"]);
    await press("APY");
    expect(names()).toEqual(["Drift", "Save", "Marginfi", "=Kamino"]);
    expect(sorts()).toEqual(["descending", "none"]);
    await press("APY");
    expect(names()).toEqual(["Marginfi", "Save", "Drift", "=Kamino"]);
    await press("Pool");
    expect(names().slice(-3)).toEqual(["Drift", "Marginfi", "Save"]);
    expect(sorts()).toEqual(["none", "ascending"]);
  });

  test("works from the keyboard, except in columns that opt out or have no value", async () => {
    show({ initialSort: { id: "APY", desc: false } });
    screen.getByRole("button", { name: "APY" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(names()[0]).toBe("Drift");
    for (const name of ["Rank", "Loan", "Actions"]) {
      expect(head(name).getAttribute("aria-sort")).toBeNull();
      expect(within(head(name)).queryByRole("button")).toBeNull();
    }
  });

  test("keeps a header's own content, and cards its text", async () => {
    const remove = <button type="button">Remove</button>;
    const scaled = { head: <>APY 0 to 10 %</>, value: () => "1", cell: () => "x" };
    const own = [column("Rank", { head: remove, cell: () => "r" }), column("APY", scaled)];
    show({ columns: own });
    within(head("Rank")).getByRole("button", { name: "Remove" });
    await press("APY 0 to 10 %");
    expect(head("APY 0 to 10 %").getAttribute("aria-sort")).toBe("ascending");
    cleanup();
    onScreen("phone");
    show({ columns: own });
    expect(screen.getAllByText("APY", { selector: "dt" })).toHaveLength(pools.length);
  });

  test("is controlled by the caller when the caller keeps it", async () => {
    const onSortChange = vi.fn();
    show({ sort: { id: "Pool", desc: true }, onSortChange });
    await press("APY");
    expect(onSortChange).toHaveBeenCalledWith({ id: "APY", desc: true });
    expect(names()[0]).toBe("Save");
  });

  test("sorts within groups", async () => {
    const first = { key: "a", heading: "First two", sums: { APY: "sum a" }, rows: pools.slice(0, 2) };
    const last = { key: "b", heading: "Last two", rows: pools.slice(2), after: "the end" };
    show({ groups: [first, last] });
    await press("APY");
    expect(names()).toEqual(["Marginfi", "=Kamino", "Drift", "Save"]);
    await press("APY");
    expect(names()).toEqual(["Marginfi", "=Kamino", "Save", "Drift"]);
    const heading = screen.getByRole("rowheader", { name: "First two" });
    expect(heading.closest("tr")?.textContent).toContain("sum a");
    screen.getByText("the end");
  });
});

const rowCount = (): string | null => screen.getByRole("table").getAttribute("aria-rowcount");

test("the lead cell is the row header, and the last row holds the footers, if there are any", () => {
  show();
  expect(screen.getByRole("rowheader", { name: "Drift" }).getAttribute("scope")).toBe("row");
  expect(screen.getAllByRole("row").at(-1)?.textContent).toContain("All4 pools");
  expect(rowCount()).toBe("6");
  cleanup();
  show({ columns: [column("Rank", { cell: () => "r" })] });
  expect(rowCount()).toBe("5");
});

test("the export has the shown rows in the shown order and escapes formulas", async () => {
  show({ csv: "pools" });
  await press("APY");
  const saved = await savedBy(() => press(/^Export CSV/));
  expect(saved.text.split("\r\n")).toEqual([
    "Pool,apy (fraction),loan",
    "Drift,0.09,",
    "Save,0.05,",
    "Marginfi,0.04,",
    "'=Kamino,,",
    "",
  ]);
  expect(saved.name).toMatch(/^yieldboard-pools-\d{4}-.*Z\.csv$/);
});

test("each line of an export ends with its settings and its origin", async () => {
  render(
    <FileOriginContext value={() => [["source", "Demo"]]}>
      <DataTable
        label="Pools"
        columns={columns}
        rows={pools}
        rowKey={({ name }) => name}
        csv="pools"
        settings={[["my size (USD)", 1000]]}
      />
    </FileOriginContext>,
  );
  const saved = await savedBy(() => press(/^Export CSV/));
  const lines = saved.text.trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",").slice(-2).join())).toEqual([
    "my size (USD),source",
    ...pools.map(() => "1000,Demo"),
  ]);
});

test("a click on a row follows its link, except on a control", async () => {
  show({ hasRowLink: true });
  await userEvent.click(screen.getByText("0.09"));
  expect(window.location.hash).toBe("#Drift");
  await press("Open Save");
  expect(window.location.hash).toBe("#Drift");
  window.location.hash = "";
});

test("without rows shows a busy table with its headers, then the empty text or the error", () => {
  show({ rows: [], loading: true, empty: "No pools." });
  expect(screen.getByRole("table", { name: "Pools" }).getAttribute("aria-busy")).toBe("true");
  expect(head("APY")).not.toBeNull();
  expect(screen.queryByText("No pools.")).toBeNull();
  cleanup();
  expect(show({ rows: [], empty: "No pools." }).textContent).toBe("No pools.");
  cleanup();
  expect(show({ error: "Down.", loading: true }).textContent).toBe("Down.");
});

describe("on a phone", () => {
  beforeEach(() => {
    onScreen("phone");
  });

  test("columns become cards: the lead as title, others as pairs, empty ones omitted", () => {
    show({ rows: [{ name: "Drift", apy: 0.09 }] });
    const [card] = within(screen.getByRole("list", { name: "Pools" })).getAllByRole("listitem");
    expect(card?.textContent).toBe("DriftAPY0.09Open Drift");
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("a select sorts the cards and a button reverses their order", async () => {
    show();
    const select = screen.getByRole("combobox", { name: "Sort by" });
    const choices = within(select).getAllByRole("option");
    expect(choices.map(({ textContent }) => textContent)).toEqual(["As listed", "Pool", "APY"]);
    await userEvent.selectOptions(select, "APY");
    expect(names()).toEqual(["Drift", "Save", "Marginfi", "=Kamino"]);
    await press("Sort direction: descending");
    expect(names()).toEqual(["Marginfi", "Save", "Drift", "=Kamino"]);
  });
});

test("the buttons that show more and export share a line below the table", async () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ name: `Pool ${String(at)}`, apy: at }));
  const container = show({ rows: many, first: 6, csv: "pools" });
  const line = screen.getByRole("button", { name: /^Export CSV/ }).parentElement;
  expect(line?.textContent).toBe("Show all 9Export CSV, Pools");
  expect(container.querySelector("table")?.contains(line)).toBe(false);
  await press("Show all 9, Pools");
  expect(names()).toHaveLength(9);
  await press("Show the first 6, Pools");
  expect(names()).toHaveLength(6);
});

const groupOf9 = (key: string) => ({
  key,
  name: key,
  rows: Array.from({ length: 9 }, (_, at) => ({ name: `${key} ${String(at)}`, apy: at })),
});

test("groups show more each on their own", async () => {
  show({ groups: [groupOf9("A"), groupOf9("B")], first: 6, csv: "pools" });
  expect(names()).toHaveLength(12);
  await press("Show all 9, A");
  await press("Show all 9, B");
  expect(names()).toHaveLength(18);
  await press("Show the first 6, A");
  expect(names().filter((name) => name.startsWith("A"))).toHaveLength(6);
  expect(names()).toHaveLength(15);
});

const joinBy = (row: Pool): string => row.loan ?? row.name;

describe("joined rows", () => {
  const loan = [
    { name: "SOL", apy: 0.05, loan: "LTV 40 %" },
    { name: "USDC", apy: -0.07, loan: "LTV 40 %" },
    { name: "JUP", apy: 0.01 },
  ];

  test("share a cell of the table", () => {
    show({ rows: loan, joinBy });
    expect(screen.getByRole("cell", { name: "LTV 40 %" }).getAttribute("rowspan")).toBe("2");
  });

  test("share a card and count as one row when a list is cut", async () => {
    onScreen("phone");
    show({ rows: loan, joinBy, first: 1 });
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "SOLAPY0.05Open SOLUSDCAPY-0.07Open USDCLoanLTV 40 %",
    ]);
    await press("Show all 2, Pools");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });
});

describe("many rows", () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ name: `Pool ${String(at)}`, apy: at }));

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(46);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(460);
  });

  test("are rendered only near the window but counted and exported in full", async () => {
    show({ rows: many, csv: "pools", region: { what: "pools", className: "h-96" } });
    const table = screen.getByRole("table", { name: "Pools" });
    expect(table.getAttribute("aria-rowcount")).toBe("302");
    expect(names().length).toBeGreaterThan(5);
    expect(names().length).toBeLessThan(100);
    const first = screen.getByRole("rowheader", { name: "Pool 0" });
    expect(first.closest("tr")?.getAttribute("aria-rowindex")).toBe("2");
    const saved = await savedBy(() => press(/^Export CSV/));
    expect(saved.text.split("\r\n")).toHaveLength(302);
  });

  test("keep the focused row rendered when it scrolls out of view", () => {
    show({ rows: many, region: { what: "pools", className: "h-96" } });
    const region = screen.getByRole("region", { name: "Pools, table" });
    vi.spyOn(region, "scrollHeight", "get").mockReturnValue(13_800);
    const link = screen.getByRole("link", { name: "Pool 2" });
    link.focus();
    region.scrollTop = 4_600;
    fireEvent.scroll(region);
    expect(names()).toContain("Pool 100");
    expect(names()).not.toContain("Pool 3");
    expect(document.activeElement).toBe(link);
    link.blur();
    region.scrollTop = 4_700;
    fireEvent.scroll(region);
    expect(names()).not.toContain("Pool 2");
  });

  test("are all rendered for print", () => {
    onScreen("paper");
    show({ rows: many });
    expect(names()).toHaveLength(300);
  });
});
