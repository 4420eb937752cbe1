// The page of the demo's wallets, with every total recomputed from the API's answers alone.
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dollars, legsOf, leverageOf, type ApiMarket } from "../../../../tests/fixtures/own-figures.ts";
import { savedBy, savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { moment } from "../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { onScreen } from "../../../../tests/fixtures/screen-size.ts";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { listMarkets } from "../../../contract/operations/market-operations.ts";
import { readRequest, type Operation } from "../../../contract/operations/operation.ts";
import {
  listPositions,
  positionsHistory,
  positionsPnl,
} from "../../../contract/operations/position-operations.ts";
import { createDemoSource } from "../../../service/sources/demo/demo-source.ts";
import { writeSetAside } from "../../../contract/set-aside.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { PortfolioPage } from "./portfolio-page.tsx";
import { createQueryClient } from "../../queries/query-client.ts";

const time = moment("2026-10-01T00:00:00Z");
const source = createDemoSource({ markets: 529, seed: 1, time });
const call = { signal: new AbortController().signal, caller: "test" };
const config = {
  source: { kind: "demo" as const, label: "Demo", frozenAt: "2026-10-01T00:00:00.000Z" },
  clientKey: "key",
  interstitialUrl: "/action",
  demoWallets: [...(source.demoWallets ?? [])],
};

function asked<Request>(operation: Operation<Request>, query: URLSearchParams): Request {
  const reading = readRequest(operation, query);
  if (!reading.ok) throw new Error(reading.faults.join(" "));
  return reading.request;
}

/** How often the answer contains each position. */
let copies = 1;

/** Answers by path and query. The clock of the simulation is stopped, so each is generated once. */
const texts = new Map<string, Promise<string>>();

/** What the service would answer, from the same simulation. */
async function responseOf(url: URL): Promise<string> {
  const address = url.pathname + url.search;
  const response = texts.get(address) ?? generate(url);
  texts.set(address, response);
  const text = await response;
  if (copies === 1 || url.pathname !== "/api/v0/positions/owners") return text;
  const times = Array.from({ length: copies }, (_, at) => String(at));
  const positions = list(record(JSON.parse(text))["positions"]).flatMap((position) =>
    times.map((at) => Object.assign({}, position, { id: `${String(position["id"])} ${at}` })),
  );
  return JSON.stringify({ positions });
}

async function generate(url: URL): Promise<string> {
  const { companions } = source;
  const query = url.searchParams;
  const responses: Readonly<Record<string, () => ReturnType<typeof source.listMarkets>>> = {
    "/api/v0/markets": () => source.listMarkets(asked(listMarkets, query), call),
    "/api/v0/positions/owners": () => companions.positions(asked(listPositions, query), call),
    "/api/v0/positions/pnl": () => companions.pnl(asked(positionsPnl, query), call),
    "/api/v0/positions/history": () => companions.positionHistory(asked(positionsHistory, query), call),
  };
  return (await (await responses[url.pathname]?.())?.bytes())?.toString("utf8") ?? "";
}
async function positionsOf(wallet: string): Promise<readonly ApiMarket[]> {
  const url = new URL(`http://x/api/v0/positions/owners?walletAddresses=${wallet}`);
  return list(record(JSON.parse(await responseOf(url)))["positions"]);
}

let refused: string | undefined;
/** Headers of the answers to a path, besides the content type. */
let headersOf: Readonly<Record<string, Record<string, string>>> = {};
let sent: string[] = [];

beforeEach(() => {
  onScreen("wide");
  refused = undefined;
  headersOf = {};
  copies = 1;
  sent = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://localhost");
    sent.push(url.pathname + url.search);
    if (refused !== undefined && address.includes(refused))
      return Response.json(
        { statusCode: 502, message: "Its answer is odd.", error: "Bad Gateway", code: "upstream-unreadable" },
        { status: 502 },
      );
    return new Response(await responseOf(url), {
      headers: { "content-type": "application/json", ...headersOf[url.pathname] },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

/** The simulation generates a wallet's history on the first request for it. */
const timeout = { timeout: 20_000 };

function openWith(settings: DashboardConfig, ...wallets: readonly string[]): void {
  window.history.replaceState(null, "", `/portfolio?wallet=${wallets.join(",")}`);
  render(
    <LiveRegionProvider>
      <PortfolioPage />
    </LiveRegionProvider>,
    { wrapper: queryWrapper(createQueryClient(), settings) },
  );
}

const open = (...wallets: readonly string[]): void => openWith(config, ...wallets);

function walletOf(name: string): string {
  const wallet = config.demoWallets.find((known) => known.name === name);
  if (wallet === undefined) throw new Error(`The demo has no wallet ${name}.`);
  return wallet.address;
}
async function totalText(label: string): Promise<string> {
  const totals = await screen.findByLabelText("Totals", {}, timeout);
  const term = within(totals).getByText(label);
  return (term.parentElement?.textContent ?? "").replaceAll(/\s+/g, " ");
}

function lines(): number {
  return within(screen.getByRole("table", { name: "Positions" })).getAllByRole("row").length;
}
async function lendingMarkets(): Promise<readonly ApiMarket[]> {
  const all: ApiMarket[] = [];
  let cursor = "";
  do {
    const url = new URL(`http://x/api/v0/markets?type=lending,yield&limit=200${cursor}`);
    const { markets, cursor: next } = record(JSON.parse(await responseOf(url)));
    all.push(...list(markets));
    cursor = typeof next === "string" ? `&cursor=${encodeURIComponent(next)}` : "";
  } while (cursor !== "");
  return all;
}

/** `unrated` is the user's money in loops of unknown leverage. */
type Sums = Record<"assets" | "debts" | "earned" | "interest" | "earning" | "unknown" | "unrated", number>;

/**
 * The net rate of a loop at the position's leverage: borrow + leverage / quoted leverage · (quote − borrow). Undefined where the market names
 * no leverage or its debt's rate is unknown.
 */
function loopApy(
  market: ApiMarket,
  held: number,
  owed: number,
  all: readonly ApiMarket[],
): number | undefined {
  const quote = num(market["depositApy"]) ?? 0;
  const at = leverageOf(market);
  const { supply, debt } = legsOf(market, all);
  const borrow = num(debt?.["borrowApy"]);
  if (borrow === undefined || supply === undefined || at === undefined) return undefined;
  const own = held / (held - owed);
  const read = num(supply["depositApy"]) ?? 0;
  // Where the rates of the legs add up to the quote, they are used unchanged.
  const fits = Math.abs(at * read - (at - 1) * borrow - quote) <= 0.002;
  return fits ? own * read - (own - 1) * borrow : borrow + (own / at) * (quote - borrow);
}

const num = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** Recomputed from the answers alone, without code of the dashboard. */
async function recompute(...wallets: readonly string[]): Promise<Sums> {
  const sums: Sums = { assets: 0, debts: 0, earned: 0, interest: 0, earning: 0, unknown: 0, unrated: 0 };
  const lending = await lendingMarkets();
  for (const wallet of wallets) {
    const positions = await positionsOf(wallet);
    const claimed = new Set(
      positions.flatMap(({ type, position, token }) =>
        type === "reward" ? [`${String(record(position)["id"])} ${String(record(token)["address"])}`] : [],
      ),
    );
    for (const position of positions) {
      const market = record(position["market"]);
      const value = num(position["amountUsd"]);
      for (const { tokenAddress, amountUsd } of list(position["rewards"])) {
        if (claimed.has(`${String(position["id"])} ${String(tokenAddress)}`)) continue;
        sums.assets += num(amountUsd) ?? 0;
        sums.earning += num(amountUsd) ?? 0;
      }
      if (value === undefined) {
        sums.unknown += 1;
        continue;
      }
      if (position["type"] === "lending" && position["side"] === "borrow") {
        sums.debts += value;
        sums.interest += value * (num(market["borrowApy"]) ?? 0);
        continue;
      }
      const held = num(position["amountTokenAUsd"]);
      const owed = num(position["amountTokenBUsd"]);
      const net = held === undefined || owed === undefined ? value : held - owed;
      sums.assets += held ?? value;
      sums.debts += owed ?? 0;
      if (position["type"] === "perpetual") continue;
      const apy =
        position["type"] === "loop"
          ? loopApy(market, held ?? 0, owed ?? 0, lending)
          : (num(market["depositApy"]) ?? 0);
      // No sum of earnings includes a loop of unknown leverage.
      if (apy === undefined) {
        sums.unrated += net;
        continue;
      }
      sums.earning += net;
      if (position["type"] !== "reward" && position["type"] !== "prediction") sums.earned += net * apy;
    }
  }
  return sums;
}

const record = (value: unknown): ApiMarket => Object(value);
const list = (value: unknown): readonly ApiMarket[] => (Array.isArray(value) ? value.map(record) : []);
const hundredths = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const minus = (value: number): string => (value < 0 ? "−" : "");
/** "$1,234.56" and "12.34 %", written without the dashboard's formatter. */
const money = (value: number): string => `${minus(value)}$${hundredths.format(Math.abs(value))}`;
const percent = (value: number): string => `${minus(value)}${hundredths.format(Math.abs(value) * 100)} %`;
/** "$1,235", or with cents below a hundred. */
const plain = (value: number): string => `${minus(value)}${String(dollars(Math.abs(value)))}`;

const read = (text: string | null | undefined): number =>
  Number((text ?? "").replaceAll(/[^\d.−]/g, "").replace("−", "-"));

/** Waits for every wallet, and for the markets, which loop rates and moves need. */
async function settled(): Promise<void> {
  const totals = await screen.findByLabelText("Totals", {}, timeout);
  await waitFor(() => {
    expect(screen.queryByText(/^Incomplete: loading/)).toBeNull();
    expect(totals.textContent).not.toContain("loading markets");
  }, timeout);
}

describe("the portfolio", () => {
  it("says that the source publishes no positions and requests none", () => {
    const fetched = vi.fn<(address: string) => Promise<Response>>(() => new Promise(() => {}));
    vi.stubGlobal("fetch", fetched);
    const defillama = { kind: "upstream" as const, label: "DefiLlama", lacks: ["positions" as const] };
    openWith({ ...config, source: defillama }, walletOf("Lender"));
    screen.getByRole("heading", { name: "DefiLlama publishes no positions" });
    expect(fetched.mock.calls.filter(([address]) => address.includes("/positions"))).toEqual([]);
  });

  it.each(["Lender", "Near liquidation", "Looper", "Mixed", "Lender and Looper"])(
    "of %s shows the totals of its positions",
    async (names) => {
      const wallets = names.split(" and ").map(walletOf);
      const own = await recompute(...wallets);
      open(...wallets);
      await settled();
      expect(await totalText("Net worth")).toContain(plain(own.assets - own.debts));
      expect(await totalText("Earns a year")).toContain(plain(own.earned - own.interest));
      expect(await totalText("Earns a year")).toContain(`${plain((own.earned - own.interest) / 365)} a day`);
      expect(await totalText("Net APY")).toContain(`Gross APY ${percent(own.earned / own.earning)}`);
      expect(await totalText("Net APY")).toContain(
        percent((own.earned - own.interest) / (own.assets - own.debts - own.unrated)),
      );
    },
  );

  it("shows the total gain of its moves as one figure", async () => {
    open(walletOf("Mixed"));
    await settled();
    const heads = within(screen.getByRole("table", { name: "Moves" })).getAllByRole("rowheader");
    const gains = heads.map((head) => read(head.closest("tr")?.querySelectorAll("td")[5]?.textContent));
    const sum = gains.reduce((all, gain) => all + gain, 0);
    const heading = screen.getByRole("heading", { name: /^About .* in \d+ moves?$/ }).textContent;
    const text = /\$[\d,]+/.exec(heading)?.[0] ?? "";
    expect(Math.abs(read(text) / sum - 1)).toBeLessThan(0.05);
    expect(await totalText("Moves")).toContain(`+${text}`);
    // The checks judge the gain of all moves together, not the size of a single deposit.
    const table = screen.getByRole("table", { name: "Moves" }).textContent;
    expect(table).toMatch(/Full exit now: [\d,.> ]+× your money/);
    expect(table).not.toContain("your size");
    expect(screen.getByText(heading).closest("[aria-live]")).not.toBeNull();
    const spoken = screen.getAllByRole("status").map(({ textContent }) => textContent);
    expect(spoken).toContainEqual(expect.stringMatching(/^\d+ positions in 1 wallet$/));
  });

  it("lists all claims with their explained sum, and remembers which links were opened", async () => {
    const wallet = walletOf("Mixed");
    open(wallet);
    await userEvent.click(await screen.findByRole("button", { name: "Claim all 4" }, timeout));
    const dialog = within(await screen.findByRole("dialog", { name: "Claim all" }));
    const claims = (await positionsOf(wallet)).flatMap((position) =>
      position["type"] === "reward" ? [position] : list(position["rewards"]),
    );
    const sum = claims.reduce((all, { amountUsd }) => all + (num(amountUsd) ?? 0), 0);
    expect(screen.getByRole("dialog").textContent).toContain(money(sum));
    expect(dialog.getAllByRole("listitem")).toHaveLength(4);
    const [claim] = dialog.getAllByRole("link", { name: /^Claim rewards, / });
    if (claim === undefined) throw new Error("Nothing can be claimed.");
    claim.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(claim);
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("button", { name: "Claim all 4" }));
    expect(screen.getByRole("dialog").textContent).toContain("1 of 4 opened");
  });

  it("of 60 positions, requested once, sums all and shows the largest first and the others on request", async () => {
    const wallet = walletOf("Lender");
    copies = 15;
    const own = await recompute(wallet);
    open(wallet);
    await screen.findByText(/^60 positions in 1 wallet/, {}, timeout);
    // A sum of 60 doubles may have rounding errors.
    expect(Math.abs(read(await totalText("Net worth")) - (own.assets - own.debts))).toBeLessThan(1);
    const once = [
      expect.stringContaining("/positions/history?walletAddress="),
      `/api/v0/positions/owners?walletAddresses=${wallet}`,
      `/api/v0/positions/pnl?walletAddresses=${wallet}`,
    ];
    await waitFor(
      () => expect(sent.filter((url) => url.includes("/positions/")).toSorted()).toEqual(once),
      timeout,
    );
    // A header, and for each of two types a sum, twenty positions and a button.
    expect(lines()).toBe(1 + 2 * 22);
    await userEvent.click(screen.getByRole("button", { name: "Show all 30 loans and deposits, Lending" }));
    expect(lines()).toBe(1 + 22 + 31 + 1);
  });

  it("keeps readable wallets when another fails, and names the failed one", async () => {
    const own = await recompute(walletOf("Lender"));
    refused = walletOf("Predictions");
    open(walletOf("Lender"), walletOf("Predictions"));
    const fault = /^Predictions: The answer is not a list of positions/;
    await screen.findByRole("heading", { name: fault }, timeout);
    expect(await totalText("Net worth")).toContain(plain(own.assets - own.debts));
    // From its profit alone, it is unclear which positions are closed.
    expect(screen.queryByRole("table", { name: "Closed predictions" })).toBeNull();
    refused = undefined;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(/positions in 2 wallets/, {}, timeout);
    const closed = within(await screen.findByRole("table", { name: "Closed predictions" }, timeout));
    const heads = closed.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads).toEqual(["Position", "Profit", "Invested", "Net flow"]);
  });

  it("if a wallet's profits are missing, its predictions have no total profit", async () => {
    refused = "/positions/pnl";
    open(walletOf("Predictions"));
    await screen.findByText(/^The profit of Predictions could not be loaded/, {}, timeout);
    expect(await totalText("Lifetime prediction profit")).toMatch(/Unknownclosed predictions not loaded$/);
    refused = undefined;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(
      async () => expect(await totalText("Lifetime prediction profit")).toMatch(/profit[+−]\$/),
      timeout,
    );
  });

  it("says what the service could not read of a wallet", async () => {
    const example = { index: 0, id: "p1", path: "total", reason: "is 2e18, above 1e18" };
    headersOf = {
      "/api/v0/positions/owners": writeSetAside(2, []),
      "/api/v0/positions/pnl": writeSetAside(1, [example]),
      "/api/v0/positions/history": writeSetAside(3, []),
    };
    open(walletOf("Lender"));
    const unread = /^(2 positions|1 profit|3 histories) of Lender could not be read/;
    await waitFor(() => {
      const text = screen.queryAllByText(unread).map(({ textContent }) => textContent);
      expect(text).toEqual([
        "2 positions of Lender could not be read and are not counted.",
        "1 profit of Lender could not be read and is not counted: total is 2e18, above 1e18.",
        "3 histories of Lender could not be read and are not counted.",
      ]);
    }, timeout);
  });

  it("says that a wallet has no positions and shows no totals", async () => {
    open("6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176");
    await screen.findByText(/6JpN…y176 has no known positions/, {}, timeout);
    expect(screen.queryByLabelText("Totals")).toBeNull();
  });

  it("saves the points of its value with the addresses of the wallets", async () => {
    open(walletOf("Lender"), walletOf("Looper"));
    await userEvent.click(await screen.findByRole("button", { name: "Chart options" }, timeout));
    const item = await screen.findByRole("menuitem", { name: "Export CSV" });
    const { lines: points } = await savedBy(() => userEvent.click(item));
    expect(points.at(-1)).toMatchObject({
      state: "now",
      wallets: `${walletOf("Lender")} ${walletOf("Looper")}`,
    });
  });

  it("mentions no fees if no move pays", async () => {
    open(`${walletOf("Mixed")}&limits=0.05,0.25,10`);
    const note = await screen.findByText(/^Estimates use/, {}, timeout);
    expect(note.textContent).toBe(
      "Estimates use today's conservative rates, without the rewards of new markets.",
    );
  });

  it("repays a loan that costs more than markets pay, with the amount, the share and the link", async () => {
    open(walletOf("Near liquidation"));
    const table = within(await screen.findByRole("table", { name: "Moves" }, timeout));
    expect(table.getByRole("link", { name: /^Repay loan/ }).getAttribute("href")).toMatch(
      /^\/markets\/jupiter/,
    );
    expect(table.getByText(/^Repays/).textContent).toMatch(/^Repays [\d,]+ USDC \(\d+ %\)$/);
    table.getByRole("link", { name: /^Repay, / });
  });

  it("exports moves with both markets by name, the wallet, the rates that they compare and the limits", async () => {
    open(walletOf("Mixed"));
    await screen.findByRole("table", { name: "Moves" }, timeout);
    const [move] = (await savedCsv("Moves")).lines;
    expect(move).toMatchObject({
      wallet: walletOf("Mixed"),
      token: expect.stringMatching(/./),
      From: expect.stringMatching(/, /),
      "from, id": expect.stringMatching(/\./),
      "depositApy now (fraction per year)": expect.stringMatching(/^0\./),
      "baseDepositApy after moves (at least, fraction per year)": expect.stringMatching(/^0\./),
      "borrowApy (fraction per year)": "",
      "gain a year (at least, USD)": expect.stringMatching(/^\d/),
      "APY basis": "base",
      "max shareOfPool (fraction)": "0.1",
      "max share per provider (fraction)": "0.4",
      "min exitCover (times)": "5",
    });
  });
});
