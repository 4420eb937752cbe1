// Reserves of Kamino's smaller markets. The markets, their addresses and the tokens they exist for were captured on
// 2026-02-17 (addresses of the Figure reserves too); sizes, utilization and LTVs are estimates.

/** `utilization` is where the reserve rests, 0 where nobody may borrow; `maxLtv` 0: the token cannot be borrowed against. */
type IsolatedReserveRow = readonly [
  market: string,
  symbol: string,
  supplyUsd: number,
  utilization: number,
  maxLtv: number,
  reserve?: string,
];

export const isolatedReserves: readonly IsolatedReserveRow[] = [
  ["Ethena Market", "USDe", 6_400_000, 0.12, 0.88],
  ["Ethena Market", "sUSDe", 21_800_000, 0, 0.9],
  ["Ethena Market", "USDC", 9_200_000, 0.81, 0],
  ["Ethena Market", "PYUSD", 12_300_000, 0.84, 0],
  ["Ethena Market", "USDG", 3_100_000, 0.72, 0],
  ["Jito Market", "JitoSOL", 38_900_000, 0.004, 0.9],
  ["Jito Market", "SOL", 33_100_000, 0.86, 0],
  ["Fartcoin Market", "FARTCOIN", 1_870_000, 0.01, 0.5],
  ["Fartcoin Market", "USDC", 1_240_000, 0.77, 0],
  ["Bitcoin Market", "cbBTC", 17_700_000, 0.03, 0.78],
  ["Bitcoin Market", "xBTC", 5_300_000, 0.01, 0.75],
  ["Bitcoin Market", "LBTC", 2_900_000, 0, 0.72],
  ["Bitcoin Market", "WBTC", 940_000, 0.05, 0.7],
  ["Bitcoin Market", "USDC", 8_800_000, 0.79, 0],
  ["Jupiter Market", "JUP", 1_310_000, 0.06, 0.55],
  ["Jupiter Market", "USDC", 690_000, 0.68, 0],
  ["JTO Market", "JTO", 1_020_000, 0.02, 0.5],
  ["JTO Market", "USDC", 480_000, 0.6, 0],
  ["Marinade Market", "mSOL", 12_600_000, 0.002, 0.9],
  ["Marinade Market", "SOL", 10_400_000, 0.84, 0],
  ["Exponent PT-SOL Market", "SOL", 2_350_000, 0.74, 0],
  ["Bonk Market", "BONK", 820_000, 0.01, 0.45],
  ["Bonk Market", "USDC", 350_000, 0.71, 0],
  ["rstSOL/bbSOL Leverage Market", "bbSOL", 1_900_000, 0, 0.88],
  ["rstSOL/bbSOL Leverage Market", "SOL", 1_480_000, 0.8, 0],
  ["Maple Market", "syrupUSDC", 46_500_000, 0, 0.88],
  ["Maple Market", "USDC", 24_100_000, 0.88, 0],
  ["Maple Market", "PYUSD", 11_900_000, 0.86, 0],
  ["Maple Market", "USDG", 7_300_000, 0.83, 0],
  ["Huma Market", "PST", 15_200_000, 0, 0.85],
  ["Huma Market", "USDC", 6_900_000, 0.87, 0],
  ["Huma Market", "USDS", 3_700_000, 0.41, 0],
  ["Apollo Market", "sACRED", 8_400_000, 0, 0.78],
  ["Apollo Market", "USDC", 4_600_000, 0.82, 0],
  ["xStocks Market", "SPYx", 3_850_000, 0, 0.65],
  ["xStocks Market", "QQQx", 2_140_000, 0, 0.62],
  ["xStocks Market", "NVDAx", 2_730_000, 0, 0.55],
  ["xStocks Market", "TSLAx", 3_310_000, 0, 0.55],
  ["xStocks Market", "AAPLx", 610_000, 0, 0.58],
  ["xStocks Market", "GOOGLx", 740_000, 0, 0.58],
  ["xStocks Market", "MSTRx", 1_190_000, 0, 0.45],
  ["xStocks Market", "HOODx", 360_000, 0, 0.4],
  ["xStocks Market", "USDC", 4_950_000, 0.75, 0],
  ["Zeus Bitcoin Market", "zBTC", 4_200_000, 0, 0.75],
  ["Zeus Bitcoin Market", "USDC", 1_760_000, 0.73, 0],
  ["OnRe Market", "ONyc", 31_600_000, 0, 0.85],
  ["OnRe Market", "USDC", 15_800_000, 0.9, 0],
  ["OnRe Market", "USDG", 8_100_000, 0.87, 0],
  ["PUMP Market", "PUMP", 1_430_000, 0.08, 0.4],
  ["PUMP Market", "USDC", 770_000, 0.78, 0],
  ["Solstice Market", "eUSX", 28_700_000, 0, 0.9],
  ["Solstice Market", "USX", 13_200_000, 0.85, 0.85],
  ["Solstice Market", "USDC", 6_300_000, 0.83, 0],
  ["Solstice Market", "USDG", 5_500_000, 0.82, 0],
  ["Figure Market", "PRIME", 52_400_000, 0, 0.85, "BUTND9T7Ux4KR8RAEgd4WoZwnP7xA279oA1y3iPVcvSh"],
  ["Figure Market", "USDC", 33_500_000, 0.91, 0, "9GJ9GBRwCp4pHmWrQ43L5xpc9Vykg7jnfwcFGN8FoHYu"],
  ["Superstate Opening Bell Market", "USDC", 290_000, 0.44, 0],
  ["GM-Sanctum", "INF", 6_100_000, 0.003, 0.89],
  ["GM-Sanctum", "SOL", 4_900_000, 0.83, 0],
  ["GM-Solblaze", "bSOL", 3_300_000, 0, 0.89],
  ["GM-Solblaze", "SOL", 2_700_000, 0.82, 0],
  ["Adrena Market", "USDC", 1_150_000, 0.69, 0],
  ["Flash Trade Market", "USDC", 880_000, 0.66, 0],
  // The Main Market has a second reserve of USDC, with next to nothing in it.
  ["Main Market", "USDC", 2_400, 0.8, 0],
];

