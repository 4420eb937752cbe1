// How much of one kind of work may be under way at once: so much in all, and so much of it for one caller, so that nobody takes
// it from everybody else.

interface Bounds {
  readonly inAll: number;
  readonly perCaller: number;
}

export class CallerSlots {
  readonly #bounds: Bounds;
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  constructor(bounds: Bounds) {
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

/** The bytes of answers that their readers have not taken yet. They stay in memory for as long as that takes. */
export class UnreadBytes {
  readonly #most: Bounds;
  readonly #perCaller = new Map<string, number>();
  /** How many readers a body has: it is in memory once. */
  readonly #readers = new Map<Uint8Array | string, number>();
  #inAll = 0;

  constructor(most: Bounds) {
    this.#most = most;
  }

  /** Which bound is reached, so that another answer would be too much. */
  reached(caller: string): keyof Bounds | undefined {
    if ((this.#perCaller.get(caller) ?? 0) >= this.#most.perCaller) return "perCaller";
    return this.#inAll >= this.#most.inAll ? "inAll" : undefined;
  }

  /** Counts a body until what this returns is called. */
  hold(caller: string, body: Uint8Array | string): () => void {
    this.#count(caller, body, 1);
    return () => this.#count(caller, body, -1);
  }

  #count(caller: string, body: Uint8Array | string, by: 1 | -1): void {
    const bytes = Buffer.byteLength(body) * by;
    const ofCaller = (this.#perCaller.get(caller) ?? 0) + bytes;
    if (ofCaller > 0) this.#perCaller.set(caller, ofCaller);
    else this.#perCaller.delete(caller);
    const before = this.#readers.get(body) ?? 0;
    if (before + by > 0) this.#readers.set(body, before + by);
    else this.#readers.delete(body);
    if (before === 0 || before + by === 0) this.#inAll += bytes;
  }
}
