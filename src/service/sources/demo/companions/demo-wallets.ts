// Each address begins with what the wallet is. It is valid base58 for 32 bytes, but no one has the private key.
import { positionTypes } from "../../../../contract/positions/position.ts";
import { walletFacts, type Line } from "../facts.ts";
import { madeUpAddress, streamOf } from "../noise.ts";
import type { Simulation } from "../simulation.ts";
import { heldPositions, leveragePositions, loanPositions, supplyPositions } from "./held-positions.ts";
import { predictionPositions } from "./prediction-positions.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

/** Positions start here, so that a clock set centuries ahead costs no more. */
const firstMoment = Date.UTC(2025, 9, 1);
const lastMoment = Date.UTC(2031, 0, 1);

export type SimulatedWallet = ReturnType<typeof createDemoWallets>[number];

export function createDemoWallets(simulation: Simulation) {
  return walletFacts.wallets.map(({ name, beginning, lines }) => {
    const address = beginning + madeUpAddress(streamOf(0, "wallet", beginning)).slice(beginning.length);
    const parts = { simulation, owner: address };
    const held = lines.flatMap((line) => openLine(parts, line));
    const allAt = (time: number): readonly WalletPosition[] => {
      if (time < firstMoment || time >= lastMoment) return [];
      const predictions = lines.flatMap((line) =>
        line.kind === "prediction" ? predictionPositions(parts, line, firstMoment, time) : [],
      );
      return [...held.filter(({ opened }) => opened <= time), ...predictions];
    };
    return {
      name,
      address,
      allAt,
      /** The wallet's open positions, by type. */
      positionsAt: (time: number): readonly WalletPosition[] =>
        allAt(time)
          .filter((position) => position.closed === undefined && position.isEmptyAt?.(time) !== true)
          .toSorted((one, other) => rankOf(one) - rankOf(other)),
    };
  });
}

function openLine(parts: WalletParts, line: Line): readonly WalletPosition[] {
  if (line.kind === "supply") return supplyPositions(parts, line);
  if (line.kind === "loan") return loanPositions(parts, line);
  if (line.kind === "leverage") return leveragePositions(parts, line);
  return line.kind === "held" ? heldPositions(parts, line) : [];
}

function rankOf({ type }: WalletPosition): number {
  const rank = positionTypes.findIndex((known) => known === type);
  return rank === -1 ? positionTypes.length : rank;
}
