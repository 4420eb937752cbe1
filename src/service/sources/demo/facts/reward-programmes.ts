// Reward programmes. Captured on public pages in 2026: ADX on Adrena USDC, HUMA and USDS on Huma USDS with a borrow reward,
// CASH on Main CASH. Tokens of the others are the issuers' own; their rates are estimates in the captured range.
import type { CampaignFacts } from "../campaigns.ts";

const deposit = (symbol: string, apy: number, running = 0.7): CampaignFacts => ({
  side: "deposit",
  symbol,
  apy,
  running,
});
const borrow = (symbol: string, apy: number, running = 0.7): CampaignFacts => ({
  side: "borrow",
  symbol,
  apy,
  running,
});

/** By "market:symbol" of Kamino reserves. */
export const reserveProgrammes: ReadonlyMap<string, readonly CampaignFacts[]> = new Map([
  // Made up, and for the smallest reserve that has one: borrowers who are paid more than they owe must occur somewhere.
  ["Main Market:UXD", [borrow("UXD", 0.03, 1)]],
  ["Adrena Market:USDC", [deposit("ADX", 0.0721, 0.85)]],
  ["Huma Market:USDS", [deposit("HUMA", 0.0553, 1), deposit("USDS", 0.054, 0.9), borrow("USDS", 0.0459, 1)]],
  ["Main Market:CASH", [deposit("CASH", 0.0195, 0.9)]],
  ["Main Market:USDS", [deposit("USDS", 0.0205, 0.9), borrow("USDS", 0.011, 1)]],
  ["Main Market:PYUSD", [deposit("PYUSD", 0.021), borrow("PYUSD", 0.006)]],
  ["Main Market:USDG", [deposit("USDG", 0.017)]],
  ["Main Market:USD1", [deposit("KMNO", 0.012, 0.5)]],
  ["Main Market:SOL", [deposit("KMNO", 0.004, 0.5)]],
  ["Main Market:JitoSOL", [deposit("JTO", 0.0062)]],
  ["Main Market:EURC", [deposit("KMNO", 0.009)]],
  ["Altcoins Market:USDC", [deposit("KMNO", 0.011, 0.4)]],
  ["JLP Market:PYUSD", [deposit("PYUSD", 0.018), deposit("KMNO", 0.006, 0.5)]],
  ["JLP Market:USDG", [deposit("USDG", 0.02)]],
  ["Ethena Market:PYUSD", [deposit("PYUSD", 0.024), borrow("PYUSD", 0.008)]],
  ["Maple Market:PYUSD", [deposit("PYUSD", 0.019)]],
  ["OnRe Market:USDG", [deposit("USDG", 0.022)]],
  ["Solstice Market:USX", [deposit("USX", 0.031), borrow("USX", 0.012)]],
  ["Jupiter Market:JUP", [deposit("JUP", 0.028, 0.5)]],
  ["JTO Market:JTO", [deposit("JTO", 0.034, 0.5)]],
  ["Bonk Market:BONK", [deposit("BONK", 0.041, 0.4)]],
  ["Figure Market:USDC", [deposit("PRIME", 0.013)]],
  ["Zeus Bitcoin Market:zBTC", [deposit("ZEUS", 0.026)]],
  ["xStocks Market:USDC", [deposit("KMNO", 0.016, 0.5)]],
]);

/** By name of Kamino earn vaults. */
export const vaultProgrammes: ReadonlyMap<string, readonly CampaignFacts[]> = new Map([
  ["USDG Prime", [deposit("USDG", 0.012, 0.9)]],
  ["Sentora PYUSD", [deposit("PYUSD", 0.028, 0.9)]],
  ["Steakhouse USDG High Yield", [deposit("USDG", 0.009)]],
  ["Allez USDS", [deposit("USDS", 0.019)]],
  ["Elemental USDG", [deposit("USDG", 0.008), deposit("KMNO", 0.01, 0.5)]],
  ["CASH Season", [deposit("CASH", 0.024, 1)]],
  ["JitoSOL Season", [deposit("JTO", 0.031, 1), deposit("KMNO", 0.008)]],
]);

/** Debt in JupUSD is subsidised on Jupiter's vaults. */
export const jupUsdDebtProgramme: readonly CampaignFacts[] = [borrow("JupUSD", 0.009, 0.8)];

/** Lulo's boosted deposits collect points: a rate without a token. */
export const luloPoints: readonly CampaignFacts[] = [{ side: "deposit", apy: 0.006, running: 0.6 }];

export const tunaProgramme: readonly CampaignFacts[] = [deposit("TUNA", 0.035, 0.7)];
