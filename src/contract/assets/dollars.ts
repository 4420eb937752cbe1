// Tokens worth a dollar that earn nothing by themselves, by mint, because anyone may name a token "USDC".

export const dollars = [
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

const mints: ReadonlySet<string> = new Set(dollars.map(([, mint]) => mint));

export function isDollarMint(mint: string): boolean {
  return mints.has(mint);
}
