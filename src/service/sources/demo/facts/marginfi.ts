// marginfi: banks, weights and limits from the program's public fixtures and rates of 2026-02-17. Rows without an address
// are tokens that were listed without one; their sizes, and every size and utilization not in the fixtures, are estimates.

/** maxLtv is the initial asset weight over a stablecoin's initial liability weight; liquidationLtv the same of maintenance. */
type BankRow = readonly [
  symbol: string,
  curve: "standard" | "tether" | "volatile",
  supplyUsd: number,
  utilization: number,
  maxLtv: number | undefined,
  liquidationLtv: number | undefined,
  bank?: string,
];

export const marginfiBanks: readonly BankRow[] = [
  ["SOL", "standard", 41_000_000, 0.6, 0.64, 0.77, "CCKtUs6Cgwo4aaQUmBPmyoApH2gUDErxNZCAntD6LYGh"],
  ["USDC", "standard", 27_500_000, 0.71, 0.8, 0.8636, "2s37akK2eyBbp8DZgCm7RtsaEz8eJP3Nxd4urLHQv7yB"],
  ["JitoSOL", "standard", 107_000_000, 0.08, 0.52, 0.7273, "Bohoc1ikHLD7xKJuzTyiTyCwzaL5N7ggJQu75A8mKYM8"],
  ["PYUSD", "standard", 40_000_000, 0.05, 0.72, 0.8636, "8UEiPmgZHXXEDrqLS3oiTxQxTbeYTtPbeMBxAd2XGbpu"],
  ["USDT", "tether", 45_960_000, 0.6, 0.8, 0.9091, "HmpMfL8942u22htC4EMiWgLX931g3sacXFR6KjuLgKLV"],
  ["BONK", "volatile", 3_900_000, 0.21, 0.4, 0.5909, "DeyH7QxWvnbbaVB4zFrf4hoq7Q8z1ZT14co42BGwGtfM"],
  ["bSOL", "standard", 5_600_000, 0.1, 0.52, 0.7273, "6hS9i46WyTq1KXcoa2Chas2Txh9TJAVr6n1t3tnrE23K"],
  ["CLOUD", "volatile", 180_000, 0.14, undefined, undefined, "4kNXetv8hSv9PzvzPZzEs1CTH6ARRRi2b8h6jk1ad1nP"],
  ["META", "volatile", 90_000, 0.02, undefined, undefined],
  ["mSOL", "standard", 9_800_000, 0.12, 0.52, 0.7273],
  ["hyloSOL", "standard", 2_100_000, 0, 0.52, 0.7273],
  ["hSOL", "standard", 3_400_000, 0, 0.52, 0.7273],
  ["JupSOL", "standard", 14_200_000, 0.01, 0.52, 0.7273],
  ["USDS", "standard", 5_200_000, 0.38, 0.72, 0.8636],
  ["WETH", "standard", 2_600_000, 0.24, 0.6, 0.7273],
  ["WBTC", "standard", 1_900_000, 0.16, 0.6, 0.7273],
  ["JUP", "volatile", 760_000, 0.19, 0.4, 0.5909],
  ["PYTH", "volatile", 240_000, 0.11, 0.4, 0.5909],
];

/** Half to the liquidator, half to the insurance fund. */
export const marginfiPenalty = 0.05;
