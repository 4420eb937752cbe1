// The page of the demo's wallets, and every figure that leads it worked out once more from the API's answers alone.
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  available,
  capacityLeft,
  legsOf,
  leverageOf,
  rate,
  rateThen,
  said,
  sent as sentFigure,
  type ApiMarket,
} from "../../../../tests/fixtures/own-figures.ts";
import { moment } from "../../../../tests/fixtures/quantities.ts";
import { listMarkets } from "../../../contract/operations/market-operations.ts";
import { readRequest, type Operation } from "../../../contract/operations/operation.ts";
import {
  listPositions,
  positionsHistory,
  positionsPnl,
} from "../../../contract/operations/position-operations.ts";
import { createDemoSource } from "../../../service/sources/demo/demo-source.ts";
import { DashboardConfigContext } from "../../queries/configuration.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { PortfolioPage } from "./portfolio-page.tsx";
import { createQueryClient } from "../../queries/query-client.ts";

vi.mock(import("../../charts/time-plot.tsx"), () => ({ TimePlot: () => null }));
vi.mock(import("../../ui/page/media-query.ts"), async (original) => ({
  ...(await original()),
  useIsPhone: () => false,
  useIsNarrow: () => false,
}));

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
  if (!reading.ok) throw new Error(reading.faults.map(({ message }) => message).join(" "));
  return reading.request;
}

/** How many times each position is held. */
let copies = 1;

/** What the service would answer, from the same simulation. */
async function answerOf(url: URL): Promise<string> {
  const text = await simulated(url);
  if (copies === 1 || url.pathname !== "/api/v0/positions/owners") return text;
  const positions = list(record(JSON.parse(text))["positions"]);
  return JSON.stringify({
    positions: positions.flatMap((position) =>
      Array.from({ length: copies }, (_, at) => ({ ...position, id: `${String(position["id"])} ${at}` })),
    ),
  });
}

async function simulated(url: URL): Promise<string> {
  const { companions } = source;
  const query = url.searchParams;
  const answer = await (url.pathname === "/api/v0/markets"
    ? source.listMarkets(asked(listMarkets, query), call)
    : url.pathname === "/api/v0/positions/owners"
      ? companions.positions(asked(listPositions, query), call)
      : url.pathname === "/api/v0/positions/pnl"
        ? companions.pnl(asked(positionsPnl, query), call)
        : companions.positionHistory(asked(positionsHistory, query), call));
  return (await answer.bytes()).toString("utf8");
}

let refused: string | undefined;
let sent: string[] = [];

