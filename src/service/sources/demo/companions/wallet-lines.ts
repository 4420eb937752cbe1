// What each wallet of the demo holds: in which market, since when, and what was put in and taken out. Markets are named by the
// keys of their products; all figures are made up.
import type { Band } from "./loan.ts";

/** An hour of UTC such as 2026-02-14T09. */
export type HourText = string;

/** Tokens put in at an hour, taken out where negative; the first opens the position. */
export type Flows = readonly (readonly [hour: HourText, tokens: number])[];

interface Rewarded {
  /** Whether rewards are told as positions of their own. */
  readonly rewardsApart?: boolean;
  /** When all that waited was claimed. */
  readonly claimed?: readonly HourText[];
}

/** A deposit without a loan: lending or yield. */
export interface SupplyLine extends Rewarded {
  readonly kind: "supply";
  readonly market: string;
  readonly flows: Flows;
  /** Whether its value is not known on some days of its past. */
  readonly unpriced?: boolean;
}

/** Collateral and the debts against it, which share a bundle. */
export interface LoanLine extends Rewarded {
  readonly kind: "loan";
  readonly name: string;
  readonly opened: HourText;
  readonly collateral: readonly (readonly [market: string, tokens: number])[];
  readonly debts: readonly (readonly [market: string, share: number])[];
  readonly band: Band;
}

/** Tokens supplied and borrowed against in one position: a loop or a perpetual. */
export interface LeverageLine extends Rewarded {
  readonly kind: "leverage";
  readonly market: string;
  readonly opened: HourText;
  readonly tokens: number;
  readonly band: Band;
}

/** Shares of one side of a question, bought anew in every one of its rounds. */
export interface PredictionLine {
  readonly kind: "prediction";
  readonly series: string;
  readonly outcome: string;
  readonly side: "yes" | "no";
  /** Shares bought, sold where negative, when so much of the round has gone. */
  readonly trades: readonly (readonly [part: number, shares: number])[];
  /** How many rounds before the present one are told of. */
  readonly pastRounds: number;
}

/** Something held outside of all markets, of a type the specification does not know. */
export interface HeldLine {
  readonly kind: "held";
  readonly type: string;
  readonly symbol: string;
  readonly flows: Flows;
}

export type Line = SupplyLine | LoanLine | LeverageLine | PredictionLine | HeldLine;

export interface WalletFacts {
  readonly name: string;
  /** How its address begins. Base58 has no "l": the whale is written with a "1". */
  readonly beginning: string;
  readonly lines: readonly Line[];
}

const supply = (market: string, flows: Flows, told: Partial<SupplyLine> = {}): SupplyLine => ({
  kind: "supply",
  market,
  flows,
  ...told,
});

const leverage = (
  market: string,
  opened: HourText,
  tokens: number,
  band: Band,
  told: Partial<LeverageLine> = {},
): LeverageLine => ({ kind: "leverage", market, opened, tokens, band, ...told });

const hold = (shares: number): PredictionLine["trades"] => [[0, shares]];
const build = (shares: number): PredictionLine["trades"] => [
  [0, shares / 2],
  [0.3, shares / 2],
];
const trim = (shares: number): PredictionLine["trades"] => [
  [0, shares + Math.round(shares / 10)],
  [0.4, -Math.round(shares / 10)],
];
/** Sold out, and bought anew a little later. */
const again = (shares: number): PredictionLine["trades"] => [
  [0, Math.round(0.8 * shares)],
  [0.25, -Math.round(0.8 * shares)],
  [0.251, shares],
];

const prediction = (
  series: string,
  outcome: string,
  side: "yes" | "no",
  trades: PredictionLine["trades"],
  pastRounds = 0,
): PredictionLine => ({ kind: "prediction", series, outcome, side, trades, pastRounds });

/** Near the limit: a fall of a tenth, and the loan can be liquidated. */
const nearLimit: Band = { low: 1.065, target: 1.1, high: 1.14 };
const careful: Band = { low: 1.6, target: 2.05, high: 2.6 };
const ordinary: Band = { low: 1.35, target: 1.7, high: 2.1 };
/** Of tokens that move together. */
const together: Band = { low: 1.06, target: 1.1, high: 1.16 };
const looped: Band = { low: 1.1, target: 1.15, high: 1.22 };

