// Jupiter Lend: earn tokens with captured rates (2026-05 to 2026-10), vault numbers and pairs from public code, vault 1 as of
// 2026-05. Sizes without a capture, LTVs other than vault 1's and the resting utilization are estimates.

type EarnRow = readonly [
  symbol: string,
  totalUsd: number,
  utilization: number,
  rewardApy: number | undefined,
  shareMint?: string,
];

export const jupiterEarn: readonly EarnRow[] = [
  ["USDC", 425_800_000, 0.84, 0.011, "9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D"],
  ["SOL", 109_000_000, 0.87, undefined, "2uQsyo1fXXQkDtcpXnLofWy88PxcvnfH2L8FPSE62FVU"],
  ["USDS", 38_400_000, 0.72, 0.014],
  ["USDT", 52_700_000, 0.79, 0.006],
  ["EURC", 9_100_000, 0.61, 0.021],
  ["USDG", 24_600_000, 0.76, 0.012, "9fvHrYNw1A8Evpcj7X2yy4k4fT7nNHcA9L6UsamNHAif"],
  ["JupUSD", 57_536_005, 0.88, 0.0099, "7GxATsNMnaC88vdwd2t3mwrFuQwwGvmYPrUQ4D6FotXk"],
];

type BorrowVaultRow = readonly [
  vaultId: number,
  collateral: string,
  debt: string,
  collateralUsd: number,
  maxLtv: number,
  liquidationLtv: number,
  liquidationPenalty: number,
  address?: string,
];

export const jupiterVaults: readonly BorrowVaultRow[] = [
  [1, "SOL", "USDC", 138_130_000, 0.8, 0.85, 0.01, "nMzVs8GiXMVUENEwkev7JZfDcCENmz18ScheeVRdnb1"],
  [2, "SOL", "USDT", 21_400_000, 0.8, 0.85, 0.01],
  [9, "xBTC", "USDC", 33_200_000, 0.8, 0.85, 0.01],
  [11, "cbBTC", "USDC", 47_900_000, 0.8, 0.85, 0.01],
  [13, "JupSOL", "USDC", 28_300_000, 0.75, 0.8, 0.015],
  [15, "JitoSOL", "USDC", 25_100_000, 0.75, 0.8, 0.015],
  [21, "JLP", "USDC", 61_700_000, 0.85, 0.88, 0.01],
  [27, "mSOL", "SOL", 9_400_000, 0.9, 0.93, 0.005],
  [28, "JupSOL", "SOL", 41_800_000, 0.92, 0.95, 0.001],
  [33, "INF", "SOL", 12_600_000, 0.88, 0.92, 0.005],
  [52, "JUICED", "USDC", 6_900_000, 0.88, 0.92, 0.01],
  [61, "PST", "USDC", 5_800_000, 0.82, 0.86, 0.02],
  [77, "TSLAx", "USDC", 1_640_000, 0.65, 0.7, 0.03],
  [78, "SPYx", "USDC", 2_210_000, 0.75, 0.8, 0.03],
  [79, "QQQx", "USDC", 1_530_000, 0.72, 0.77, 0.03],
  [80, "NVDAx", "USDC", 1_870_000, 0.65, 0.7, 0.03],
  [81, "TSLAx", "JupUSD", 640_000, 0.65, 0.7, 0.03],
  [82, "SPYx", "JupUSD", 910_000, 0.75, 0.8, 0.03],
  [83, "QQQx", "JupUSD", 520_000, 0.72, 0.77, 0.03],
  [84, "NVDAx", "JupUSD", 730_000, 0.65, 0.7, 0.03],
];