beforeEach(() => {
  refused = undefined;
  copies = 1;
  sent = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://localhost");
    sent.push(url.pathname + url.search);
    if (refused !== undefined && url.search.includes(refused))
      return Response.json(
        { statusCode: 502, message: "Its answer is odd.", error: "Bad Gateway", code: "upstream-unreadable" },
        { status: 502 },
      );
    return new Response(await answerOf(url), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

/** The simulation makes a wallet's past when it is first asked about. */
const patience = { timeout: 20_000 };

function open(...wallets: readonly string[]): void {
  window.history.replaceState(null, "", `/portfolio?wallet=${wallets.join(",")}`);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardConfigContext value={config}>
        <LiveRegionProvider>
          <PortfolioPage />
        </LiveRegionProvider>
      </DashboardConfigContext>
    </QueryClientProvider>,
  );
}

function walletOf(name: string): string {
  const wallet = config.demoWallets.find((known) => known.name === name);
  if (wallet === undefined) throw new Error(`The demo has no wallet ${name}.`);
  return wallet.address;
}

/** What is shown under a label of the totals. */
async function total(label: string): Promise<string> {
  const totals = await screen.findByLabelText("Totals", {}, patience);
  const term = within(totals).getByText(label);
  return (term.parentElement?.textContent ?? "").replaceAll(/\s+/g, " ");
}

function lines(): number {
  return within(screen.getByRole("table", { name: "Positions" })).getAllByRole("row").length;
}

/** All lending markets as the API sends them. */
async function lendingMarkets(): Promise<readonly ApiMarket[]> {
  const all: ApiMarket[] = [];
  let cursor = "";
  do {
    const body: unknown = JSON.parse(
      await answerOf(new URL(`http://x/api/v0/markets?type=lending,yield&limit=200${cursor}`)),
    );
    const { markets, cursor: next }: Record<string, unknown> = Object(body);
    if (Array.isArray(markets)) all.push(...markets.map((market): ApiMarket => Object(market)));
    cursor = typeof next === "string" ? `&cursor=${encodeURIComponent(next)}` : "";
  } while (cursor !== "");
  return all;
}

interface Sums {
  assets: number;
  debts: number;
  earned: number;
  interest: number;
  earning: number;
  unknown: number;
  /** Own money in loops of unknown leverage. */
  unrated: number;
}

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
  // Where the legs themselves make the quote, they are taken as they are.
  const fits = Math.abs(at * read - (at - 1) * borrow - quote) <= 0.002;
  return fits ? own * read - (own - 1) * borrow : borrow + (own / at) * (quote - borrow);
}

const num = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** From the body of the positions alone, with no code of the dashboard. */
async function recompute(...wallets: readonly string[]): Promise<Sums> {
  const sums: Sums = { assets: 0, debts: 0, earned: 0, interest: 0, earning: 0, unknown: 0, unrated: 0 };
  const lending = await lendingMarkets();
  for (const wallet of wallets) {
    const body: unknown = JSON.parse(
      await answerOf(new URL(`http://x/api/v0/positions/owners?walletAddresses=${wallet}`)),
    );
    const positions: unknown = Object(body).positions;
    const list = Array.isArray(positions)
      ? positions.map((position): Record<string, unknown> => Object(position))
      : [];
    const claimed = new Set(
      list.flatMap(({ type, position, token }) =>
        type === "reward" ? [`${String(Object(position).id)} ${String(Object(token).address)}`] : [],
      ),
    );
    for (const position of list) {
      const market: Record<string, unknown> = Object(position["market"]);
      const value = num(position["amountUsd"]);
      for (const claim of Array.isArray(position["rewards"]) ? position["rewards"] : []) {
        const { tokenAddress, amountUsd }: Record<string, unknown> = Object(claim);
        if (!claimed.has(`${String(position["id"])} ${String(tokenAddress)}`)) {
          sums.assets += num(amountUsd) ?? 0;
          sums.earning += num(amountUsd) ?? 0;
        }
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
      // A loop of unknown leverage is in no sum of what is earned.
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

interface OwnMove {
  readonly now: number;
  readonly size: number;
  /** Undefined where there is nothing better, or it has to stay. */
  readonly to: { readonly market: ApiMarket; readonly low: number } | undefined;
}

const record = (value: unknown): ApiMarket => Object(value);
const list = (value: unknown): readonly ApiMarket[] => (Array.isArray(value) ? value.map(record) : []);
const mintOf = (market: ApiMarket): unknown => record(market["token"])["address"];

/**
 * Moves made one after another, the greatest gain first, from the API's answers alone: a market counts once, with all that moves
 * there, which has to fit, could leave again, and pays each deposit more than it has now.
 */
async function ownMoves(wallet: string): Promise<readonly OwnMove[]> {
  const all = await lendingMarkets();
  const body: unknown = JSON.parse(
    await answerOf(new URL(`http://x/api/v0/positions/owners?walletAddresses=${wallet}`)),
  );
  const positions = list(record(body)["positions"]);
  const loans = new Set<unknown>(
    positions.flatMap(({ side, bundleId }) =>
      side === "borrow" && bundleId !== undefined ? [bundleId] : [],
    ),
  );
  const deposits = positions
    .filter(
      ({ type, side, amountUsd }) =>
        (type === "yield" || (type === "lending" && side === "deposit")) && (num(amountUsd) ?? 1) >= 1,
    )
    .map((position) => ({
      market: record(position["market"]),
      size: num(position["amountUsd"]) ?? Number.NaN,
      now: num(record(position["market"])["depositApy"]) ?? Number.NaN,
      stays: loans.has(position["bundleId"]),
    }));
  type Deposit = (typeof deposits)[number];
  const into = new Map<ApiMarket, readonly Deposit[]>();
  const gone = new Map<unknown, number>();
  const lowWith = (target: ApiMarket, inside: readonly Deposit[]): number =>
    inside.length === 0 ? 0 : (rateThen(target, sumOf(inside))?.low ?? Number.NaN);
  const earned = (target: ApiMarket, inside: readonly Deposit[]): number =>
    inside.reduce((sum, { size, now }) => sum + size * (lowWith(target, inside) - now), 0);
  const tries = (deposit: Deposit): readonly (readonly [number, Deposit, ApiMarket])[] => {
    const { market, size, stays } = deposit;
    const free = (available(market) ?? Infinity) - (gone.get(market["id"]) ?? 0);
    if (stays || free < size) return [];
    return all.flatMap((target): (readonly [number, Deposit, ApiMarket])[] => {
      if (mintOf(target) !== mintOf(market) || target["id"] === market["id"]) return [];
      if (said(target, "productName")?.startsWith("Faulty on purpose") === true) return [];
      const before = into.get(target) ?? [];
      const after = [...before, deposit];
      const sum = sumOf(after);
      if ((capacityLeft(target) ?? sum) < sum || (available(target) ?? sum) < sum) return [];
      const low = lowWith(target, after);
      if (!after.every(({ now }) => low > now)) return [];
      return [[earned(target, after) - earned(target, before), deposit, target]];
    });
  };
  const waiting = new Set(deposits);
  for (;;) {
    const [best] = [...waiting].flatMap(tries).toSorted(([one], [other]) => other - one);
    if (best === undefined || best[0] <= 0) break;
    const [, deposit, target] = best;
    into.set(target, [...(into.get(target) ?? []), deposit]);
    const from = deposit.market["id"];
    gone.set(from, (gone.get(from) ?? 0) + deposit.size);
    waiting.delete(deposit);
  }
  return deposits
    .map((deposit): OwnMove => {
      const made = [...into].find(([, inside]) => inside.includes(deposit));
      const to = made === undefined ? undefined : { market: made[0], low: lowWith(...made) };
      return { now: deposit.now, size: deposit.size, to };
    })
    .toSorted(
      (a, b) =>
        Number(b.to !== undefined) - Number(a.to !== undefined) ||
        (b.to === undefined ? 0 : b.size * (b.to.low - b.now)) -
          (a.to === undefined ? 0 : a.size * (a.to.low - a.now)) ||
        b.size - a.size,
    );
}

function sumOf(deposits: readonly { readonly size: number }[]): number {
  return deposits.reduce((sum, { size }) => sum + size, 0);
}

const solMint = "So11111111111111111111111111111111111111112";

/** US dollars: two transactions with their fees and tips, and what a token account holds, by the largest market of SOL. */
async function ownCost(): Promise<number> {
  const [largest] = (await lendingMarkets())
    .filter((market) => mintOf(market) === solMint && market["borrowToken"] === undefined)
    .toSorted((a, b) => (sentFigure(b, "totalDepositUsd") ?? 0) - (sentFigure(a, "totalDepositUsd") ?? 0));
  const price = (num(largest?.["totalDepositUsd"]) ?? 0) / (num(largest?.["totalDeposit"]) ?? 0);
  return (2 * (0.000005 + 0.0001) + 0.00203928) * price;
}

/** As the column says it. */
function daysText(days: number): string {
  if (days < 1) return "under 1 day";
  const shown = days < 100 ? Math.round(days * 10) / 10 : Math.round(days);
  return shown === 1 ? "1 day" : `${String(shown)} days`;
}

/** "$1,234.56", written without the dashboard's formatter. */
function money(value: number): string {
  const text = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Math.abs(value),
  );
  return `${value < 0 ? "−" : ""}$${text}`;
}

function percent(value: number): string {
  const text = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Math.abs(value) * 100);
  return `${value < 0 ? "−" : ""}${text} %`;
}

/** The lines of Moves as they have to be: the rate of now, the better market, its rate, the gain, the cost and when it has paid. */
async function expectedMoves(wallet: string): Promise<readonly string[]> {
  const cost = await ownCost();
  return (await ownMoves(wallet)).map(({ now, size, to }) => {
    if (to === undefined) return `${String(rate(now))} Stay`;
    const daily = (1 + to.low) ** (1 / 365) - (1 + now) ** (1 / 365);
    return [
      rate(now),
      to.market["id"],
      rate(to.low),
      `+${money(size * (to.low - now))}`,
      money(cost),
      daysText(cost / (size * daily)),
    ].join(" ");
  });
}

/** The same as the table shows them. */
async function shownMoves(): Promise<readonly string[]> {
  await screen.findByText(/more per year,|nothing pays more in time/, {}, patience);
  const more = screen.queryByRole("button", { name: /^Show all \d+ of Moves$/ });
  if (more !== null) await userEvent.click(more);
  const table = screen.queryByRole("table", { name: "Moves" });
  const heads = table === null ? [] : within(table).getAllByRole("rowheader");
  return heads.map((head) => {
    const cells = [...(head.closest("tr")?.querySelectorAll("td") ?? [])];
    const [, now = "", market, apy, , gain, cost, days] = cells.map((cell) =>
      cell.textContent.replaceAll(/\s+/g, " "),
    );
    if (market === "Stay") return `${now} Stay`;
    const id = cells[2]?.querySelector("a")?.getAttribute("href")?.split(/[/?]/)[2];
    return [
      now,
      decodeURIComponent(id ?? ""),
      apy?.replace(/with .*$/, ""),
      gain,
      cost?.replace(/network.*$/, ""),
      days,
    ].join(" ");
  });
}

describe("the portfolio", () => {
  it.each(["Lender", "Near liquidation", "Looper", "Mixed"])(
    "of %s shows what its positions sum to, and makes the moves that own formulas make one after another",
    async (name) => {
      const wallet = walletOf(name);
      const own = await recompute(wallet);
      open(`${wallet}&pays=any`);
      // Loops are known at their own leverage once the markets are.
      await screen.findByText(/more per year,|nothing pays more in time/, {}, patience);
      expect(await total("Net worth")).toContain(money(own.assets - own.debts));
      expect(await total("Earns per year")).toContain(money(own.earned - own.interest));
      expect(await total("Earns per day")).toContain(money((own.earned - own.interest) / 365));
      expect(await total("APY of assets")).toContain(percent(own.earned / own.earning));
      expect(await total("APY of equity")).toContain(
        percent((own.earned - own.interest) / (own.assets - own.debts - own.unrated)),
      );
      expect(await shownMoves()).toEqual(await expectedMoves(wallet));
    },
  );

  it("of a whale makes of its many moves those that own formulas make one after another", async () => {
    const wallet = walletOf("Whale");
    open(`${wallet}&pays=any`);
    const moves = await shownMoves();
    expect(moves.length).toBeGreaterThan(20);
    expect(moves).toEqual(await expectedMoves(wallet));
  });

  it("lists all claims with their sum, and keeps in mind which links were opened", async () => {
    const wallet = walletOf("Mixed");
    open(wallet);
    await userEvent.click(await screen.findByRole("button", { name: "Claim all 4" }, patience));
    const dialog = within(await screen.findByRole("dialog", { name: "Claim all" }));
    const body: unknown = JSON.parse(
      await answerOf(new URL(`http://x/api/v0/positions/owners?walletAddresses=${wallet}`)),
    );
    const positions = list(record(body)["positions"]);
    const claims = positions.flatMap((position) =>
      position["type"] === "reward" ? [position] : list(position["rewards"]),
    );
    const sum = claims.reduce((all, { amountUsd }) => all + (num(amountUsd) ?? 0), 0);
    expect(screen.getByRole("dialog").textContent).toContain(money(sum));
    expect(dialog.getAllByRole("listitem")).toHaveLength(4);
    expect(screen.getByRole("dialog").textContent).toContain("0 of 4 opened");
    const [claim] = dialog.getAllByRole("link", { name: /^Claim rewards, / });
    if (claim === undefined) throw new Error("Nothing can be claimed.");
    claim.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(claim);
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("button", { name: "Claim all 4" }));
    expect(screen.getByRole("dialog").textContent).toContain("1 of 4 opened");
  });

  it("of 200 positions sums all of them, draws those worth most, and the others on request", async () => {
    const wallet = walletOf("Lender");
    copies = 50;
    const own = await recompute(wallet);
    open(wallet);
    await screen.findByText(/^200 positions in 1 wallet/, {}, patience);
    expect(await total("Net worth")).toContain(money(own.assets - own.debts));
    // A head, and for each of two types its sums, twenty positions and the button.
    expect(lines()).toBe(1 + 2 * 22);
    await userEvent.click(screen.getByRole("button", { name: "Show all 100 of Lending" }));
    expect(lines()).toBe(1 + 22 + 101 + 1);
  });

  it("of several wallets is their sum, and marks whose each position is", async () => {
    const wallets = [walletOf("Lender"), walletOf("Looper")];
    const own = await recompute(...wallets);
    open(...wallets);
    await screen.findByText(/positions in 2 wallets/, {}, patience);
    expect(await total("Net worth")).toContain(money(own.assets - own.debts));
    expect(screen.getAllByTitle(`Wallet ${walletOf("Looper")}`).length).toBeGreaterThan(1);
  });

  it("asks once for each wallet, and for nothing twice", async () => {
    open(walletOf("Lender"));
    await total("Net worth");
    await screen.findByRole("button", { name: "Chart options" }, patience);
    expect(sent.filter((url) => url.includes("/positions/")).toSorted()).toEqual([
      expect.stringContaining("/positions/history?walletAddress="),
      `/api/v0/positions/owners?walletAddresses=${walletOf("Lender")}`,
      `/api/v0/positions/pnl?walletAddresses=${walletOf("Lender")}`,
    ]);
  });

  it("keeps the wallets that could be read when another could not, and says whose is missing", async () => {
    const own = await recompute(walletOf("Lender"));
    refused = walletOf("Predictions");
    open(walletOf("Lender"), walletOf("Predictions"));
    await screen.findByRole(
      "heading",
      { name: /^Predictions: The answer is not a list of positions/ },
      patience,
    );
    expect(await total("Net worth")).toContain(money(own.assets - own.debts));
    // What is known of its profit does not say which of its positions are closed.
    expect(screen.queryByText("closed")).toBeNull();
    refused = undefined;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(/positions in 2 wallets/, {}, patience);
  });

  it("says that a wallet holds nothing, and shows no figures", async () => {
    open("6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176");
    await screen.findByText(/6JpN…y176 has no positions that this service knows/, {}, patience);
    expect(screen.queryByLabelText("Totals")).toBeNull();
  });

  it("without a wallet says what it is for and offers the demo's", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: /^Mixed/ }));
    await total("Net worth");
    expect(window.location.search).toContain(walletOf("Mixed"));
  });

  it("takes an address with Enter, and says what is wrong with what is none", async () => {
    open("0OIl");
    const field = screen.getByRole("textbox", { name: "Add a wallet address" });
    expect(field).toHaveProperty("value", "0OIl");
    expect(screen.getByRole("alert").textContent).toContain("Character 1");
    await userEvent.clear(field);
    await userEvent.type(field, "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
    expect(screen.getByRole("alert").textContent).toContain("Ethereum");
    await userEvent.clear(field);
    await userEvent.type(field, `${walletOf("Lender")}{Enter}`);
    await screen.findByRole("button", { name: /^Remove wallet Demo…\w+ Lender$/ }, patience);
    expect(field).toHaveProperty("value", "");
  });
});
