// Each outcome is listed once per settlement token. When an event settles, its successor opens under a new ticker.
import { sum } from "d3-array";
import type { PredictionMarket, PredictionStatus } from "../../../../contract/market.ts";
import { dayMs, hourMs, yearMs } from "../../../../contract/units.ts";
import { predictionFacts, type EventFacts } from "../facts.ts";
import { madeUpAddress, noise, streamOf, unit, type Stream } from "../noise.ts";
import { tokenOf, type TokenBook } from "../tokens.ts";
import type { ProductContext } from "./pools.ts";
import { providerBody, type Product } from "./product.ts";

const closesAfter = 0.88;
const settlesAfter = 0.94;

type Round = ReturnType<ReturnType<typeof createRounds>["roundAt"]>;

/** The rounds of an event. `ahead` staggers the events, so that every status occurs at any time. */
function createRounds({ seed, book }: ProductContext, facts: EventFacts, ahead: number) {
  const { series, kind, outcomes, periodDays } = facts;
  const period = periodDays * dayMs;
  const ladder = facts.price && priceLadder(book, facts.price, outcomes);
  const wholeHours = (part: number): number => Math.round((part * period) / hourMs) * hourMs;

  function roundAt(variant: number, time: number) {
    const shift = variant === 0 ? ahead : (ahead + 0.618034 * variant) % 1;
    const phase = Math.floor((shift * period) / hourMs) * hourMs;
    const number = Math.floor((time + phase) / period);
    const openTime = number * period - phase;
    const closeTime = openTime + wholeHours(closesAfter);
    const expirationTime = openTime + wholeHours(settlesAfter);
    const status: PredictionStatus = time < closeTime ? "open" : time < expirationTime ? "closed" : "settled";
    const stream = (use: string): Stream =>
      streamOf(seed, "event", series, String(variant), String(number), use);
    return { openTime, closeTime, expirationTime, status, stream };
  }

  /** The code of an outcome in tickers, and its name. */
  function namesOf(outcome: number, { openTime, closeTime }: Round): readonly [code: string, name: string] {
    const [code, name] = outcomes[outcome] ?? ["", ""];
    const strike = ladder?.strikes(openTime, closeTime)[outcome];
    if (ladder === undefined || strike === undefined) return [code, name];
    return [
      `T${strike.toFixed(ladder.digits)}`,
      name.replace("{strike}", formatStrike(strike, ladder.digits)),
    ];
  }

  /** Exclusive outcomes sum to 1; those on a ladder fall step by step. Chances move towards 0 or 1 as the close nears. */
  function chances({ openTime, closeTime, stream }: Round, time: number): number[] {
    const at = Math.min(time, closeTime);
    if (ladder !== undefined) return ladder.chances(openTime, closeTime, at);
    const progress = (at - openTime) / (closeTime - openTime);
    const sharpness = 1 + 2.5 * progress * progress;
    const pace = Math.max(3, periodDays / 8);
    const mood = (use: string): number =>
      1.1 * noise(stream(use), at / dayMs / pace) + 0.25 * noise(stream(`${use}-fast`), at / dayMs);
    if (kind === "ladder") {
      const level = mood("level");
      return outcomes.map(([, , lean]) => 1 / (1 + Math.exp((1.3 * lean - level) * 1.5 * sharpness)));
    }
    const weights = outcomes.map(([code, , lean]) => Math.exp((lean + mood(code)) * sharpness));
    // A single listed outcome competes with its own opposite.
    const total = sum(weights) + (outcomes.length === 1 ? 1 : 0);
    return weights.map((weight) => weight / total);
  }

  return { roundAt, chances, namesOf };
}

