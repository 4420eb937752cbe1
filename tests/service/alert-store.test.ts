// What both engines store for alerts: rules by key, their state, and pending messages.
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AlertEvent, AlertRule } from "../../src/contract/alerts/rule.ts";
import type { StoredRules } from "../../src/service/alerts/alert-store.ts";
import type { AlertMessage } from "../../src/domain/alerts/messages.ts";
import type { Lease } from "../../src/service/store/engine/database.ts";
import type { MarketStore } from "../../src/service/store/market-store.ts";
import { openDatabase, openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import { takeLease } from "../fixtures/polls.ts";
import { storeKinds, storePlaces } from "../fixtures/store-places.ts";
import { minute, noon, rule, wallet } from "./alert-service.ts";

const places = storePlaces();
const day = 24 * 60 * minute;
const sent = (id: string, change: Partial<AlertRule> = {}): AlertRule =>
  rule(id, { sendTo: wallet, ...change });
const loan = rule("loan1", {
  target: { kind: "position", wallet, id: "l", name: "A loan" },
  condition: { kind: "threshold", measure: "health", side: "under", threshold: 1.1, reset: 1.2 },
});

function eventOf(of: AlertRule): AlertEvent {
  return { id: `${of.id}:1`, rule: of, at: noon, happening: { kind: "crossed", value: 2, was: 1, wasAt: 0 } };
}

function message(about: string, change: Partial<AlertMessage> = {}): AlertMessage {
  const recipient = createHash("sha256").update(wallet).digest("hex");
  return { about, wallet, recipient, due: noon, title: "t", body: "b", link: "", loan: false, ...change };
}

describe.each(storeKinds)("alerts in a store of kind %s", (kind) => {
  let address: StoreAddress;
  let store: MarketStore;
  let lease: Lease;
  let alerts: MarketStore["alerts"];
  let outbox: MarketStore["alerts"]["outbox"];

  beforeEach(async () => {
    address = await places.newStore(kind);
    store = await openStore(address, minute);
    lease = await takeLease(store);
    ({ alerts } = store);
    ({ outbox } = alerts);
  });
  afterEach(() => store.close());

  async function stored(owner: string): Promise<StoredRules> {
    const found = (await alerts.page("")).find((of) => of.owner === owner);
    if (found === undefined) throw new Error("the key has no rules");
    return found;
  }
  const put = (owner: string, rules: readonly AlertRule[], now = noon, maxKeys = 10) =>
    alerts.put(owner, { rules: [...rules] }, now, maxKeys);
  const keep = async (owner: string, change: Partial<Parameters<typeof alerts.keep>[0][number]>) =>
    alerts.keep([{ ...(await stored(owner)), events: [], ...change }], noon, lease);
  const eventsOf = async (owner: string) => (await alerts.events(owner, 0, noon))?.events;
  const waiting = () => outbox.due(Number.MAX_SAFE_INTEGER, 100);
  async function onlyMessage() {
    const [only, ...others] = await waiting();
    if (only === undefined || others.length > 0) throw new Error("one message should wait");
    return only;
  }

  test("replaces rules only if their revision is still current", async () => {
    const putAt = (revision: number, id: string) =>
      alerts.put("one", { rules: [rule(id)], revision }, noon, 10);
    expect([await putAt(1, "rule1"), await putAt(0, "rule1"), await putAt(0, "rule2")]).toEqual([
      "changed",
      1,
      "changed",
    ]);
    const both = await Promise.all([putAt(1, "rule2"), putAt(1, "rule3")]);
    expect(both.toSorted()).toEqual([2, "changed"]);
    expect(await put("one", [rule("rule4")])).toBe(3);
    expect(await alerts.rules("one")).toMatchObject({ rules: [rule("rule4")], revision: 3 });
  });

  test("drops unused keys while they are judged", async () => {
    const owners = Array.from({ length: 100 }, (_, index) => `key ${String(index).padStart(3, "0")}`);
    // Stored in the opposite order, in which a statement without an order would lock them.
    for (const owner of owners.toReversed()) await put(owner, [rule("rule1")], noon - 30 * day, 1000);
    const states = { rule1: { of: "", at: noon } };
    const judged = owners.map((owner) => ({ owner, revision: 1, states, events: [] }));
    await Promise.all([alerts.keep(judged, noon, lease), put("new", [rule("rule1")])]);
    expect((await alerts.page("")).map(({ owner }) => owner)).toEqual(["new"]);
  });

  test("drops keys without rules or unused for a week when the limit of keys is reached", async () => {
    expect(await put("empty", [])).toBe(0);
    expect(await alerts.events("empty", 0, noon)).toBeUndefined();
    for (const owner of ["one", "other"]) expect(await put(owner, [rule("rule1")], noon, 2)).toBe(1);
    expect(await put("third", [rule("rule1")], noon, 2)).toBe("full");
    // While there is space, another browser with the key learns that its rules were deleted.
    await put("other", []);
    expect(await eventsOf("other")).toEqual([]);
    expect(await put("third", [rule("rule1")], noon, 2)).toBe(1);
    expect(await eventsOf("other")).toBeUndefined();
    await alerts.events("third", 0, noon + 2 * day);
    expect(await put("other", [rule("rule1")], noon + 7 * day + 1, 2)).toBe(1);
    expect((await alerts.page("")).map(({ owner }) => owner)).toEqual(["other", "third"]);
    await alerts.forget(noon + 3 * day, lease);
    expect((await alerts.page("")).map(({ owner }) => owner)).toEqual(["other"]);
  });

  test("stores no results for rules that changed meanwhile, or under a lost lease", async () => {
    await put("one", [rule("rule1")]);
    const events = [eventOf(rule("rule1"))];
    const judged = { ...(await stored("one")), states: {}, events, messages: [message("m")] };
    await put("one", [rule("rule2")]);
    await alerts.keep([judged], noon, lease);
    const lost = { ...lease, token: lease.token - 1 };
    const now = { ...judged, ...(await stored("one")) };
    await expect(alerts.keep([now], noon, lost)).rejects.toMatchObject({ kind: "overtaken" });
    expect([await eventsOf("one"), await waiting()]).toEqual([[], []]);
    await alerts.keep([now], noon, lease);
    const { events: fired, cursor } = (await alerts.events("one", 0, noon)) ?? {};
    expect(fired).toHaveLength(1);
    expect((await alerts.events("one", Number(cursor), noon))?.events).toEqual([]);
  });

  test("deletes a loan's events, which name its wallet, with their rule, for that key only", async () => {
    for (const owner of ["one", "other"]) {
      await put(owner, [rule("rule1"), loan]);
      await keep(owner, { events: [eventOf(rule("rule1")), eventOf(loan)] });
    }
    await put("one", [rule("rule2")]);
    expect((await eventsOf("one"))?.map(({ rule: { id } }) => id)).toEqual(["rule1"]);
    expect(await eventsOf("other")).toHaveLength(2);
    await alerts.remove("one");
    expect([await eventsOf("one"), await alerts.rules("one")]).toEqual([undefined, undefined]);
  });

  test("lets only the lease holder claim a message, and only once", async () => {
    await put("one", [sent("rule1")]);
    await keep("one", { messages: [message("m")] });
    const only = await onlyMessage();
    expect(await outbox.claim(only, noon, { ...lease, token: lease.token - 1 })).toBe(false);
    expect(await outbox.claim(only, noon, lease)).toBe(true);
    expect(await outbox.claim(only, noon, lease)).toBe(false);
    // A claimed message still counts, but no longer names its wallet.
    const { db, close } = await openDatabase(address);
    const rows = await db.selectFrom("alert_messages").select(["wallet", "title", "body"]).execute();
    await close();
    expect(rows).toEqual([{ wallet: "", title: "", body: "" }]);
    await keep("one", { messages: [message("m")] });
    expect([await waiting(), await outbox.pending()]).toEqual([[], 0]);
    await outbox.putBack(only, noon + minute);
    expect(await onlyMessage()).toEqual({ ...only, due: noon + minute, tries: 1 });
    expect(await outbox.due(noon, 9)).toEqual([]);
    expect(await outbox.pending()).toBe(1);
  });

  test("deletes a message after a day or once no rule names its wallet", async () => {
    await put("one", [sent("rule1")]);
    await keep("one", { messages: [message("m")] });
    const only = await onlyMessage();
    await outbox.forget(noon + day - 1, lease);
    expect(await outbox.claim(only, noon, lease)).toBe(true);
    await put("one", [rule("rule1")]);
    await outbox.putBack(only, noon);
    expect(await waiting()).toEqual([]);
    for (const end of [
      () => put("one", []),
      () => alerts.remove("one"),
      () => outbox.forget(noon + day, lease),
    ]) {
      await put("one", [sent("rule1")]);
      await keep("one", { messages: [message(`again ${String(end)}`)] });
      await onlyMessage();
      await end();
      expect(await waiting()).toEqual([]);
    }
  });

  test("keeps no message of a key that changes its rules or is deleted meanwhile", async () => {
    for (let turn = 0; turn < 10; turn += 1)
      for (const end of [() => put("one", [rule("rule1")]), () => alerts.remove("one")]) {
        await put("one", [sent("rule1")]);
        const judged = { ...(await stored("one")), events: [], messages: [message(String(turn))] };
        await Promise.all([alerts.keep([judged], noon, lease), end()]);
        expect(await waiting()).toEqual([]);
      }
  });

  test("combines pieces with one id into one message of bounded length", async () => {
    await put("one", [sent("rule1")]);
    const pieces = ["a", "b".repeat(16_000), "c"].map((body) => message("m", { title: "", body }));
    await keep("one", { messages: [...pieces, message("whole"), message("whole", { body: "again" })] });
    expect((await waiting()).map(({ body }) => body).toSorted()).toEqual([`a\n${"b".repeat(16_000)}`, "b"]);
  });

  test("limits messages to a wallet per day: 5 per key, 10 in total, and as many about loans", async () => {
    for (const owner of ["1", "2", "3", "4"]) {
      await put(owner, [sent("rule1")]);
      const asked = Array.from({ length: 20 }, (_, at) => message(`${owner} ${at}`, { loan: at % 2 === 0 }));
      await keep(owner, { messages: asked });
    }
    const owners = (await waiting()).map(({ owner }) => owner);
    expect(owners).toHaveLength(20);
    expect(owners.filter((owner) => owner === "1")).toHaveLength(10);
    for (const one of await waiting()) await outbox.claim(one, noon, lease);
    await keep("1", { messages: [message("more")] });
    expect(await waiting()).toEqual([]);
    await outbox.forget(noon + day, lease);
    await keep("1", { messages: [message("more")] });
    expect(await waiting()).toHaveLength(1);
  });

  test("never lets newer keys crowd out messages of the key that named a wallet first", async () => {
    const others = ["1", "2", "3", "4"];
    await put("own", [sent("rule1")], noon - day);
    // Putting its rules again does not make a key newer.
    for (const owner of [...others, "own"]) await put(owner, [sent("rule1")]);
    for (const owner of [...others, "own"])
      await keep(owner, { messages: Array.from({ length: 10 }, (_, at) => message(`${owner} ${at}`)) });
    const owners = (await waiting()).map(({ owner }) => owner);
    expect([owners.length, owners.filter((owner) => owner === "own").length]).toEqual([10, 5]);
  });
});
