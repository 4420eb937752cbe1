// Families of tokens by mint, never by symbol: any token may be called "USDC". Copied on 20 November 2026 from the
// token lists of Jupiter, Sanctum and Drift and the reserves of Kamino.

import { isMintAddress } from "../../contract/markets-request.ts";

export const solMint = "So11111111111111111111111111111111111111112";

/** In display order. Ids are in URLs. */
export const assetFamilyIds = ["stables", "sol", "btc", "eth"] as const;
export type AssetFamilyId = (typeof assetFamilyIds)[number];

export interface AssetFamily {
  readonly id: AssetFamilyId;
  readonly label: string;
  readonly shortLabel: string;
  readonly words: string;
  /** Symbols by mint, as of that day, for tokens that no loaded market contains. */
  readonly symbols: ReadonlyMap<string, string>;
}

function family(
  words: Omit<AssetFamily, "symbols">,
  listed: readonly (readonly [symbol: string, mint: string])[],
): AssetFamily {
  return { ...words, symbols: new Map(listed.map(([symbol, mint]) => [mint, symbol])) };
}

/** Tokens worth a dollar that earn nothing by themselves. */
const dollars = [
  ["USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
  ["USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"],
  ["PYUSD", "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo"],
  ["USDS", "USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA"],
  ["USDG", "2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH"],
  ["FDUSD", "9zNQRsGLjNKwCUU5Gq5LR8beUCPzQMVMqKAi3SSZh54u"],
  ["USD1", "USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB"],
  ["AUSD", "AUSD1jCcCyPLybk1YnvPWsHQSrZ46dxwoMniN4N2UEB9"],
  ["CASH", "CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH"],
  ["JupUSD", "JuprjznTrTSp2UFa3ZBUFgwdAmtZCq4MQCwysN55USD"],
  ["USX", "6FrrzDk5mQARGc1TDYoyVnSyRdds1t4PbtohCD6p3tgG"],
  ["USDe", "DEkqHyPN7GMRJ5cArtQFAWefqbZb33Hyf6s5iCwjEonT"],
] as const satisfies readonly (readonly [symbol: string, mint: string])[];

const euro = "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr";

export const assetFamilies: readonly AssetFamily[] = [
  family(
    { id: "stables", label: "Stablecoins", shortLabel: "Stables", words: "stablecoins stables dollars usd" },
    [
      ...dollars,
      ["EURC", euro],
      ["eUSX", "3ThdFZQKM6kRyVGLG48kaPg5TRMhYMKY1iCRa9xop1WC"],
      ["hyUSD", "5YMkXAYccHSGnHn9nob9xEvv6Pvka9DZWH7nTbotTu9E"],
      ["sHYUSD", "HnnGv3HrSqjRpgdFmx7vQGjntNEoex1SU4e9Lxcxuihz"],
      ["sUSDe", "Eh6XEPhSwoLv5wFApukmnaVSHQ6sAnoD9BmgmwQoN2sN"],
      ["syrupUSDC", "AvZZF1YaZDziPY2RCK4oJrRVrbN3mTD9NL24hPeaZeUj"],
      ["USDY", "A1KLoBrKBde8Ty9qtNQUtq3C2ortoC3u7twggz7sEto6"],
      ["USDH", "USDH1SM1ojwWUga67PGrgFWUHibbjqMvuMaDkRJTgkX"],
      ["UXD", "7kbnvuGBxxj8AG9qp8Scn56muWGaRaFqxg1FsRp3PaFT"],
      ["ISC", "J9BcrQfX4p9D1bvLzRNCbMDv8f44a9LFdeqNE4Yk2WMD"],
      ["CRT", "CRTx1JouZhzSU6XytsE42UQraoGqiHgxabocVfARTy2s"],
      ["JUICED", "7GxATsNMnaC88vdwd2t3mwrFuQwwGvmYPrUQ4D6FotXk"],
      ["wYLDS", "8fr7WGTVFszfyNWRMXj6fRjZZAnDwmXwEpCrtzmUkdih"],
    ],
  ),
  family({ id: "sol", label: "SOL + staked SOL", shortLabel: "SOL", words: "solana" }, [
    ["SOL", solMint],
    ["JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn"],
    ["mSOL", "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So"],
    ["bSOL", "bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1"],
    ["JupSOL", "jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v"],
    ["INF", "5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm"],
    ["dSOL", "Dso1bDeDjCQxTrWHqUUi63oBvV7Mdm6WaobLbQ7gnPQ"],
    ["bbSOL", "Bybit2vBJGhPF52GBdNaQfUJ6ZpThSgHBobjWZpLPb4B"],
    ["BNSOL", "BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85"],
    ["hSOL", "he1iusmfkpAdwvxLNGV8Y1iSbj4rUy6yMhEA3fotn9A"],
    ["vSOL", "vSoLxydx6akxyMD9XEcPvGYNGq6Nn66oqVb3UkGkei7"],
    ["bonkSOL", "BonK1YhkXEGLZzwtcvRTip3gAL9nCeQD7ppZBLXhtTs"],
    ["cgntSOL", "CgnTSoL3DgY9SFHxcLj6CgCgKKoTBr6tp4CPAEWy25DE"],
    ["fwdSOL", "cPQPBN7WubB3zyQDpzTK2ormx1BMdAym9xkrYUJsctm"],
    ["dfdvSOL", "sctmB7GPi5L2Q5G9tUSzXvhZ4YiDMEGcRov9KfArQpx"],
    ["stkeSOL", "stke7uu3fXHsGqKVVjKnkmj65LRPVrqr4bLG2SJg7rh"],
    ["pSOL", "pSo1f9nQXWgXibFtKf7NWYxb5enAM4qfP6UJSiXRQfL"],
    ["laineSOL", "LAinEtNLgpmCP9Rvsf5Hn8W6EhNiKLZQti1xfWMLy6X"],
    ["strongSOL", "strng7mqqc1MBJJV6vMzYbEqnwVGvKKGKedeCvtktWA"],
    ["JSOL", "7Q2afV64in6N6SeZsAAB81TJzwDoD6zpqmHkzi9Dcavn"],
    ["lanternSOL", "LnTRntk2kTfWEY6cVB8K9649pgJbt6dJLS1Ns1GZCWg"],
    ["nxSOL", "sctmTAsDn4tLUcemqoqYijfuRkiEfAMPi84PNq2EueR"],
    ["picoSOL", "picobAEvs6w7QEknPce34wAE4gknZA9v5tTonnmHYdX"],
    ["cdcSOL", "CDCSoLckzozyktpAp9FWT3w92KFJVEUxAU7cNu2Jn3aX"],
    ["hubSOL", "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"],
    ["adraSOL", "sctmY8fJucsJatwHz6P48RuWBBkdBMNmSMuBYrWFdrw"],
    ["hyloSOL", "hy1oXYgrBW6PVcJ4s6s2FKavRdwgWTXdfE69AxT7kPT"],
    ["sSOL", "sSo14endRuUbvQaJS3dq36Q829a3A6BEfoeeRGJywEh"],
  ]),
  family({ id: "btc", label: "Bitcoin", shortLabel: "BTC", words: "bitcoin btc" }, [
    ["cbBTC", "cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij"],
    ["WBTC", "3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh"],
    ["tBTC", "6DNSN2BJsaPFdFFc1zP37kkeNe4Usc1Sqkzr9C9vPWcU"],
    ["zBTC", "zBTCug3er3tLyffELcvDNrKkCymbPWysGcWihESYfLg"],
    ["xBTC", "CtzPWv73Sn1dMGVU3ZtLv9yWSyUAanBni19YWDaznnkn"],
    ["fBTC", "3orqhCKM5admbcHkHQhRAEKbXhUT5VPgsQqz7fBa6QdF"],
    ["LBTC", "LBTCgU4b3wsFKsPwBn1rRZDx5DoFutM6RPiEt1TPDsY"],
  ]),
  family({ id: "eth", label: "Ether", shortLabel: "ETH", words: "ethereum eth ether" }, [
    ["WETH", "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs"],
    ["wstETH", "ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo"],
  ]),
];

/** Search words for tokens of one family: "solana", "dollars". */
export function familyWords(mints: readonly (string | undefined)[]): string | undefined {
  const shared = assetFamilies.find(({ symbols }) =>
    mints.every((mint) => mint !== undefined && symbols.has(mint)),
  );
  return shared?.id === "stables" && mints.includes(euro) ? "stablecoins stables euros" : shared?.words;
}

export function familyOf(asset: string): AssetFamily | undefined {
  return assetFamilies.find(({ id }) => id === asset);
}

/**
 * Reads an item of the URL: a mint, a family, or the symbol of a token in a family, in any case. Exact family ids
 * win: "sol" is the family, "SOL" the token.
 */
export function readAsset(text: string): string | undefined {
  if (isMintAddress(text) || familyOf(text) !== undefined) return text;
  const lowerText = text.toLowerCase();
  for (const { symbols } of assetFamilies)
    for (const [mint, symbol] of symbols) if (symbol.toLowerCase() === lowerText) return mint;
  return familyOf(lowerText)?.id;
}

export function mintsOfAssets(assets: readonly string[]): readonly string[] {
  return [...new Set(assets.flatMap((asset) => [...(familyOf(asset)?.symbols.keys() ?? [asset])]))];
}

/** Families first, then other mints, sorted. If all mints of a family are listed, the family replaces them. */
export function canonicalAssets(assets: readonly string[]): readonly string[] {
  const families = assetFamilies.filter(
    ({ id }) => assets.includes(id) || mintsOfAssets([id]).every((mint) => assets.includes(mint)),
  );
  const single = assets.filter(
    (asset) => familyOf(asset) === undefined && !families.some(({ symbols }) => symbols.has(asset)),
  );
  return [...families.map(({ id }) => id), ...new Set(single.toSorted())];
}

export function nameAssets(assets: readonly string[], nameOf: (mint: string) => string): readonly string[] {
  return canonicalAssets(assets).map((asset) => familyOf(asset)?.label ?? nameOf(asset));
}

/** Choosing a token of a chosen family replaces the family, and choosing a family replaces its tokens. */
export function toggleAsset(assets: readonly string[], asset: string): readonly string[] {
  if (assets.includes(asset)) return assets.filter((other) => other !== asset);
  const tokens = familyOf(asset)?.symbols;
  return [
    ...assets.filter((other) => familyOf(other)?.symbols.has(asset) !== true && tokens?.has(other) !== true),
    asset,
  ];
}

/** Whether a token is pegged to the dollar, so that its price does not decide about a loan. */
export function isDollarMint(mint: string | undefined): boolean {
  return dollars.some(([, dollar]) => dollar === mint);
}

export function isStable(mint: string | undefined): boolean {
  return mint !== undefined && familyOf("stables")?.symbols.has(mint) === true;
}

export function isStakedSol(mint: string | undefined): boolean {
  return mint !== undefined && mint !== solMint && familyOf("sol")?.symbols.has(mint) === true;
}

export function familySymbol(mint: string): string | undefined {
  return assetFamilies.find(({ symbols }) => symbols.has(mint))?.symbols.get(mint);
}
