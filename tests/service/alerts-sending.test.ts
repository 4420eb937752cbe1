// Alerts are sent to the wallet that their rule names: at most once, whatever fails, and within the limits.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AlertRule } from "../../src/contract/alerts/rule.ts";
import { createJudge } from "../../src/service/alerts/judge-poll.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import { createLoanReader } from "../../src/service/alerts/read-loans.ts";
import { createSendDue, type SentMessages } from "../../src/service/alerts/send-due.ts";
import { createService } from "../../src/service/create-service.ts";
import { createSender, type Sender } from "../../src/service/send/sender.ts";
import { openStore } from "../../src/service/store/open-store.ts";
import { takeLease } from "../fixtures/polls.ts";
import { storePlaces } from "../fixtures/store-places.ts";
import { alertService, key, listing, minute, noon, otherKey, rule, wallet } from "./alert-service.ts";
import { askApp, callerKey } from "./gateway.ts";
import { sendStatus, startHostileUpstream, type HostileUpstream } from "../fixtures/hostile-upstream.ts";

const otherWallet = "So11111111111111111111111111111111111111112";
const appId = "0b7b3c1e-4a52-4f9d-9d0e-6a1f6c7d8e9f";
const day = 24 * 60 * minute;

const sent = (id: string, change: Partial<AlertRule> = {}): AlertRule =>
  rule(id, { sendTo: wallet, ...change });
const view = (id: string, asked = ""): AlertRule =>
  sent(id, {
    target: { kind: "view", search: `?small=1&${asked}`, name: "Buy!" },
    condition: { kind: "newMarket" },
  });
const digest = { at: 14 * 60, timeZone: "UTC" };
const hashed = (text: string): string => createHash("sha256").update(text).digest("hex");
const judgePoll = createJudge({ recipientOf: hashed });

const places = storePlaces(["file"]);
let upstream: HostileUpstream;
beforeEach(async () => {
  upstream = await startHostileUpstream();
  upstream.behave(sendStatus(202));
});
afterEach(async () => upstream.stop());

/** The bodies sent so far. */
const bodies = (): unknown[] => upstream.requests.map(({ body }) => JSON.parse(body));

const environment = () => ({
  CLIENT_KEYS: callerKey,
  SEND_BASE_URL: upstream.baseUrl,
  SEND_APP_ID: appId,
  SEND_KEY: "send-key-71c0aa",
  PUBLIC_URL: "https://yields.example",
});
const nothing: SentMessages = { sent: 0, again: 0, unknown: 0, refused: 0 };

