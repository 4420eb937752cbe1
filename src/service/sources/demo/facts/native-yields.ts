// What a token earns by itself, as a fraction per year, before anyone lends it.

/** Staking tokens, captured 2026-02-17. */
export const stakingYields: ReadonlyMap<string, number> = new Map([
  ["dfdvSOL", 0.06167],
  ["bbSOL", 0.06137],
  ["lanternSOL", 0.06201],
  ["cgntSOL", 0.06192],
  ["laineSOL", 0.06004],
  ["JSOL", 0.05801],
  ["cdcSOL", 0.04758],
  ["vSOL", 0.05758],
  ["JitoSOL", 0.05903],
  ["dSOL", 0.0676],
  ["fwdSOL", 0.06327],
  ["JupSOL", 0.06286],
  ["hSOL", 0.06045],
  ["BNSOL", 0.05682],
  ["bonkSOL", 0.05891],
  ["mSOL", 0.06044],
  ["strongSOL", 0.06212],
  ["nxSOL", 0.0594],
  ["pSOL", 0.06581],
  ["hubSOL", 0.05532],
  ["bSOL", 0.05805],
]);

/** A staking token whose yield was not captured earns about what the others do. */
export const usualStakingYield = 0.059;

/** Tokens that earn by other means. ONyc was captured in 2026, the others are estimates. */
export const otherNativeYields: ReadonlyMap<string, number> = new Map([
  ["ONyc", 0.0839],
  ["sUSDe", 0.052],
  ["syrupUSDC", 0.064],
  ["eUSX", 0.061],
  ["sHYUSD", 0.09],
  ["USDY", 0.037],
  ["PRIME", 0.081],
  ["PST", 0.098],
  ["sACRED", 0.084],
  ["JLP", 0.16],
  ["JUICED", 0.048],
  ["wstETH", 0.027],
]);
