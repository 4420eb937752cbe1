export interface IconFace {
  readonly letter: string;
  readonly seed: string;
  readonly image: string | undefined;
}

/**
 * `bad` can cost money or blocks the market; `warning` qualifies the rate. The icon and words carry the meaning without
 * colour.
 */
export type FactTone = "bad" | "warning" | "info" | "good" | "unknown";

export type FactIconName =
  | "ban"
  | "exit"
  | "fall"
  | "gauge"
  | "gift"
  | "info"
  | "layers"
  | "lock"
  | "rise"
  | "tick"
  | "triangle"
  | "unknown";

export interface FactChip {
  readonly id: string;
  readonly tone: FactTone;
  readonly icon: FactIconName;
  readonly label: string;
  /** Where space is short only screen readers get it. */
  readonly figure: string | undefined;
  readonly note: string;
}
