// The wallets of the demo. Their addresses begin with what they are: 32 bytes in base58, to which nobody has a key.
import type { DemoWallet } from "../../../../contract/dashboard-config.ts";
import { madeUpAddress, streamOf } from "../noise.ts";

function wallet(name: string, beginning: string, positions: number): DemoWallet {
  const rest = madeUpAddress(streamOf(0, "wallet", beginning));
  return { name, address: beginning + rest.slice(beginning.length), positions };
}

/** Base58 has no "l": the whale is written with a "1". */
export const demoWallets: readonly DemoWallet[] = [
  wallet("Lender", "DemoLender", 4),
  wallet("Near liquidation", "DemoNearLiquidation", 3),
  wallet("Looper", "DemoLooper", 3),
  wallet("Predictions", "DemoPredictions", 9),
  wallet("Mixed", "DemoMixed", 17),
  wallet("Whale", "DemoWha1e", 60),
];
