// What small marks show, as data: icons of tokens and providers, and judgements as chips.

export interface IconFace {
  readonly letter: string;
  readonly seed: string;
  readonly image: string | undefined;
}

/** `bad` is drawn in the danger colour; the icon and the words carry the meaning without it. */
export type FactTone = "bad" | "warning" | "info" | "good" | "unknown";

export type FactIconName =
  | "ban"
  | "exit"
  | "gauge"
  | "gift"
  | "info"
  | "layers"
  | "lock"
  | "tick"
  | "trend"
  | "triangle"
  | "unknown";

export interface FactChip {
  readonly id: string;
  readonly tone: FactTone;
  readonly icon: FactIconName;
  /** At most four words. */
  readonly label: string;
  /** The figure behind the label. Where there is no room only screen readers get it. */
  readonly figure: string | undefined;
  /** The tooltip: what it means, how it is worked out, and the source. */
  readonly note: string;
}