/** Rates without rewards that were captured of reserves above, which their curves are fitted to; by "market:symbol". */
export const capturedRates: ReadonlyMap<string, { readonly supplyApy: number; readonly borrowApy: number }> =
  new Map([
    // 1.99 % for borrowers after a reward of 4.59 %.
    ["Huma Market:USDS", { supplyApy: 0.0079, borrowApy: 0.0658 }],
    // The borrow rate follows from the deposit rate, which alone was captured.
    ["Main Market:USDC/2", { supplyApy: 0.0862, borrowApy: 0.122 }],
  ]);

/** Loops outside the Main Market: pairs captured in 2026, their average leverage estimated. */
export const isolatedLoops: readonly (readonly [
  market: string,
  collateral: string,
  debt: string,
  leverage: number,
  maxLtv: number,
])[] = [
  ["Figure Market", "PRIME", "USDC", 4.2, 0.85],
  ["OnRe Market", "ONyc", "USDC", 3.6, 0.85],
  ["Solstice Market", "eUSX", "USX", 5.1, 0.9],
  ["Solstice Market", "eUSX", "USDC", 4.4, 0.9],
  ["Solstice Market", "eUSX", "USDG", 4.1, 0.9],
  ["JLP Market", "JLP", "USDC", 2.6, 0.84],
  ["JLP Market", "JLP", "PYUSD", 2.4, 0.84],
  ["JLP Market", "JLP", "USDT", 2.2, 0.84],
  ["JLP Market", "JLP", "USDG", 2.3, 0.84],
  ["Maple Market", "syrupUSDC", "USDC", 4.7, 0.88],
  ["Jito Market", "JitoSOL", "SOL", 5.4, 0.9],
  ["Marinade Market", "mSOL", "SOL", 4.9, 0.9],
  ["Ethena Market", "sUSDe", "PYUSD", 4.3, 0.9],
  ["GM-Sanctum", "INF", "SOL", 4.6, 0.89],
  ["Bitcoin Market", "cbBTC", "USDC", 1.9, 0.78],
];

/** Leverage pairs outside the Main Market; all figures are estimates. */
export const isolatedLeverage: readonly (readonly [
  market: string,
  base: string,
  quote: string,
  maxLtv: number,
])[] = [
  ["Fartcoin Market", "FARTCOIN", "USDC", 0.5],
  ["Jupiter Market", "JUP", "USDC", 0.55],
  ["Bonk Market", "BONK", "USDC", 0.45],
  ["PUMP Market", "PUMP", "USDC", 0.4],
  ["Bitcoin Market", "xBTC", "USDC", 0.75],
];
