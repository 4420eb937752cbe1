// How the page writes figures, by the figures that are worked out without it.
import { rate, share } from "../fixtures/own-figures.ts";

export const dayMs = 86_400_000;

export const percent = (value: number | null | undefined, digits: 1 | 2 = 2): string =>
  (digits === 1 ? share : rate)(value ?? undefined) ?? "—";
