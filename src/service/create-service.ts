import { createHmac, hash } from "node:crypto";
import type { Poll } from "../domain/record/poll.ts";
import { createApp } from "./app.ts";
import { readConfig, type Config, type DemoConfig } from "./config.ts";
import type { Environment } from "./environment.ts";
import { createJudge } from "./alerts/judge-poll.ts";
import { createLoanReader } from "./alerts/read-loans.ts";
import { createSendDue } from "./alerts/send-due.ts";
import { createLog, type Log, type WriteLine } from "./log.ts";
import { createMetrics, type UpstreamMeter } from "./metrics.ts";
import { createSender, type Sender } from "./send/sender.ts";
import { createRecordResponses } from "./record/record-responses.ts";
import { withListing, type ListedOptions } from "./recorder/listed-source.ts";
import { withRecord } from "./recorder/recorded-history.ts";
import { Recorder } from "./recorder/recorder.ts";
import { createDemoSource } from "./sources/demo/demo-source.ts";
import { fillRecord } from "./sources/demo/record/fill-record.ts";
import type { MarketSource } from "./sources/market-source.ts";
import { tagOf } from "./sources/source-response.ts";
import { StoreFault, type Lease } from "./store/engine/database.ts";
import type { MarketStore } from "./store/market-store.ts";
import { openStore } from "./store/open-store.ts";
import { createDefillamaSource } from "./sources/defillama/defillama-source.ts";
import { createUpstreamSource } from "./sources/upstream/upstream-source.ts";

export type Service = ReturnType<typeof createService>;

/** Without `dashboardDirectory`, Vite serves the dashboard. @throws ConfigError */
export function createService(
  environment: Environment,
  dashboardDirectory?: string,
  write: WriteLine = (line) => void process.stdout.write(line),
) {
  const config = readConfig(environment);
  const { store, source: from } = config;
  const log = createLog(config.logLevel, write);
  const metrics = createMetrics(log, true);
  const bare = createSource(from, metrics.upstream);
  const sender = config.send && createSender({ ...config.send, report: metrics.sent });
  const stop = new AbortController();
  const list = listOf(config);
  const recorder =
    store &&
    new Recorder({
      open: () =>
        openStore(store.address, store.holdMs, fingerprintOf(from), (blocks) =>
          log.info("store-migrated", { blocks }),
        ),
      source: bare,
      everyMs: store.everyMs,
      listEveryMs: list?.everyMs,
      retention: store.retention,
      fill: from.kind === "demo" && from.time === undefined ? createFill(from, store.holdMs, log) : undefined,
      log,
      meter: metrics.recorder,
      onRecorded: createAlerts(config, store.everyMs, bare, sender, log, stop.signal),
    });
  const listed = recorder && list ? withListing(bare, recorder, { ...list, meter: metrics.upstream }) : bare;
  const source = recorder === undefined ? bare : withRecord(listed, recorder);
  const app = createApp({
    config,
    source,
    log,
    metrics,
    isStopping: () => stop.signal.aborted,
    sender,
    recorder,
    record:
      recorder && store && createRecordResponses(recorder, { ...store, isSimulated: from.kind === "demo" }),
    dashboardDirectory,
  });
  return {
    config,
    source,
    app,
    log,
    stopping: () => stop.abort(),
    async close() {
      stop.abort();
      await recorder?.close();
      metrics.close();
      await sender?.close();
      await source.close?.();
    },
  };
}

/** If responses are fresh for less than this, each instance polls by itself and no list is shared. */
const minListMs = 10_000;

/** Polls as often as upstream responses expire. The demo computes its list, so it shares none. */
function listOf({ source }: Config): Omit<ListedOptions, "meter"> | undefined {
  if (source.kind === "demo" || source.freshMs < minListMs) return undefined;
  const cursorMark = `~${tagOf(fingerprintOf(source)).slice(0, 6)}`;
  return { everyMs: source.freshMs, staleMs: source.staleMs, cursorMark };
}

function fingerprintOf(source: Config["source"]): string {
  if (source.kind === "demo")
    return ["demo", source.seed, ...(source.time === undefined ? [] : [source.time])].join(" ");
  if (source.kind === "defillama") return "defillama";
  return `upstream ${hash("sha256", source.baseUrl).slice(0, 32)}`;
}

/** Wallets whose loans are read per minute, at least one per poll. */
const walletsPerMinute = 10;

function createFill(config: DemoConfig, holdMs: number, log: Log) {
  const sourceAt = (now: () => number) => createDemoSource({ ...config, now });
  return async (store: MarketStore, lease: Lease, signal: AbortSignal): Promise<void> => {
    const startedAt = performance.now();
    const filled = await fillRecord({ store, lease, sourceAt, holdMs, signal, now: Date.now() });
    if (filled === undefined) return;
    log.info("record-simulated", { ...filled, durationMs: Math.round(performance.now() - startedAt) });
  };
}

/** Judges the rules after each recorded poll and sends the messages that are due. */
function createAlerts(
  { send, publicUrl }: Config,
  everyMs: number,
  source: MarketSource,
  sender: Sender | undefined,
  log: Log,
  stop: AbortSignal,
) {
  const maxWallets = Math.max(1, Math.floor((walletsPerMinute * everyMs) / 60_000));
  const judgePoll = createJudge({
    readLoans: createLoanReader(source.companions.positions, maxWallets, stop),
    recipientOf: send && ((wallet) => createHmac("sha256", send.key).update(wallet).digest("hex")),
  });
  const sendDue = sender && createSendDue({ sender, publicUrl, isStopping: () => stop.aborted });
  return async ({ alerts }: MarketStore, poll: Poll, lease: Lease): Promise<void> => {
    try {
      const judged = await judgePoll(alerts, poll, lease);
      if (judged.keys > 0) log.info("alerts", { ...judged });
      const sent = await sendDue?.(alerts.outbox, lease);
      if (sent !== undefined && Object.values(sent).some((count) => count > 0))
        log.info("alerts-sent", { ...sent });
    } catch (error) {
      // Recording continues. The next lease holder judges from what is stored.
      const { kind: fault, reason } = error instanceof StoreFault ? error : new StoreFault("refused");
      log.error("alerts-failing", { fault, reason });
    }
  };
}

export function createSource(config: Config["source"], meter: UpstreamMeter): MarketSource {
  if (config.kind === "demo") return createDemoSource(config);
  return config.kind === "upstream"
    ? createUpstreamSource({ ...config, meter })
    : createDefillamaSource({ ...config, meter });
}
