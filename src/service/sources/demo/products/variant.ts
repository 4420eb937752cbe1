// A product is listed as many markets: variant 0 with the captured figures, others with another rate and size.
import { streamOf, unit } from "../noise.ts";

export type Variant = ReturnType<typeof variantOf>;

/** `rate` multiplies rates; being a factor, it scales averages exactly. */
export function variantOf(seed: number, key: string, index: number) {
  if (index === 0) return { index, rate: 1, size: 1 };
  const stream = streamOf(seed, "variant", key);
  const rate = 0.55 + 1.05 * unit(stream, 2 * index);
  return { index, rate, size: 10 ** (-2.2 + 2.5 * unit(stream, 2 * index + 1)) };
}

/** "Steakhouse USDC", then "Steakhouse USDC 2" and so on. */
export function variantName(name: string, variant: number): string {
  return variant === 0 ? name : `${name} ${variant + 1}`;
}
