import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken, someRow } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../tests/fixtures/quantities.ts";
import { columnHeader, columnIds, columnOf, type ColumnId } from "../../domain/market/columns.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { columnHelp, helpOf } from "../../domain/market/column-help.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import { tableRow } from "../../../tests/fixtures/table-rows.tsx";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import { viewIds } from "../../domain/view-state/view-state.ts";
import { views, visibleColumns } from "../../domain/view-state/views.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

const plain: SelectContext = { size: undefined, basis: "total", benchmark: undefined };

/** What the row of a market says in a column. */
function textOf(id: ColumnId, row: MarketRow, context: SelectContext = plain, compact = false): string {
  const drawn = tableRow(["market", id, "actions"], context, compact);
  drawn.show(row);
  return drawn.cell(id).textContent;
}

/** The signs beside a name and before its checks. */
function signs(row: MarketRow): readonly string[] {
  const drawn = tableRow(["market", "doubts"], plain);
  drawn.show(row);
  return (["market", "doubts"] as const).map(
    (id) => drawn.cell(id).querySelector<HTMLElement>(".mark")?.dataset["mark"] ?? "none",
  );
}

describe("every column", () => {
  test("has a name and a help of its own", () => {
    const names = columnIds.map((id) => columnOf(id).name);
    expect(new Set(names).size).toBe(columnIds.length);
    expect(columnIds.every((id) => columnHelp(id).what.endsWith("."))).toBe(true);
  });

  test("takes no average that is missing for a young market, and calls nothing safe", () => {
    const said = columnIds.map((id) => columnHelp(id).what).join(" ");
    expect(said).not.toMatch(/too new|\bsafe/i);
    expect(columnHelp("trend").what).toContain("A dash without a 90-day average.");
  });

  test.each(columnIds)("%s draws any row, with or without my size, and never prints NaN or −0", (id) => {
    fc.assert(
      fc.property(someRow("m"), fc.boolean(), fc.boolean(), fc.boolean(), (row, sized, base, compact) => {
        const context = {
          size: sized ? dollars(250_000) : undefined,
          basis: base ? "base" : "total",
          benchmark: sized ? { id: "other", name: "USDC", rate: fraction(0.05) } : undefined,
        } as const;
        const text = textOf(id, row, context, compact);
        expect(text).not.toMatch(/NaN|Infinity|undefined|−0(?![.,]?\d*[1-9])/);
      }),
      runs(25),
    );
  });

  // A market that gives neither a website nor an action is in doubt for just that.
  test.each(columnIds.filter((id) => !["market", "type", "provider", "doubts", "actions"].includes(id)))(
    "%s shows a dash where a market has nothing",
    (id) => {
      const text = textOf(id, marketRow(), { size: dollars(1000), basis: "total", benchmark: undefined });
      expect(text).toMatch(/^—/);
    },
  );
});

describe("a loop's rate", () => {
  const loop = readRow({ id: "loop", type: "loop", depositApy: 0.3667, additionalData: { leverage: 2.6 } });
  const closed = {
    byLoop: new Map([["loop", { left: dollars(0), closed: "borrowed" as const }]]),
    rows: [],
    text: "closed",
  };

  test("has its leverage below, in compact rows too, and says where it is closed", () => {
    for (const compact of [false, true]) {
      expect(textOf("depositApy", loop, plain, compact)).toBe("36.67 %at 2.6 ×");
      expect(textOf("depositApy", loop, { ...plain, loops: closed }, compact)).toBe(
        "36.67 %at 2.6 ×, closed",
      );
    }
    const unlevered = { ...loop, raw: readRow({ type: "loop" }).raw };
    expect(textOf("depositApy", unlevered)).toBe("36.67 %leverage unknown");
    expect(textOf("depositApy", unlevered, { ...plain, loops: closed })).toBe("36.67 %closed");
  });

  test("leaves nothing in a row that is reused for another market", () => {
    const drawn = tableRow(["market", "depositApy"], plain);
    drawn.show(loop);
    drawn.show(marketRow({ id: "pool", depositApy: fraction(0.05) }));
    expect(drawn.cell("depositApy").textContent).toBe("5.00 %");
    expect(drawn.cell("depositApy").querySelector(".second-line")).toBeNull();
  });
});

