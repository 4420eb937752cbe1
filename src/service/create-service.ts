import { createApp, type App } from "./app.ts";
import { readConfig, type Config, type DemoConfig, type StoreConfig } from "./config.ts";
import type { Environment } from "./environment.ts";
import { createHash, createHmac } from "node:crypto";
import { createJudge } from "./alerts/judge-poll.ts";
import { createLoanReader } from "./alerts/read-loans.ts";
import { createSendDue } from "./alerts/send-due.ts";
import { createLog, type Log, type WriteLine } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createSender, type Sender } from "./send/sender.ts";
import { createRecordAnswers } from "./record/record-answers.ts";
import type { Pace } from "./record/reading.ts";
import { withListing, type ListedOptions } from "./recorder/listed-source.ts";
import { fillDemo } from "./recorder/fill-demo.ts";
import { withRecord } from "./recorder/recorded-history.ts";
import { startRecorder, type Recorder } from "./recorder/recorder.ts";
import { createSource } from "./sources/choose-source.ts";
import { createDemoSource } from "./sources/demo/demo-source.ts";
import type { MarketSource } from "./sources/market-source.ts";
import { StoreFault } from "./store/engine/database.ts";
import type { Lease } from "./store/lease.ts";
import type { MarketStore } from "./store/market-store.ts";
import { openStore } from "./store/open-store.ts";

export interface Service {
  readonly config: Config;
  readonly source: MarketSource;
  readonly app: App;
  readonly log: Log;
  stopping(): void;
  close(): Promise<void>;
}

/** Without `dashboardDirectory` Vite serves the dashboard. @throws ConfigError */
export function createService(
  environment: Environment,
  dashboardDirectory?: string,
  write: WriteLine = (line) => void process.stdout.write(line),
): Service {
  const config = readConfig(environment);
  const log = createLog(config.logLevel, write);
  const metrics = createMetrics(log, true);
  const bare = createSource(config.source, metrics.upstream);
  const sender = config.send && createSender({ ...config.send, report: metrics.sent });
  const stop = new AbortController();
  const isStopping = (): boolean => stop.signal.aborted;
  const list = listOf(config);
  const recorder =
    config.store &&
    record(config.store, { config, source: bare, list, sender, log, metrics, stop: stop.signal });
  const listed =
    recorder === undefined || list === undefined
      ? bare
      : withListing(bare, recorder, { ...list, meter: metrics.upstream });
  const source = recorder === undefined ? bare : withRecord(listed, recorder);
  const app = createApp({
    config,
    source,
    log,
    metrics,
    isStopping,
    sender,
    recorder,
    record:
      recorder &&
      config.store &&
      createRecordAnswers(recorder, { ...paceOf(config.store), isSimulated: config.source.kind === "demo" }),
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

/** With shorter freshness, instances poll on their own and share no list. */
const shortestListMs = 10_000;

/** Polled as often as an upstream answer is fresh. The demo needs no shared list. */
function listOf({ source }: Config): Pick<ListedOptions, "everyMs" | "staleMs"> | undefined {
  if (source.kind === "demo" || source.freshMs < shortestListMs) return undefined;
  return { everyMs: source.freshMs, staleMs: source.staleMs };
}

/** The demo's seed and frozen time, or a hash of the upstream's address. */
function fingerprintOf(source: Config["source"]): string {
  if (source.kind === "demo")
    return ["demo", source.seed, ...(source.time === undefined ? [] : [source.time])].join(" ");
  if (source.kind === "defillama") return "defillama";
  return `upstream ${createHash("sha256").update(source.baseUrl).digest("hex").slice(0, 32)}`;
}

/** In polls, so that one may fail without a gap. */
const stepsHeld = 3;

function paceOf({ everyMs }: StoreConfig): Pace {
  return { everyMs, holdMs: everyMs * stepsHeld };
}

/** Wallets whose loans are read per minute, at least one per poll. */
const walletsPerMinute = 10;

interface RecordParts {
  readonly config: Config;
  readonly source: MarketSource;
  readonly list: Pick<ListedOptions, "everyMs"> | undefined;
  readonly sender: Sender | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly stop: AbortSignal;
}

function createFill(config: DemoConfig, holdMs: number, log: Log) {
  const sourceAt = (now: () => number): MarketSource => createDemoSource({ ...config, now });
  return async (store: MarketStore, lease: Lease, signal: AbortSignal): Promise<void> => {
    const startedAt = performance.now();
    const filled = await fillDemo({ store, lease, sourceAt, holdMs, signal, now: Date.now() });
    if (filled === undefined) return;
    log.info("record-simulated", { ...filled, durationMs: Math.round(performance.now() - startedAt) });
  };
}

function record(
  store: StoreConfig,
  { config, source, list, sender, log, metrics, stop }: RecordParts,
): Recorder {
  const { source: from, send, publicUrl } = config;
  const { address, everyMs, retention } = store;
  const { holdMs } = paceOf(store);
  const mostWallets = Math.max(1, Math.floor((walletsPerMinute * everyMs) / 60_000));
  const judgePoll = createJudge({
    loans: createLoanReader(source.companions, mostWallets, stop),
    recipientOf: send && ((wallet) => createHmac("sha256", send.key).update(wallet).digest("hex")),
  });
  const sendDue = sender && createSendDue({ sender, publicUrl, isStopping: () => stop.aborted });
  return startRecorder({
    open: () =>
      openStore(address, holdMs, fingerprintOf(from), (blocks) => log.info("store-migrated", { blocks })),
    source,
    everyMs,
    ...(list === undefined ? {} : { listEveryMs: list.everyMs }),
    retention,
    ...(from.kind === "demo" && from.time === undefined ? { fill: createFill(from, holdMs, log) } : {}),
    log,
    meter: metrics.recorder,
    onRecorded: async (opened, poll, lease) => {
      try {
        const { keys, rules, events } = await judgePoll(opened.alerts, poll, lease);
        if (keys > 0) log.info("alerts", { keys, rules, events });
        if (sendDue === undefined) return;
        const { sent, again, unknown, refused } = await sendDue(opened.alerts.outbox, lease);
        if (sent + again + unknown + refused > 0) log.info("alerts-sent", { sent, again, unknown, refused });
      } catch (error) {
        // Recording goes on; the next lease holder judges from what is stored.
        const { kind: fault, reason } = error instanceof StoreFault ? error : new StoreFault("refused");
        log.error("alerts-failing", { fault, reason });
      }
    },
  });
}