export const walletFacts: readonly WalletFacts[] = [
  {
    name: "Lender",
    beginning: "DemoLender",
    lines: [
      supply("kamino/Main Market:USDC", [
        ["2025-11-12T09", 40_000],
        ["2026-03-02T15", 10_000],
        ["2026-09-08T11", -6000],
      ]),
      supply("kamino/Main Market:SOL", [
        ["2025-12-05T18", 180],
        ["2026-08-19T07", 40],
      ]),
      supply("jupiter/earn/USDC", [["2026-01-20T13", 25_000]]),
      supply(
        "lulo/regular/USDC",
        [
          ["2026-02-14T10", 12_500],
          ["2026-09-30T04", -500],
        ],
        { unpriced: true },
      ),
    ],
  },
  {
    name: "Near liquidation",
    beginning: "DemoNearLiquidation",
    lines: [
      {
        kind: "loan",
        name: "vault 15",
        opened: "2025-10-06T16",
        collateral: [["jupiter/vault/15", 140]],
        debts: [["jupiter/vault/15", 1]],
        band: nearLimit,
      },
      supply("lulo/protected/USDC", [
        ["2026-01-08T12", 1500],
        ["2026-07-21T09", 1000],
      ]),
    ],
  },
  {
    name: "Looper",
    beginning: "DemoLooper",
    lines: [
      leverage("kamino/multiply/Jito Market:JitoSOL/SOL", "2025-11-20T08", 250, looped),
      leverage("kamino/multiply/JLP Market:JLP/USDC", "2026-01-11T19", 9000, ordinary),
      leverage("kamino/multiply/Main Market:JupSOL/SOL", "2026-03-28T14", 320, looped),
    ],
  },
  {
    name: "Predictions",
    beginning: "DemoPredictions",
    lines: [
      prediction("CONTROLH", "D", "yes", build(900)),
      prediction("CONTROLS", "R", "yes", trim(500)),
      prediction("SENATEME", "D", "no", hold(350)),
      prediction("KXETHD", "T2100", "yes", again(400), 2),
      prediction("KXMORTGAGE", "T6.2", "yes", build(600), 2),
      prediction("KXEURUSD", "T1.16", "no", hold(250), 1),
      prediction("BTCD", "T82749.99", "no", trim(300), 2),
      prediction("KXFEDRATE", "T3.25", "yes", again(450)),
      prediction("KXSOLMAXY", "T200", "no", hold(700)),
    ],
  },
  {
    name: "Mixed",
    beginning: "DemoMixed",
    lines: [
      {
        kind: "loan",
        name: "vault 15",
        opened: "2025-12-02T11",
        collateral: [["jupiter/vault/15", 96]],
        debts: [["jupiter/vault/15", 1]],
        band: nearLimit,
      },
      {
        kind: "loan",
        name: "Main Market",
        opened: "2025-11-03T10",
        collateral: [["kamino/Main Market:SOL", 420]],
        debts: [["kamino/Main Market:USDC", 1]],
        band: careful,
        rewardsApart: true,
        claimed: ["2026-03-14T08", "2026-08-28T18"],
      },
      supply("marginfi/USDC", [
        ["2026-01-30T09", 10_000],
        ["2026-06-16T17", 2500],
      ]),
      supply("kamino/Adrena Market:USDC", [["2026-04-09T12", 8000]], {
        rewardsApart: true,
        claimed: ["2026-06-01T09", "2026-08-20T21"],
      }),
      supply("jupiter/earn/USDC", [
        ["2025-12-15T10", 20_000],
        ["2026-09-12T08", 5000],
      ]),
      supply("carrot/earn/USDC", [["2026-05-04T15", 5000]]),
      supply(
        "lulo/regular/USDC",
        [
          ["2026-03-19T13", 910],
          ["2026-09-30T04", -100],
          ["2026-10-04T16", 5000],
          ["2026-11-21T13", -100],
        ],
        { unpriced: true },
      ),
      leverage("kamino/multiply/Main Market:JitoSOL/SOL", "2026-02-06T20", 250, looped, {
        rewardsApart: true,
        claimed: ["2026-07-03T11"],
      }),
      leverage("kamino/multiply/JLP Market:JLP/USDC", "2026-04-25T09", 2000, ordinary),
      prediction("CONTROLH", "D", "yes", hold(250)),
      prediction("KXBTCMAXY", "T110000", "no", trim(400)),
      prediction("KXFEDDECISION", "C25", "yes", hold(150), 1),
    ],
  },
  {
    name: "Whale",
    beginning: "DemoWha1e",
    lines: [
      {
        kind: "loan",
        name: "Main Market",
        opened: "2025-10-20T07",
        collateral: [
          ["kamino/Main Market:SOL", 21_000],
          ["kamino/Main Market:JitoSOL", 9000],
          ["kamino/Main Market:cbBTC", 18],
        ],
        debts: [
          ["kamino/Main Market:USDC", 0.6],
          ["kamino/Main Market:PYUSD", 0.25],
          ["kamino/Main Market:USDT", 0.15],
        ],
        band: ordinary,
      },
      {
        kind: "loan",
        name: "vault 11",
        opened: "2026-01-14T06",
        collateral: [["jupiter/vault/11", 24]],
        debts: [["jupiter/vault/11", 1]],
        band: careful,
      },
      {
        kind: "loan",
        name: "account",
        opened: "2026-03-05T22",
        collateral: [["marginfi/JitoSOL", 6000]],
        debts: [
          ["marginfi/USDC", 0.7],
          ["marginfi/USDT", 0.3],
        ],
        band: ordinary,
      },
      {
        kind: "loan",
        name: "Maple Market",
        opened: "2026-02-24T13",
        collateral: [["kamino/Maple Market:syrupUSDC", 900_000]],
        debts: [
          ["kamino/Maple Market:USDC", 0.6],
          ["kamino/Maple Market:USDG", 0.4],
        ],
        band: together,
      },
      {
        kind: "loan",
        name: "vault 28",
        opened: "2026-05-18T10",
        collateral: [["jupiter/vault/28", 12_000]],
        debts: [["jupiter/vault/28", 1]],
        band: together,
      },
      supply("kamino/JLP Market:USDC", [
        ["2026-01-06T10", 800_000],
        ["2026-08-03T10", 400_000],
      ]),
      supply("kamino/Main Market:USDG", [["2026-04-02T12", 350_000]]),
      supply("kamino/Main Market:CASH", [["2026-06-11T14", 90_000]], { rewardsApart: true }),
      supply("kamino/Figure Market:USDC", [["2026-05-29T08", 600_000]], {
        rewardsApart: true,
        claimed: ["2026-09-05T15", "2026-11-02T15"],
      }),
      supply("kamino/OnRe Market:USDC", [["2026-03-17T16", 400_000]]),
      supply("kamino/Huma Market:USDS", [["2026-07-01T09", 150_000]], {
        rewardsApart: true,
        claimed: ["2026-09-05T16"],
      }),
      supply("kamino/Ethena Market:PYUSD", [["2026-07-14T11", 250_000]]),
      supply("kamino/Solstice Market:USX", [["2026-06-22T19", 180_000]]),
      supply("kamino/xStocks Market:USDC", [["2026-05-06T07", 120_000]]),
      supply("kamino/Bitcoin Market:USDC", [
        ["2026-02-09T10", 260_000],
        ["2026-09-15T10", -50_000],
      ]),
      supply("kamino/Zeus Bitcoin Market:zBTC", [["2026-06-02T15", 2.5]]),
      supply("marginfi/PYUSD", [["2026-04-20T10", 300_000]]),
      supply("marginfi/SOL", [["2026-01-27T23", 4200]]),
      supply("kamino/Main Market:EURC", [["2026-03-30T08", 80_000]]),
      supply("jupiter/earn/USDC", [["2025-12-08T12", 800_000]]),
      supply("jupiter/earn/SOL", [["2026-02-02T12", 5000]]),
      supply("jupiter/earn/USDS", [["2026-05-11T12", 220_000]]),
      supply("jupiter/earn/EURC", [["2026-06-08T12", 110_000]]),
      supply("jupiter/earn/JupUSD", [["2026-04-13T12", 340_000]]),
      supply("lulo/protected/USDC", [["2026-03-09T12", 500_000]]),
      supply("lulo/regular/PYUSD", [["2026-05-25T12", 190_000]], { unpriced: true }),
      supply("kamino/vault/HDsayqAsDWy3QvANGqh2yNraqcD8Fnjgh73Mhb3WRS5E", [["2026-02-18T12", 1_100_000]]),
      supply("kamino/vault/A2wsxhA7pF4B2UKVfXocb6TAAP9ipfPJam6oMKgDE5BK", [
        ["2026-01-19T12", 900_000],
        ["2026-10-07T12", 250_000],
      ]),
      supply("kamino/vault/A1so1bPD3W1TfeFwboDh8yfAAVaVtcdAYBYCjhg2mJQ", [["2026-04-27T12", 3000]]),
      supply("defituna/USDC", [["2026-07-06T12", 260_000]]),
      supply("carrot/earn/USDT", [["2026-06-29T12", 45_000]]),
      leverage("kamino/multiply/OnRe Market:ONyc/USDC", "2026-03-12T09", 400_000, together),
      leverage("kamino/multiply/Solstice Market:eUSX/USX", "2026-04-16T09", 250_000, looped),
      leverage("kamino/multiply/Maple Market:syrupUSDC/USDC", "2026-05-21T09", 300_000, together),
      leverage("kamino/multiply/Marinade Market:mSOL/SOL", "2026-01-22T09", 4000, looped),
      leverage("kamino/multiply/Figure Market:PRIME/USDC", "2026-06-18T09", 350_000, looped),
      leverage("kamino/multiply/Bitcoin Market:cbBTC/USDC", "2026-02-26T09", 6, ordinary),
      leverage("kamino/leverage/Main Market:SOL/USDC", "2026-07-09T09", 2600, ordinary),
      leverage("kamino/leverage/Main Market:cbBTC/USDC", "2026-06-25T09", 3, ordinary),
      prediction("CONTROLH", "D", "yes", build(40_000)),
      prediction("CONTROLS", "R", "yes", hold(25_000)),
      prediction("KXRECESSION", "Y", "no", trim(30_000)),
      prediction("BTCD", "T72749.99", "yes", again(20_000), 2),
      prediction("KXSOLSTAKE", "T67", "yes", build(15_000), 1),
      { kind: "held", type: "staking", symbol: "JitoSOL", flows: [["2025-11-25T12", 2500]] },
    ],
  },
];
