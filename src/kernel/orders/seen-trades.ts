// Which trades of settled orders were booked: marks of the latest, not the trades themselves.

/** Trades that are remembered. */
const PLACES = 16_384;

/** Numbers of one mark: intent and hash of the trade id. */
const WIDTH = 2;

export class SeenTrades {
  readonly #marks = new Float64Array(PLACES * WIDTH);
  #count = 0;
  readonly #forgotten: (intentId: number) => void;

  /** `forgotten` is told of an order when a mark of it gives way to a newer one. */
  constructor(forgotten: (intentId: number) => void) {
    this.#forgotten = forgotten;
  }

  add(intentId: number, tradeId: string): void {
    this.#set(intentId, fingerprint(tradeId));
  }

  has(intentId: number, tradeId: string): boolean {
    const hash = fingerprint(tradeId);
    const marks = this.#marks;
    const filled = Math.min(this.#count, PLACES) * WIDTH;
    for (let at = 0; at < filled; at += WIDTH) {
      if (marks[at] === intentId && marks[at + 1] === hash) return true;
    }
    return false;
  }

  /** Oldest first. */
  snapshot(): readonly (readonly [intentId: number, hash: number])[] {
    const first = Math.max(0, this.#count - PLACES);
    return Array.from({ length: this.#count - first }, (_, i) => {
      const at = ((first + i) % PLACES) * WIDTH;
      // unreached: in range
      return [this.#marks[at] ?? 0, this.#marks[at + 1] ?? 0] as const;
    });
  }

  restore(marks: readonly (readonly [intentId: number, hash: number])[]): void {
    for (const [intentId, hash] of marks) this.#set(intentId, hash);
  }

  #set(intentId: number, hash: number): void {
    const at = (this.#count++ % PLACES) * WIDTH;
    // unreached: in range
    const old = this.#marks[at] ?? 0;
    if (old !== 0) this.#forgotten(old);
    this.#marks[at] = intentId;
    this.#marks[at + 1] = hash;
  }
}

/** 53 bits of a text. */
export function fingerprint(text: string): number {
  let a = 0x1b873593;
  let b = 0x2545f491;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x85ebca6b);
    b = Math.imul(b ^ code, 0xc2b2ae35);
  }
  a ^= b >>> 15;
  b ^= a >>> 13;
  return (b & 0x1fffff) * 4_294_967_296 + (a >>> 0);
}
