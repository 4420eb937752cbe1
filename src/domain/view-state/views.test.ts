import { describe, expect, it } from "vitest";
import { usd } from "../../contract/units.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { columnOf, columnShape, columnValue, type ColumnId } from "../market/columns.ts";
import { readViewState } from "./codec.ts";
import {
  chooseBenchmark,
  effectiveSort,
  leadingRateColumn,
  ownColumns,
  sortText,
  ownSort,
  views,
  visibleColumns,
} from "./views.ts";
import { viewIds } from "./view-state.ts";

const readContext = { size: undefined, basis: "total", benchmark: undefined } as const;

const sortOf = (search: string): string => sortText(effectiveSort(readViewState(search)));

const averagesOf = (search: string): readonly ColumnId[] =>
  visibleColumns(readViewState(search)).filter((id) => /Apy\d+d$|^average/.test(id));

const columnsOf = (cols: string) => chooseBenchmark(readViewState(`cols=${cols}`), "m").columns?.slice(1, -1);

describe("views", () => {
  it.each(viewIds)("%s: unique columns its types can have, sorted by one that no list leaves out", (view) => {
    const { columns, sort, types, leftOut = {} } = views[view];
    expect(new Set(columns).size).toBe(columns.length);
    expect([columns[0], columns.at(-1)]).toEqual(["market", "actions"]);
    expect(columns).toContain(sort[0]?.column);
    const impossible = columns.filter((id) => !columnOf(id).types.some((type) => types.includes(type)));
    expect(impossible).toEqual([]);
    const own = new Set([...ownColumns(view, "total"), ...ownColumns(view, "base")]);
    for (const kept of ["market", "actions", ...sort.map(({ column }) => column)] as const) own.delete(kept);
    const lost = Object.values(leftOut).flat();
    expect(lost.filter((column) => !own.has(column))).toEqual([]);
  });

  it.each(viewIds)("%s: a narrow screen reorders the view's columns and keeps chosen ones", (view) => {
    for (const basis of ["total", "base"] as const) {
      const wide = ownColumns(view, basis);
      const narrow = ownColumns(view, basis, true);
      expect(narrow.toSorted()).toEqual(wide.toSorted());
      expect(narrow[0]).toBe("market");
      const state = readViewState(`view=${view}&basis=${basis}`);
      expect(narrow.slice(0, 5)).toContain(ownSort(state)[0]?.column);
      expect(narrow.at(-1)).toBe("actions");
    }
    expect(views[view].columns).toEqual(expect.arrayContaining([...views[view].narrow]));
    const chosen = { ...readViewState(`view=${view}`), columns: ["market", "type", "actions"] as const };
    expect(visibleColumns(chosen, "narrow")).toEqual(visibleColumns(chosen));
  });

  it.each(viewIds)("%s: every column has room, also with a size, a benchmark and base rates", (view) => {
    // Of lists at 1280, 1390, 1536 and 1904 px, where each width begins, without the controls of a row.
    const room = { laptop: 1022, desktop: 1132, wide: 1278, full: 1646 } as const;
    const extras = ["", "&size=250000", "&vs=m", "&size=250000&vs=m"];
    for (const search of extras.flatMap((extra) => [extra, `${extra}&basis=base`]))
      for (const width of ["laptop", "desktop", "wide", "full"] as const) {
        const state = readViewState(`view=${view}${search}`);
        const widths = visibleColumns(state, width).map(
          (id) => columnShape(id, state.basis, view === "borrow").width,
        );
        const total = widths.reduce((sum, each) => sum + each, 0);
        expect(total, `${search} ${width}`).toBeLessThanOrEqual(room[width]);
      }
  });

  it("columns about my size are shown only while a size is set", () => {
    const chosen = readViewState("cols=depositApy,usdPerYear");
    expect(visibleColumns(chosen)).toEqual(["market", "depositApy", "actions"]);
    expect(visibleColumns({ ...chosen, size: usd(1) })).toContain("usdPerYear");
  });

  it("in Borrow the rate at my size leads the columns and the order", () => {
    const loan = readViewState("view=borrow&size=50000");
    expect(visibleColumns(loan)[1]).toBe("loanApy");
    expect(visibleColumns(loan)).toContain("collateralNeeded");
    expect(effectiveSort(loan)).toEqual([{ column: "loanApy", descending: false }]);
    expect(effectiveSort(readViewState("view=borrow"))).toEqual([{ column: "borrowApy", descending: false }]);
    // A column that the user adds does not change what the list is about.
    expect(sortOf("view=borrow&size=1000&cols=effectiveApy,loanApy")).toBe("loanApy");
    expect(sortOf("size=1000&cols=loanApy,depositApy")).toBe("-depositApy");
  });

  it("recorded columns are shown only when the service records", () => {
    const chosen = readViewState("cols=flow30d,firstSeen");
    expect(visibleColumns(chosen)).toEqual(["market", "actions"]);
    expect(visibleColumns(chosen, "wide", true)).toEqual(["market", "flow30d", "firstSeen", "actions"]);
  });

  it("the difference to a chosen benchmark follows the leading rate", () => {
    for (const view of ["earn", "loop", "all"] as const) {
      const columns = visibleColumns(readViewState(`view=${view}&vs=m`));
      expect(columns[columns.indexOf("vsBenchmark") - 1]).toBe("depositApy");
      expect(visibleColumns(readViewState(`view=${view}`))).not.toContain("vsBenchmark");
    }
    const base = visibleColumns(readViewState("basis=base&vs=m"));
    expect(base[base.indexOf("vsBenchmark") - 1]).toBe("baseDepositApy");
    // These views do not lead with a deposit rate.
    for (const view of ["borrow", "perpetual", "prediction"])
      expect(visibleColumns(readViewState(`view=${view}&vs=m`))).not.toContain("vsBenchmark");
  });

  it("a benchmark adds its column to chosen columns beside its rate, and removes it with its order", () => {
    expect(columnsOf("depositApy,maxLtv")).toEqual(["depositApy", "vsBenchmark", "maxLtv"]);
    expect(columnsOf("vsBenchmark,depositApy")).toEqual(["vsBenchmark", "depositApy"]);
    expect(columnsOf("maxLtv")).toEqual(["maxLtv"]);
    expect(chooseBenchmark(readViewState(""), "m")).toMatchObject({ sort: undefined, columns: undefined });
    expect(chooseBenchmark(readViewState("vs=m&sort=-vsBenchmark"), undefined).sort).toBeUndefined();
    const left = chooseBenchmark(readViewState("vs=m&sort=type,-vsBenchmark"), undefined).sort;
    expect(left).toEqual([{ column: "type", descending: false }]);
  });

  it("with basis base the base rate replaces the total rate in columns and order", () => {
    const earn = readViewState("basis=base");
    expect(visibleColumns(earn)[1]).toBe("baseDepositApy");
    expect(visibleColumns(earn)[2]).toBe("depositApy");
    expect(effectiveSort(earn)).toEqual([{ column: "baseDepositApy", descending: true }]);
    expect(leadingRateColumn(earn)).toBe("baseDepositApy");
    // With a size there is no room for both, except on cards.
    const sized = readViewState("basis=base&size=250000");
    expect(visibleColumns(sized)).not.toContain("depositApy");
    expect(visibleColumns(sized, "narrow")).toContain("depositApy");
    expect(visibleColumns({ ...sized, columns: ["depositApy"] })).toContain("depositApy");
    const loans = readViewState("view=borrow&basis=base");
    expect(visibleColumns(loans)[1]).toBe("baseBorrowApy");
    expect(visibleColumns(loans)).not.toContain("borrowApy");
    expect(effectiveSort(loans)).toEqual([{ column: "baseBorrowApy", descending: false }]);
    // The list of loans shows only the base rate of deposits.
    expect(ownColumns("borrow", "base")).toContain("baseDepositApy");
    expect(ownColumns("borrow", "base")).not.toContain("depositApy");
  });

  it("in Borrow, a list that is not the widest leaves out columns that would be behind the actions", () => {
    const borrow = readViewState("view=borrow&size=250000");
    expect(visibleColumns(borrow, "wide")).not.toContain("utilization");
    expect(visibleColumns(borrow, "full")).toContain("utilization");
  });

  it("predictions of one status show it only with the result, once they are settled", () => {
    const shown = ["open", "closed", "settled"].filter((status) =>
      visibleColumns(readViewState(`view=prediction&status=${status}`)).includes("status"),
    );
    expect(shown).toEqual(["settled"]);
  });

  it("loops have no base rate, so the basis changes nothing", () => {
    const loop = readViewState("view=loop&basis=base&vs=m");
    expect(visibleColumns(loop)).toEqual(views.loop.columns);
    expect(effectiveSort(loop)).toEqual(views.loop.sort);
    expect(leadingRateColumn(loop)).toBe("depositApy");
  });

  it("a size adds the APY at size second and sorts by it, unless the visitor or the list has another order", () => {
    for (const search of ["view=all", "basis=base", "cols=effectiveApy,trend"]) {
      const sized = readViewState(`${search}&size=250000`);
      expect(visibleColumns(sized)[1]).toBe("effectiveApy");
      expect(effectiveSort(sized)).toEqual([{ column: "effectiveApy", descending: true }]);
      const chosen = readViewState(`${search}&size=250000&sort=-trend`);
      expect(effectiveSort(chosen)).toEqual([{ column: "trend", descending: true }]);
    }
    for (const search of ["view=borrow&cols=maxLtv", "view=loop"])
      expect(effectiveSort(readViewState(`${search}&size=5`))).toEqual(effectiveSort(readViewState(search)));
  });

  it("mixing loops and pools shows net and base averages in one column", () => {
    expect(averagesOf("")).toEqual(["baseDepositApy30d", "baseDepositApy90d", "baseDepositApy180d"]);
    expect(averagesOf("view=all")).toEqual(["average30d", "average90d", "average180d"]);
    expect(averagesOf("type=lending,loop&cols=baseDepositApy90d")).toEqual(["average90d"]);
    expect(averagesOf("view=all&cols=baseDepositApy90d,average90d")).toEqual(["average90d"]);
    expect(averagesOf("cols=average90d")).toEqual(["baseDepositApy90d"]);
    expect(sortOf("view=all&sort=-baseDepositApy90d,maxLtv")).toBe("-average90d,maxLtv");
    expect(sortOf("sort=average90d")).toBe("baseDepositApy90d");
    const rates = { depositApy90d: fraction(0.2), baseDepositApy90d: fraction(0.1) };
    expect(columnValue("average90d", marketRow({ type: "loop", ...rates }), readContext)).toBe(0.2);
    expect(columnValue("average90d", marketRow({ type: "yield", ...rates }), readContext)).toBe(0.1);
  });
});