describe("alert messages", () => {
  let sender: Sender;
  let sendDue: ReturnType<typeof createSendDue>;
  let now = noon;
  const service = alertService(places, environment, ({ send, publicUrl }) => {
    if (send === undefined) throw new Error("nothing is sent");
    sender = createSender({ ...send, firstWaitMs: 1 });
    sendDue = createSendDue({ sender, publicUrl, isStopping: () => false, now: () => now });
    return sender;
  });
  afterEach(() => sender.close());
  const restart = async (): Promise<void> => {
    await sender.close();
    await service.restart();
  };

  /** Fails if the service rejects the rules, because without rules the tests would prove nothing. */
  const put = async (own: string, rules: readonly AlertRule[], times: object = {}): Promise<void> => {
    const answered = await service.ask("rules", own, "PUT", { rules, ...times });
    expect(answered).toMatchObject({ status: 200 });
  };
  const judgeAt = (time: number, rate: number) => judgeMarketAt(time, { depositApy: rate });
  const judgeMarketAt = (time: number, ...markets: Parameters<typeof listing>[1]) =>
    judgePoll(service.store.alerts, listing(time, markets), service.lease);
  const drain = (at: number): Promise<SentMessages> => {
    now = at;
    return sendDue(service.store.alerts.outbox, service.lease);
  };
  /** Makes every rule of the market fire at `time`. */
  const ring = async (time: number): Promise<void> => {
    await judgeAt(time - minute, 0.09);
    await judgeAt(time, 0.12);
  };
  const readiness = async () => (await askApp(service.app, "/readyz")).body;
  const waiting = () => service.store.alerts.outbox.due(Number.MAX_SAFE_INTEGER, 100);

  test("are sent once with a text that the service writes, and leave no wallet in the store", async () => {
    await put(key, [sent("rule1", { target: { kind: "market", id: "m", name: "Buy!", marketType: "x" } })]);
    await ring(noon);
    expect(await drain(noon)).toEqual({ ...nothing, sent: 1 });
    expect(bodies()).toEqual([
      {
        channels: ["PUSH", "IN_APP"],
        message: {
          title: "m, Kamino: Deposit APY over 10.00 %",
          body: "m, Kamino. 1 Oct 2026, 12:00 UTC: 12.00 %; was 9.00 % at 11:59 UTC.",
          actions: [{ type: "link", label: "Open the market", url: "https://yields.example/markets/m" }],
        },
        recipient: { type: "subscriber", walletAddress: wallet },
      },
    ]);
    expect(upstream.requests[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    await drain(noon + minute);
    expect(upstream.requests).toHaveLength(1);
    const stored = await service.store.alerts.events(hashed(key), 0, noon);
    expect(stored?.events).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(wallet);
  });

  test("are sent once despite restarts before and after sending", async () => {
    await put(key, [sent("rule1")]);
    await ring(noon);
    await restart();
    await judgeAt(noon + minute, 0.13);
    expect(await drain(noon + minute)).toMatchObject({ sent: 1 });
    await restart();
    await judgeAt(noon + 2 * minute, 0.13);
    expect(await drain(noon + 2 * minute)).toMatchObject({ sent: 0 });
    expect(upstream.requests).toHaveLength(1);
  });

  test("are retried after 429 with longer waits, and dropped after a day", async () => {
    await put(key, [sent("rule1")]);
    await ring(noon);
    upstream.behave(sendStatus(429, { "retry-after": "1" }));
    const again = { ...nothing, again: 1 };
    expect(await drain(noon)).toEqual(again);
    await restart();
    expect(await drain(noon + 4 * minute)).toEqual(nothing);
    expect(await drain(noon + 5 * minute)).toEqual(again);
    expect(await waiting()).toMatchObject([
      { wallet, tries: 2, due: noon + 15 * minute, link: "/markets/m" },
    ]);
    const keys = upstream.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await judgeAt(noon + day, 0.12);
    expect(await waiting()).toEqual([]);
  });

  test.each<[number, Partial<SentMessages>, Partial<SentMessages>]>([
    // Each of these statuses refuses only its own message, for good.
    [400, { refused: 2 }, {}],
    // These messages may have arrived.
    [500, { unknown: 2 }, {}],
    // The app does not exist, so the other messages wait.
    [404, { refused: 1 }, { sent: 1 }],
  ])("are not resent after %i: %o, and an hour later %o", async (status, then, later) => {
    await put(key, [sent("rule1"), sent("rule2")]);
    await ring(noon);
    upstream.behave(sendStatus(status));
    expect(await drain(noon)).toEqual({ ...nothing, ...then });
    upstream.behave(sendStatus(202));
    expect(await drain(noon + 59 * minute)).toEqual(nothing);
    expect(await drain(noon + 60 * minute)).toEqual({ ...nothing, ...later });
    expect(upstream.requests).toHaveLength(2);
  });

  test("are sent again within the hour after a refusal if the clock is set back further than that", async () => {
    await put(key, [sent("rule1"), sent("rule2")]);
    await ring(noon);
    upstream.behave(sendStatus(404));
    expect(await drain(noon + 4 * 60 * minute)).toEqual({ ...nothing, refused: 1 });
    upstream.behave(sendStatus(202));
    expect(await drain(noon + 3.5 * 60 * minute)).toEqual(nothing);
    expect(await drain(noon + 2 * 60 * minute)).toEqual({ ...nothing, sent: 1 });
  });

  test.each([401, 404])("stop after %i until a restart, which /readyz reports", async (status) => {
    await put(key, [sent("rule1"), sent("rule2")]);
    await ring(noon);
    expect(await readiness()).not.toHaveProperty("send");
    upstream.behave(sendStatus(status));
    await drain(noon);
    expect(await readiness()).toMatchObject({ send: expect.stringContaining("SEND_APP_ID") });
    await restart();
    upstream.behave(sendStatus(202));
    expect(await drain(noon + minute)).toEqual({ ...nothing, sent: 1 });
    expect(await readiness()).not.toHaveProperty("send");
  });

  test("have no link if the market's id is too long", async () => {
    const id = "m".repeat(390);
    await put(key, [sent("rule1", { target: { kind: "market", id, name: "m", marketType: "lending" } })]);
    await judgeMarketAt(noon - minute, { id, depositApy: 0.09 });
    await judgeMarketAt(noon, { id, depositApy: 0.12 });
    expect(await drain(noon)).toEqual({ ...nothing, sent: 1 });
    expect(JSON.stringify(bodies())).not.toContain("actions");
  });

  test("wait while there is no connection, and are sent once it is back", async () => {
    await put(key, [sent("rule1")]);
    await put(otherKey, [sent("rule1", { sendTo: otherWallet })]);
    await ring(noon);
    await upstream.stop();
    expect(await drain(noon)).toMatchObject({ sent: 0, again: 1 });
    await upstream.restart();
    expect(await drain(noon + 5 * minute)).toMatchObject({ sent: 2 });
    expect(upstream.requests).toHaveLength(2);
  });

  test("wait for the end of quiet hours", async () => {
    await put(key, [sent("rule1")], { quiet: { from: 13 * 60, to: 15 * 60, timeZone: "Europe/Berlin" } });
    // Noon UTC is 14:00 in Berlin.
    await ring(noon);
    expect(await drain(noon + 59 * minute)).toMatchObject({ sent: 0 });
    expect(await drain(noon + 60 * minute)).toMatchObject({ sent: 1 });
  });

  test("wait for the digest only if they are about views, and name markets as the source does", async () => {
    await put(key, [view("view1"), sent("rule1")], { digest });
    await judgeAt(noon - minute, 0.09);
    await judgeMarketAt(noon, { depositApy: 0.12 }, { id: "n", depositApy: 0.06 });
    expect(await drain(noon + 119 * minute)).toMatchObject({ sent: 1 });
    expect(await drain(noon + 120 * minute)).toMatchObject({ sent: 1 });
    expect(bodies().at(-1)).toMatchObject({
      message: {
        title: "A saved view: 1 new market",
        body: "A saved view. 1 Oct 2026, 12:00 UTC: n, Kamino, deposit APY 6.00 %.",
        actions: [{ label: "Open the market", url: "https://yields.example/markets/n" }],
      },
    });
    expect(JSON.stringify(bodies())).not.toContain("Buy!");
  });

  test("are combined into one when they are due at the same later time", async () => {
    const quiet = { from: 11 * 60, to: 14 * 60, timeZone: "UTC" };
    await put(key, [view("view1"), view("view2", "minApy=5"), sent("rule1")], { digest, quiet });
    await put(otherKey, [view("view1")], { digest });
    await judgeAt(noon - minute, 0.09);
    await judgeMarketAt(noon, { depositApy: 0.12 }, { id: "n", depositApy: 0.06 });
    await restart();
    const fresh = Array.from({ length: 7 }, (_, index) => ({ id: `o${String(index)}`, depositApy: 0.01 }));
    await judgeMarketAt(noon + minute, { depositApy: 0.12 }, { id: "n", depositApy: 0.06 }, ...fresh);
    expect(await waiting()).toHaveLength(2);
    upstream.behave(sendStatus(429));
    expect(await drain(noon + 120 * minute)).toMatchObject({ again: 1 });
    await restart();
    upstream.behave(sendStatus(202));
    expect(await drain(noon + 130 * minute)).toMatchObject({ sent: 2 });
    expect(upstream.requests.find(({ body }) => body.includes("alert "))?.body).toContain(
      JSON.stringify({
        title: "1 alert and 8 new markets in saved views",
        body: `1 Oct 2026, 12:00 UTC: m, Kamino: Deposit APY over 10.00 %; n, Kamino, deposit APY 6.00 %; 12:01 UTC: ${[0, 1, 2, 3, 4].map((index) => `o${String(index)}, Kamino, deposit APY 1.00 %`).join("; ")}; 2 more.`,
        actions: [{ type: "link", label: "Open the alerts", url: "https://yields.example/alerts" }],
      }),
    );
    expect(await drain(noon + day / 2)).toEqual(nothing);
  });

  test("wait in a bounded queue", async () => {
    await put(key, [sent("rule1"), sent("rule2"), sent("rule3")]);
    vi.spyOn(service.store.alerts.outbox, "pending").mockResolvedValue(9_999);
    await ring(noon);
    expect(await waiting()).toHaveLength(1);
    expect((await service.store.alerts.events(hashed(key), 0, noon))?.events).toHaveLength(3);
  });
});

test("the service reads loans and sends pending messages, and logs no wallet", async () => {
  const demo = createDemoSource({ markets: 200, seed: 1 });
  const borrower = demo.demoWallets?.find(({ name }) => name === "Near liquidation")?.address ?? "";
  const readLoans = createLoanReader(demo.companions.positions, 1, new AbortController().signal)();
  const [loan] = [...(await readLoans(new Set([borrower]))).keys()];
  if (loan === undefined) throw new Error("the wallet has no loan");
  const watched = rule("loan1", {
    target: { kind: "position", wallet: borrower, id: loan, name: "A loan" },
    condition: { kind: "threshold", measure: "health", side: "under", threshold: 0.5, reset: 0.6 },
  });
  const path = join(places.folder, "service", "record.db");
  const store = await openStore({ kind: "file", path }, 30 * minute);
  const lease = await takeLease(store);
  const now = Date.now();
  await store.alerts.put(hashed(key), { rules: [sent("rule1"), watched] }, now, 10);
  await judgePoll(store.alerts, listing(now - 2 * minute, [{ depositApy: 0.09 }]), lease);
  await judgePoll(store.alerts, listing(now - minute, [{ depositApy: 0.12 }]), lease);
  await store.release(lease);
  await store.close();
  const lines: string[] = [];
  const service = createService(
    { ...environment(), STORE: `file:${path}`, DEMO_MARKETS: "200", DEMO_TIME: "2026-10-01T00:00:00Z" },
    undefined,
    (line) => lines.push(line),
  );
  try {
    await expect.poll(() => upstream.requests.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => lines.join("\n"), { timeout: 20_000 }).toContain("alerts-sent");
    const { body } = await askApp(service.app, "/api/dashboard", {});
    expect(body["alerts"]).toMatchObject({ send: true });
  } finally {
    await service.close();
  }
  for (const address of [wallet, borrower]) expect(lines.join("\n")).not.toContain(address);
  const after = await openStore({ kind: "file", path }, 30 * minute);
  const [kept] = await after.alerts.page("");
  expect(kept?.states["loan1"]?.value).toBeGreaterThan(0.5);
  await after.close();
});