function formatStrike(strike: number, digits: number): string {
  return strike.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Strikes around the price at the opening. Their chances follow from the demo's price of the token. */
function priceLadder(
  book: TokenBook,
  { token, per, volatility, step }: NonNullable<EventFacts["price"]>,
  outcomes: EventFacts["outcomes"],
) {
  const priceAt = (time: number): number =>
    book.price(tokenOf(token), time) / (per === undefined ? 1 : book.price(tokenOf(per), time));
  const deviation = (span: number): number => volatility * Math.sqrt(span / yearMs);
  const strikes = (openTime: number, closeTime: number): number[] =>
    outcomes.map(([, , lean]) => {
      const strike = priceAt(openTime) * Math.exp(lean * deviation(closeTime - openTime));
      return Math.round(strike / step) * step;
    });
  return {
    digits: String(step).split(".")[1]?.length ?? 0,
    strikes,
    /** That a log-normal price ends above the strike. The logistic curve is within 0.01 of the normal one. */
    chances: (openTime: number, closeTime: number, at: number): number[] =>
      strikes(openTime, closeTime).map((strike) => {
        const away = Math.log(priceAt(at) / strike) / deviation(Math.max(hourMs, closeTime - at));
        return 1 / (1 + Math.exp(-1.702 * away));
      }),
  };
}

/** In whole cents; noBid = 1 − yesAsk and noAsk = 1 − yesBid. */
function quotes(chance: number, spreadCents: number) {
  const bid = Math.min(98, Math.max(1, Math.round(100 * chance - spreadCents / 2)));
  const ask = Math.min(99, bid + spreadCents);
  return { yesBid: bid / 100, yesAsk: ask / 100, noBid: (100 - ask) / 100, noAsk: (100 - bid) / 100 };
}

const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** "Oct 5, 2026" and "26OCT05" */
function dateParts(time: number): { readonly words: string; readonly ticker: string } {
  const [words, iso] = [dates.format(time), new Date(time).toISOString()];
  return { words, ticker: `${iso.slice(2, 4)}${words.slice(0, 3).toUpperCase()}${iso.slice(8, 10)}` };
}

export function createPredictionProducts(context: ProductContext): Product[] {
  const offset = unit(streamOf(context.seed, "events"), 0);
  return predictionFacts.events.flatMap((facts) => {
    const peers = predictionFacts.events.filter(({ periodDays }) => periodDays === facts.periodDays);
    const rounds = createRounds(context, facts, (offset + peers.indexOf(facts) / peers.length) % 1);
    return facts.outcomes.flatMap((_, outcome) =>
      predictionFacts.settlement.map((symbol) => predictionProduct(facts, rounds, outcome, symbol)),
    );
  });
}

function predictionProduct(
  { series, title, kind, outcomes }: EventFacts,
  { roundAt, chances: chancesAt, namesOf }: ReturnType<typeof createRounds>,
  outcome: number,
  settlementSymbol: string,
): Product {
  const [code] = outcomes[outcome] ?? [""];
  const { mint } = tokenOf(settlementSymbol);
  const alone = outcomes.length === 1;
  const seriesOf = (variant: number): string => `${series}${variant === 0 ? "" : variant}`;
  return {
    key: `dflow/${series}/${code}/${settlementSymbol}`,
    type: "prediction",
    provider: "dflow",
    mints: [],
    idOf: (variant) => `dflow.${seriesOf(variant)}-${code}.${mint}`,
    statusAt: (variant, time) => roundAt(variant, time).status,
    marketAt({ index: variant }, time): PredictionMarket {
      const round = roundAt(variant, time);
      const { status, openTime, closeTime, expirationTime } = round;
      const { words, ticker: day } = dateParts(closeTime);
      const eventTicker = `${seriesOf(variant)}-${day}`;
      const [ownCode, subtitle] = namesOf(outcome, round);
      const ticker = `${eventTicker}-${ownCode}`;
      const own = round.stream(`${code}/${settlementSymbol}`);
      const chances = chancesAt(round, time);
      const chance = chances[outcome] ?? 0;
      const progress = Math.min(1, (time - openTime) / (closeTime - openTime));
      const volume = Math.floor(10 ** (2.5 + 4 * unit(own, 1)) * progress);
      const quoted = status === "open" && unit(own, 2) >= 0.04;
      const spread = 1 + Math.floor(9 * unit(own, 3) ** 3);
      const happened = kind === "ladder" || alone ? chance >= 0.5 : chance === Math.max(...chances);
      const sideToken = (symbol: "YES" | "NO", name: string, stream: Stream): PredictionMarket["yesToken"] =>
        unit(own, 4) < 0.3
          ? undefined
          : { address: madeUpAddress(stream), symbol, decimals: 6, icon: null, name: `${name}: ${subtitle}` };
      return {
        id: `dflow.${ticker}.${mint}`,
        type: "prediction",
        productName: "DFlow Prediction",
        provider: providerBody("dflow"),
        bundleId: alone ? undefined : `dflow.${eventTicker}`,
        title: `${title.replace("{date}", words)}${variant === 0 ? "" : ` (edition ${variant + 1})`}`,
        subtitle: alone ? undefined : subtitle,
        status,
        result: status === "settled" ? (happened ? "yes" : "no") : undefined,
        volume,
        openInterest: unit(own, 5) < 0.05 ? undefined : Math.floor(volume * (0.15 + 0.4 * unit(own, 6))),
        ...(quoted ? quotes(chance, spread) : {}),
        openTime: openTime / 1000,
        closeTime: closeTime / 1000,
        expirationTime: expirationTime / 1000,
        yesToken: sideToken("YES", "Yes", own + 1),
        noToken: sideToken("NO", "No", own + 2),
        additionalData: { ticker, eventTicker, settlementMint: mint, settlementSymbol },
      };
    },
  };
}
