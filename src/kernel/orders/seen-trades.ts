// Trades of closed orders that were booked: fingerprints of the latest trade ids.

/** Number of trades that are remembered. */
const PLACES = 16_384;

/** Numbers per trade: intent id and fingerprint of the trade id. */
const WIDTH = 2;

export class SeenTrades {
  readonly #marks = new Float64Array(PLACES * WIDTH);
  #count = 0;
  readonly #forgotten: (intentId: number) => void;

  /** Calls `forgotten` with the intent id when a newer trade overwrites one of its fingerprints. */
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

/** A 53-bit hash of a text; not cryptographic. */
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
