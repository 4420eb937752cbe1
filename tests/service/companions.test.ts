// Positions, profit and loss, markets by type and assets, through the gateway: what arrives, what is set aside, and what fails.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readExample } from "../fixtures/example-files.ts";
import { createGateway, lendingMarket, type Gateway } from "./gateway.ts";
import { sendJson, sendStatus, startHostileUpstream, type HostileUpstream } from "./hostile-upstream.ts";

const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
const sol = "solana:So11111111111111111111111111111111111111112";
const since = "startTime=2026-10-01T00:00:00.000Z";

const owners = `/positions/owners?walletAddresses=${wallet}`;
const past = `/positions/history?walletAddress=${wallet}&${since}`;
const pnl = `/positions/pnl?walletAddresses=${wallet}`;
const point = { timestamp: "2026-10-01T00:00:00Z", priceUsd: 85 };

let upstream: HostileUpstream;
let gateway: Gateway;

beforeEach(async () => {
  upstream = await startHostileUpstream();
  gateway = createGateway(upstream.baseUrl);
});

afterEach(async () => {
  await gateway.close();
  await upstream.stop();
});

/** Every operation: what a caller asks, what the upstream is asked, and a good answer. */
const operations = [
  { path: owners, asked: owners, body: readExample("positions.owners").body },
  {
    path: `${owners}&type=loop`,
    asked: `${owners}&type=loop`,
    body: readExample("positions.owners.empty").body,
  },
  { path: past, asked: past, body: readExample("positions.history").body },
  { path: pnl, asked: pnl, body: readExample("positions.pnl").body },
  { path: "/marketsByType", asked: "/marketsByType", body: readExample("marketsByType").body },
  {
    path: "/assets?limit=2",
    asked: "/assets?limit=2",
    body: { assets: [{ id: sol, symbol: "SOL", tags: ["native"], priceUsd: 85, rank: 1 }], cursor: "next" },
  },
  {
    path: "/search?query=wrapped%20sol&limit=3",
    asked: "/search?query=wrapped%20sol&limit=3",
    body: { assets: [] },
  },
  { path: `/assets/${sol}`, asked: `/assets/${encodeURIComponent(sol)}`, body: { id: sol, priceUsd: null } },
  {
    path: `/assets/${encodeURIComponent(sol)}/history?${since}&resolution=1d`,
    asked: `/assets/${encodeURIComponent(sol)}/history?${since}&resolution=1d`,
    body: { id: sol, history: [point, { ...point, priceUsd: null }] },
  },
];

describe.each(operations)("$path", ({ path, asked, body }) => {
  test("is asked of the upstream, and its answer arrives as it is", async () => {
    upstream.behave(sendJson(body));
    const answer = await gateway.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(body);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    expect(answer.headers.get("x-markets-set-aside")).toBeNull();
    expect(decodeURIComponent(upstream.requests[0]?.url ?? "")).toBe(decodeURIComponent(`/api/v0${asked}`));
  });

  test("is a 404 where the upstream has none, in words that say so", async () => {
    upstream.behave(sendStatus(404));
    const answer = await gateway.ask(path);
    expect(answer.body).toMatchObject({ statusCode: 404, code: "not-found" });
  });

  test("needs a key", async () => {
    expect((await gateway.ask(path, { "x-service-client-key": "nobody" })).status).toBe(401);
    expect(upstream.requests).toHaveLength(0);
  });
});

test("a position that cannot be read is set aside, and a market that cannot be read leaves its position", async () => {
  const position = { id: "a", type: "lending", ltv: 40, market: lendingMarket("m") };
  upstream.behave(
    sendJson({
      positions: [
        position,
        { ...position, amount: "NaN" },
        { ...position, id: "c", market: { type: "lending" } },
      ],
    }),
  );
  const answer = await gateway.ask(owners);
  expect(answer.body).toEqual({ positions: [position, { id: "c", type: "lending", ltv: 40 }] });
  expect(answer.headers.get("x-markets-set-aside")).toBe("1");
  expect(decodeURIComponent(answer.headers.get("x-markets-set-aside-report") ?? "")).toContain(
    '"path":"amount"',
  );
  expect((await gateway.metrics.render()).text).toContain("yieldboard_upstream_markets_set_aside_total 2");
});