/** How wide the benchmark's mark on the bar is. */
const mark = (context: SelectContext): string | undefined => {
  const drawn = tableRow(["market", "depositApy"], context);
  drawn.show(pool);
  return drawn
    .cell("depositApy")
    .querySelector<HTMLElement>("[data-side]")
    ?.style.backgroundSize.split(",")[0];
};

describe("the benchmark", () => {
  const context = {
    size: undefined,
    basis: "total",
    benchmark: { id: "safe", name: "USDC · Main Market", rate: fraction(0.0531) },
  } as const;
  const at = (depositApy: number | undefined, id = "m"): string => {
    const rate = depositApy === undefined ? undefined : fraction(depositApy);
    return textOf("vsBenchmark", marketRow({ id, depositApy: rate }), context);
  };

  test("a difference is in points with its sign, and its own row says what it is", () => {
    expect(at(0.0671)).toBe("+1.40 pp");
    expect(at(0.0501)).toBe("−0.30 pp");
    expect(at(0.0531)).toBe("0.00 pp");
    expect(at(0.053_099)).toBe("> −0.01 pp");
    expect(at(undefined)).toBe("—");
    expect(at(0.0531, "safe")).toBe("benchmark");
  });

  test("the help of its column names it and its rate, or says that it is not there", () => {
    expect(helpOf("vsBenchmark", context).what).toMatch(
      /The benchmark is USDC · Main Market, 5\.31 % now\.$/,
    );
    const absent = { id: "safe", name: undefined, rate: undefined };
    expect(helpOf("vsBenchmark", { ...context, benchmark: absent }).what).toMatch(/is not in this list\.$/);
    expect(helpOf("vsBenchmark", { ...context, benchmark: undefined })).toEqual(columnHelp("vsBenchmark"));
    expect(helpOf("depositApy", context)).toEqual(columnHelp("depositApy"));
  });

  test("its mark is on the bar where the average is known", () => {
    expect(mark(context)).toBe("1px 12px");
    expect(mark(plain)).toBe("0 0");
  });
});

test("the header of the size column names the size", () => {
  expect(columnHeader("effectiveApy", { size: dollars(250_000), basis: "total", benchmark: undefined })).toBe(
    "At $250k",
  );
  expect(
    columnHeader("effectiveApy", { size: dollars(1_250_000), basis: "total", benchmark: undefined }),
  ).toBe("At $1.3M");
  expect(columnHeader("effectiveApy", { size: undefined, basis: "total", benchmark: undefined })).toBe(
    "At my size",
  );
});

const pool = marketRow({
  depositApy: fraction(0.082),
  baseDepositApy: fraction(0.082),
  rewardsGiven: true,
  totalDeposit: tokens(4_100_000),
  totalDepositUsd: dollars(4_100_000),
});
const limited = (maxDeposit: number): MarketRow => ({ ...pool, maxDeposit: tokens(maxDeposit) });

const lender = (lent: number, limit: number): MarketRow => ({
  ...pool,
  borrowApy: fraction(0.05),
  baseBorrowApy: fraction(0.05),
  totalBorrow: tokens(lent),
  totalBorrowUsd: dollars(lent),
  maxBorrow: tokens(limit),
  maxLtv: fraction(0.5),
});

