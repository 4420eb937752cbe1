// Predictions: events with outcomes, each listed once per settlement token. An event opens, closes, settles, and its
// successor opens under a new ticker, so that the list never dries up wherever the clock stands.
import type { PredictionMarket, PredictionStatus } from "../../../../contract/market.ts";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import { eventTemplates, settlementSymbols, type EventTemplate } from "../facts/dflow.ts";
import { madeUpAddress, noise, streamOf, unit, type Stream } from "../noise.ts";
import { tokenOf, type DemoToken } from "../token-prices.ts";
import { providerBody, withoutMissing, type Product, type Variant } from "./product.ts";
import type { ProductContext } from "./product-context.ts";

/** Shares of an event's period: trading ends, then the result is known, then its successor opens. */
const closesAfter = 0.88;
const settlesAfter = 0.94;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** One event in one of its periods. */
interface Round {
  readonly number: number;
  readonly openTime: number;
  readonly closeTime: number;
  readonly expirationTime: number;
  readonly status: PredictionStatus;
}

/** All periods of one event of one variant. */
class EventLine {
  readonly template: EventTemplate;
  readonly #seed: number;
  /** Share of the period by which this event is ahead of its kin; they are spread evenly, so all statuses always occur. */
  readonly #ahead: number;

  constructor(seed: number, template: EventTemplate, ahead: number) {
    this.#seed = seed;
    this.template = template;
    this.#ahead = ahead;
  }

  roundAt(variant: number, time: number): Round {
    const period = this.template.periodDays * dayMs;
    const ahead = variant === 0 ? this.#ahead : (this.#ahead + 0.618034 * variant) % 1;
    const phase = Math.floor((ahead * period) / hourMs) * hourMs;
    const number = Math.floor((time + phase) / period);
    const openTime = number * period - phase;
    const closeTime = openTime + Math.round((closesAfter * period) / hourMs) * hourMs;
    const expirationTime = openTime + Math.round((settlesAfter * period) / hourMs) * hourMs;
    const status = time < closeTime ? "open" : time < expirationTime ? "closed" : "settled";
    return { number, openTime, closeTime, expirationTime, status };
  }

