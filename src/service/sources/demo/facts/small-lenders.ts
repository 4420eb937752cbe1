// Lulo, DefiTuna and Carrot. Product names, tokens, mints and actions are real; the Lulo USDC rates were captured on
// 2026-10-05, every other rate and all sizes are estimates.

type RateRow = readonly [symbol: string, apy: number, totalUsd: number];

/** Protected deposits are covered by the boosted ones. */
export const luloProtected: readonly RateRow[] = [
  ["USDC", 0.0386, 19_400_000],
  ["USDT", 0.0352, 2_900_000],
  ["USDS", 0.0407, 1_700_000],
  ["PYUSD", 0.0371, 4_200_000],
];

/** The service calls boosted deposits "regular"; they leave after a wait of 48 hours. */
export const luloBoosted: readonly RateRow[] = [
  ["USDC", 0.0662, 14_600_000],
  ["USDT", 0.0598, 1_100_000],
  ["USDS", 0.0715, 620_000],
  ["PYUSD", 0.0644, 2_300_000],
];

/** DefiTuna lends at a rate fixed per vault; depositors earn its used share. */
export const defitunaVaults: readonly RateRow[] = [
  ["SOL", 0.092, 7_300_000],
  ["USDC", 0.118, 9_600_000],
  ["USDT", 0.104, 640_000],
  ["JUP", 0.13, 180_000],
  ["TUNA", 0.15, 220_000],
  ["cbBTC", 0.055, 1_300_000],
  ["WETH", 0.062, 410_000],
  ["BONK", 0.14, 120_000],
];

export const carrotMint = "CRTx1JouZhzSU6XytsE42UQraoGqiHgxabocVfARTy2s";
export const carrotVault = "FfCRL34rkJiMiX5emNDrYp3MdWH2mES3FvDQyFppqgpJ";

/** Carrot takes three stablecoins for one share token. It lost deposits on 2026-04-01 and says no size since: a small one is assumed. */
export const carrotDeposits: readonly RateRow[] = [
  ["USDC", 0.071, 1_680_000],
  ["USDT", 0.069, 310_000],
  ["PYUSD", 0.074, 540_000],
];

/** Carrot Boost lends against Carrot's own token. */
export const carrotBoost: readonly RateRow[] = [
  ["USDC", 0.083, 620_000],
  ["PYUSD", 0.088, 190_000],
];