describe("words beside numbers", () => {
  test("a full market says full, and one without room for my size says how much is missing", () => {
    const context = { size: dollars(250_000), basis: "total", benchmark: undefined } as const;
    expect(textOf("capacityLeft", limited(4_100_000), context)).toContain("full");
    expect(textOf("capacityLeft", limited(4_280_000), context)).toContain("$70k short");
    expect(textOf("capacityLeft", limited(9_000_000), context)).not.toContain("short");
    // Nothing is earned at a size that does not fit.
    expect(textOf("effectiveApy", limited(4_280_000), context)).toContain("$70k short");
    expect(textOf("effectiveApy", limited(4_280_000), context)).not.toContain("/yr");
    expect(textOf("effectiveApy", limited(9_000_000), context)).toContain("/yr");
  });

  test("a moving trend has the meaning of its arrow in a word, a steady one has none", () => {
    const base = { baseDepositApy: fraction(0.08), baseDepositApy30d: fraction(0.04) };
    expect(textOf("trend", marketRow({ ...base, baseDepositApy90d: fraction(0.04) }))).toContain("spiking");
    expect(textOf("trend", marketRow({ ...base, baseDepositApy90d: fraction(0.2) }))).toContain("fading");
    expect(textOf("trend", marketRow({ ...base, baseDepositApy90d: fraction(0.08) }))).toBe("0 %");
    expect(textOf("trend", marketRow(base))).toBe("—");
  });

  test("a loan of my size says how much is lent out then, what is short, and where its cost has no upper bound", () => {
    const context = { size: dollars(410_000), basis: "total", benchmark: undefined } as const;
    // From 40 % lent out to 50 %: 1.05^1.25 − 1.
    expect(textOf("loanApy", lender(1_640_000, 9e6), context)).toBe("5.00–6.29 %50.0 % used");
    expect(textOf("loanApy", lender(1_640_000, 2e6), context)).toContain("$50k short");
    expect(textOf("loanApy", lender(3_280_000, 3_300_000), context)).toContain("$390k short");
    // Where one limit is unknown the other may be too little already.
    const unlimited = { ...lender(3_800_000, 9e6), maxBorrow: undefined };
    expect(textOf("loanApy", unlimited, context)).toContain("$110k short");
    const steep = textOf("loanApy", lender(3_280_000, 9e6), context);
    expect(steep).toContain("≥ 5.00 %");
    expect(steep).toContain("Your loan takes utilization to 90 %, where the borrow rate can jump.");
    // Hardly anything is lent out: no warning, and no figure of a thousand percent.
    expect(textOf("loanApy", lender(1, 9e6), context)).toBe("≥ 5.00 %10.0 % used");
    // A loan too small to move the market finds the rate of now there, too.
    const small = textOf("loanApy", lender(3_280_000, 9e6), { ...context, size: dollars(5000) });
    expect(small).toContain("80.1 % used");
    expect(small).toContain("5.00–5.01 %");
    expect(small).toContain("Your loan takes utilization to 80 %, where the borrow rate can jump.");
  });

  test("a loan at half its limit says its collateral in tokens too, and the price at which it is liquidated", () => {
    const context = { size: dollars(410_000), basis: "total", benchmark: undefined } as const;
    const usdc = [rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")];
    const row = { ...lender(1_640_000, 9e6), tokens: usdc, liquidationLtv: fraction(0.85) };
    expect(textOf("collateralNeeded", row, context)).toBe("$1.6 M1,640,000 USDC");
    expect(textOf("mayDrop", row, context)).toBe("70.6 %USDC at $0.29");
    // Of a debt that is not in dollars the own price may liquidate too.
    expect(textOf("mayDrop", { ...row, tokens: [] }, context)).toMatch(/%at 50 % of limit$/);
  });

  test("near full utilization is a sentence for screen readers", () => {
    const row = { ...pool, totalBorrow: tokens(3_900_000), totalBorrowUsd: dollars(3_900_000) };
    const text = textOf("effectiveApy", row, {
      size: dollars(250_000),
      basis: "total",
      benchmark: undefined,
    });
    expect(text).toContain("95 % is lent out; the APY may fall faster than shown.");
    expect(text).toContain("/yr");
  });

  test("a market whose figures agree is ok, and one without figures to compare has a dash", () => {
    const reached = { websiteUrl: "https://example.com" };
    const figures = { depositApy: fraction(0.05), totalDeposit: tokens(1) };
    expect(textOf("doubts", marketRow({ ...reached, ...figures }))).toBe("passed");
    expect(textOf("doubts", marketRow(reached))).toBe("—");
  });

  test("a doubtful market carries the sign beside its name in every view, others do not", () => {
    const off = marketRow({ maxLtv: fraction(0.9), liquidationLtv: fraction(0.8), label: "USDC" });
    expect(textOf("market", off)).toContain("Figures contradict.");
    expect(textOf("market", off, plain, true)).toContain("Figures contradict.");
    const fine = { ...off, liquidationLtv: fraction(0.95), websiteUrl: "https://example.com" };
    expect(textOf("market", fine)).not.toContain("Doubtful");
  });

  test("a market whose figures agree and that only lacks a link has a quiet sign, no alarm", () => {
    const linkless = marketRow({ depositApy: fraction(0.05), totalDeposit: tokens(1), label: "USDC" });
    expect(signs(linkless)).toEqual(["info", "info"]);
    expect(textOf("market", linkless)).toContain("No links.");
    expect(textOf("market", linkless)).not.toContain("Doubtful");
    const both = { ...linkless, maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) };
    expect(signs(both)).toEqual(["danger", "danger"]);
  });

  test("closing counts from when the list was read", () => {
    const row = marketRow({
      type: "prediction",
      readAt: moment("2026-10-01T00:00:00Z"),
      closeTime: moment("2026-10-04T00:00:00Z"),
    });
    expect(textOf("closeTime", row)).toContain("in 3 days");
  });
});