  stream(variant: number, round: Round, use: string): Stream {
    return streamOf(this.#seed, "event", this.template.series, String(variant), String(round.number), use);
  }

  /**
   * The chance of each outcome, in the order of the template. The outcomes of an exclusive event sum to 1, those of a
   * ladder fall from step to step. Chances sharpen as the close nears: what was open becomes decided.
   */
  chances(variant: number, round: Round, time: number): number[] {
    const at = Math.min(time, round.closeTime);
    const progress = (at - round.openTime) / (round.closeTime - round.openTime);
    const sharpness = 1 + 2.5 * progress * progress;
    const { kind, outcomes, periodDays } = this.template;
    const pace = Math.max(3, periodDays / 8);
    const mood = (use: string): number =>
      1.1 * noise(this.stream(variant, round, use), at / dayMs / pace) +
      0.25 * noise(this.stream(variant, round, `${use}-fast`), at / dayMs);
    if (kind === "ladder") {
      const level = mood("level");
      return outcomes.map(([, , lean]) => 1 / (1 + Math.exp((1.3 * lean - level) * 1.5 * sharpness)));
    }
    const weights = outcomes.map(([code, , lean]) => Math.exp((lean + mood(code)) * sharpness));
    // A question with one listed outcome is that outcome against its opposite.
    const total = weights.reduce((sum, weight) => sum + weight, outcomes.length === 1 ? 1 : 0);
    return weights.map((weight) => weight / total);
  }
}

/** The four prices of a book in whole cents: noBid = 1 − yesAsk and noAsk = 1 − yesBid by construction. */
function quotes(
  chance: number,
  spreadCents: number,
): Pick<PredictionMarket, "yesBid" | "yesAsk" | "noBid" | "noAsk"> {
  const bid = Math.min(98, Math.max(1, Math.round(100 * chance - spreadCents / 2)));
  const ask = Math.min(99, bid + spreadCents);
  return { yesBid: bid / 100, yesAsk: ask / 100, noBid: (100 - ask) / 100, noAsk: (100 - bid) / 100 };
}

function dateParts(time: number): { readonly words: string; readonly ticker: string } {
  const date = new Date(time);
  const month = months[date.getUTCMonth()] ?? "";
  const day = date.getUTCDate();
  const year = date.getUTCFullYear();
  return {
    words: `${month} ${day}, ${year}`,
    ticker: `${String(year % 100).padStart(2, "0")}${month.toUpperCase()}${String(day).padStart(2, "0")}`,
  };
}

export function createPredictionProducts({ seed }: ProductContext): Product[] {
  const kin = new Map<number, EventTemplate[]>();
  for (const template of eventTemplates)
    kin.set(template.periodDays, [...(kin.get(template.periodDays) ?? []), template]);
  const offset = unit(streamOf(seed, "events"), 0);
  return eventTemplates.flatMap((template) => {
    const peers = kin.get(template.periodDays) ?? [];
    const line = new EventLine(seed, template, (offset + peers.indexOf(template) / peers.length) % 1);
    return template.outcomes.flatMap((_, outcome) =>
      settlementSymbols.map((symbol) => predictionProduct(line, outcome, tokenOf(symbol))),
    );
  });
}

function predictionProduct(line: EventLine, outcome: number, settlement: DemoToken): Product {
  const { series, title } = line.template;
  const [code, subtitle] = line.template.outcomes[outcome] ?? ["", ""];
  const key = `dflow/${series}/${code}/${settlement.symbol}`;
  return {
    key,
    type: "prediction",
    provider: "dflow",
    mints: [],
    idOf: (variant) => `dflow.${series}${variant === 0 ? "" : variant}-${code}.${settlement.mint}`,
    statusAt: (variant, time) => line.roundAt(variant, time).status,
    marketAt({ index: variant }: Variant, time: number): PredictionMarket {
      const round = line.roundAt(variant, time);
      const { words, ticker: day } = dateParts(round.closeTime);
      const event = `${series}${variant === 0 ? "" : variant}-${day}`;
      const ticker = `${event}-${code}`;
      const own = line.stream(variant, round, `${code}/${settlement.symbol}`);
      const chances = line.chances(variant, round, time);
      const chance = chances[outcome] ?? 0;
      const progress = Math.min(1, (time - round.openTime) / (round.closeTime - round.openTime));
      const popular = 10 ** (2.5 + 4 * unit(own, 1));
      const volume = Math.floor(popular * progress);
      // The thinnest books are empty, and trade over once an event is closed.
      const quoted = round.status === "open" && unit(own, 2) >= 0.04;
      const spread = 1 + Math.floor(9 * unit(own, 3) ** 3);
      const happened =
        line.template.kind === "ladder" || chances.length === 1
          ? chance >= 0.5
          : chance === Math.max(...chances);
      const sideToken = (side: "YES" | "NO"): PredictionMarket["yesToken"] =>
        unit(own, 4) < 0.3
          ? undefined
          : {
              address: madeUpAddress(own + (side === "YES" ? 1 : 2)),
              symbol: side,
              decimals: 6,
              icon: null,
              name: `${side === "YES" ? "Yes" : "No"}: ${subtitle}`,
            };
      const alone = chances.length === 1;
      return withoutMissing({
        id: `dflow.${ticker}.${settlement.mint}`,
        type: "prediction",
        productName: "DFlow Prediction",
        provider: providerBody("dflow"),
        bundleId: alone ? undefined : `dflow.${event}`,
        title: `${title.replace("{date}", words)}${variant === 0 ? "" : ` (edition ${variant + 1})`}`,
        subtitle: alone ? undefined : subtitle,
        status: round.status,
        result: round.status === "settled" ? (happened ? "yes" : "no") : undefined,
        volume,
        openInterest: unit(own, 5) < 0.05 ? undefined : Math.floor(volume * (0.15 + 0.4 * unit(own, 6))),
        ...(quoted ? quotes(chance, spread) : {}),
        openTime: round.openTime / 1000,
        closeTime: round.closeTime / 1000,
        expirationTime: round.expirationTime / 1000,
        yesToken: sideToken("YES"),
        noToken: sideToken("NO"),
        additionalData: {
          ticker,
          eventTicker: event,
          settlementMint: settlement.mint,
          settlementSymbol: settlement.symbol,
        },
      });
    },
  };
}
