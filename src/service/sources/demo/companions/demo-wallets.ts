// Addresses begin with what the wallets are: 32 bytes in base58 without a known key.
import { positionTypes } from "../../../../contract/positions/position.ts";
import { walletFacts, type Line, type WalletFacts } from "../facts.ts";
import { madeUpAddress, streamOf } from "../noise.ts";
import type { Simulation } from "../simulation.ts";
import { heldPositions, leveragePositions, loanPositions, supplyPositions } from "./held-positions.ts";
import { predictionPositions } from "./prediction-positions.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

/** Positions start here, so that a clock set centuries ahead costs no more. */
const firstMoment = Date.UTC(2025, 9, 1);
const lastMoment = Date.UTC(2031, 0, 1);

export class DemoWallet {
  readonly name: string;
  readonly address: string;
  readonly #parts: WalletParts;
  readonly #lines: readonly Line[];
  readonly #held: readonly WalletPosition[];

  constructor(simulation: Simulation, { name, beginning, lines }: WalletFacts) {
    const rest = madeUpAddress(streamOf(0, "wallet", beginning));
    this.name = name;
    this.address = beginning + rest.slice(beginning.length);
    this.#parts = { simulation, owner: this.address };
    this.#lines = lines;
    this.#held = lines.flatMap((line) => this.#open(line));
  }

  positionsAt(time: number): readonly WalletPosition[] {
    return this.allAt(time)
      .filter((position) => position.closed === undefined && position.isEmptyAt?.(time) !== true)
      .toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  allAt(time: number): readonly WalletPosition[] {
    if (time < firstMoment || time >= lastMoment) return [];
    const predictions = this.#lines.flatMap((line) =>
      line.kind === "prediction" ? predictionPositions(this.#parts, line, firstMoment, time) : [],
    );
    return [...this.#held.filter(({ opened }) => opened <= time), ...predictions];
  }

  #open(line: Line): readonly WalletPosition[] {
    switch (line.kind) {
      case "supply":
        return supplyPositions(this.#parts, line);
      case "loan":
        return loanPositions(this.#parts, line);
      case "leverage":
        return leveragePositions(this.#parts, line);
      case "held":
        return heldPositions(this.#parts, line);
      case "prediction":
        break;
    }
    return [];
  }
}

export function createDemoWallets(simulation: Simulation): readonly DemoWallet[] {
  return walletFacts.map((facts) => new DemoWallet(simulation, facts));
}

function rankOf({ type }: WalletPosition): number {
  const rank = positionTypes.findIndex((known) => known === type);
  return rank === -1 ? positionTypes.length : rank;
}
