// How much of one kind of work may be under way at once: so much in all, and so much of it for one caller, so that nobody takes
// it from everybody else.

interface SlotBounds {
  readonly inAll: number;
  readonly perCaller: number;
}

export class CallerSlots {
  readonly #bounds: SlotBounds;
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds;
  }

  /** What gives the slot back, which may be called again without effect; undefined where there is no slot for this caller now. */
  take(caller: string): (() => void) | undefined {
    const { inAll, perCaller } = this.#bounds;
    if (this.#inAll >= inAll || (this.#taken.get(caller) ?? 0) >= perCaller) return undefined;
    this.#count(caller, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#count(caller, -1);
      isTaken = false;
    };
  }

  #count(caller: string, by: 1 | -1): void {
    this.#inAll += by;
    const now = (this.#taken.get(caller) ?? 0) + by;
    if (now > 0) this.#taken.set(caller, now);
    else this.#taken.delete(caller);
  }
}