const said = (row: MarketRow, ids: readonly ColumnId[], context = plain): readonly unknown[] => {
  const drawn = tableRow(["market", ...ids, "actions"], context);
  drawn.show(row);
  return ids.map((id) => [drawn.cell(id).textContent, drawn.cell(id).getAttribute("aria-label")]);
};

describe("a value that is missing", () => {
  test("is a dash that says whose it is, and nothing more where markets of its type have no such value", () => {
    expect(said(marketRow({ type: "yield" }), ["depositApy", "maxLtv", "baseDepositApy30d"])).toEqual([
      ["—", "Not published by Kamino"],
      ["—", null],
      ["—", "Not published by Kamino"],
    ]);
    const sent = { depositApy: fraction(0.05), maxLtv: fraction(0.8) };
    expect(said(marketRow(sent), ["depositApy", "maxLtv"])).toEqual([
      ["5.00 %", null],
      ["80.0 %", null],
    ]);
  });

  test("stays a dash of its own beside others that are missing as well", () => {
    const averages = ["baseDepositApy30d", "baseDepositApy90d", "trend"] as const;
    expect(said(marketRow({ baseDepositApy90d: fraction(0.05) }), averages)).toEqual([
      ["—", "Not published by Kamino"],
      ["5.00 %", null],
      ["—", "Not published by Kamino"],
    ]);
  });
});

/** Every element with its texts and attributes, in whichever order those were written. */
function describeRow(row: HTMLElement): readonly unknown[] {
  return [row, ...row.querySelectorAll("*")].map((element) => ({
    tag: element.tagName,
    text: element.textContent,
    attributes: [...element.attributes]
      .map(({ name, value }) => [name, ...value.split(/; ?/).filter(Boolean).toSorted()].join(" "))
      .toSorted(),
  }));
}

describe("a row", () => {
  const sized: SelectContext = {
    size: dollars(250_000),
    basis: "base",
    benchmark: { id: "other", name: "USDC", rate: fraction(0.05) },
  };

  test("says the same of a market, whichever it was given to before", () => {
    const used = tableRow(columnIds, sized);
    fc.assert(
      fc.property(someRow("m"), (row) => {
        const fresh = tableRow(columnIds, sized);
        fresh.show(row);
        used.show(row);
        expect(describeRow(used.element())).toEqual(describeRow(fresh.element()));
      }),
      runs(25),
    );
  });

  test.each(viewIds)("has at most forty elements, whatever the view %s shows of whichever market", (view) => {
    const { types } = views[view];
    const kinds = types.map((type) =>
      marketRow({ type, depositApy: fraction(0.2), maxLeverage: 4, totalDepositUsd: dollars(1e6) }),
    );
    const statuses = ["open", "closed"] as const;
    const counts = [undefined, dollars(250_000)].flatMap((size) =>
      (["total", "base"] as const).flatMap((basis) =>
        [undefined, sized.benchmark].flatMap((benchmark) => {
          const asked = { ...defaultViewState, view, types, statuses, size, basis };
          const columns = visibleColumns({ ...asked, benchmark: benchmark?.id });
          const drawn = tableRow(columns, { size, basis, benchmark });
          return kinds.map((row) => {
            drawn.show(row);
            return drawn.element().querySelectorAll("*").length + 1;
          });
        }),
      ),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(40);
  });

  test.each([false, true])(
    "keeps the id that tells two of one name apart out of the name that is cut, compact %s",
    (compact) => {
      const drawn = tableRow(columnIds, plain, compact);
      drawn.show(marketRow({ providerName: "Kamino", productName: "Main Market", twin: "D6q6…gJ59" }));
      const [name, id] = drawn.cell("market").querySelector("a")?.children ?? [];
      expect([name?.textContent, id?.textContent]).toEqual(["m · Main Market", " · D6q6…gJ59"]);
      expect(name?.className).toContain("truncate");
    },
  );
});
