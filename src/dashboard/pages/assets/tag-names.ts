// What a tag of a token is called.
const names: ReadonlyMap<string, string> = new Map([
  ["stablecoin", "Stablecoin"],
  ["usd", "US dollar"],
  ["eur", "Euro"],
  ["sol", "SOL family"],
  ["lst", "Liquid staking"],
]);

/** "Liquid staking". A tag nobody knew is its own name. */
export function tagName(tag: string): string {
  const plain = tag.replaceAll("-", " ");
  return names.get(tag) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
