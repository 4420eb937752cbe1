// What a tag of a token is called.
const names: ReadonlyMap<string, string> = new Map([
  ["stablecoin", "Stablecoin"],
  ["sol-family", "SOL family"],
  ["btc-family", "BTC family"],
  ["eth-family", "ETH family"],
  ["lst", "Liquid staking"],
]);

/** "Liquid staking". A tag nobody knew is its own name. */
export function tagName(tag: string): string {
  const plain = tag.replaceAll("-", " ");
  return names.get(tag) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
