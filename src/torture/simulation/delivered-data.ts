// What answers showed to the bots of a world: rates, and what came back for each order.
import { isRecord } from '../../protocol/index.js';
import { type Instant, MILLISECOND } from '../../domain/index.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { WireCall } from '../platform/network.js';

export interface ShownRate {
  /** Time at the venue when it was shown. */
  readonly at: Instant;
  readonly bid: number;
  readonly offer: number;
  /** When the venue made it, by its own word; NaN without one. */
  readonly madeAt: Instant;
}

/** Rates of one symbol that are kept for one life. */
const MOST_RATES = 200;

/** The record of an order itself. */
export const BY_ORDER = '';

const ENDED = /^(?:CANCELED|EXPIRED|FILLED|REJECTED)$/;
const REFUSED = /"(?:REJECTED|FAILED)"/;

export class DeliveredData {
  readonly #rates = new Map<string, ShownRate[]>();
  /** The newest rates that had both sides, by symbol. */
  readonly #whole = new Map<string, ShownRate>();
  /** When a life was last shown an order that the venue refused. */
  readonly #refusedAt = new Map<number, Instant>();
  /** Statuses of whole answers to a place, by coId. */
  readonly #placed = new Map<string, number[]>();
  /** By coId: what was told falsely to have filled there, in units, by each record that said so. */
  readonly overtold = new Map<string, Map<string, number>>();

  /** Takes a whole answer as its process reads it. */
  take(at: Instant, { life, request }: WireCall, { status, body }: LocalAnswer): void {
    const { method, target } = request;
    if (method === 'POST' && target.startsWith('/v2/orders')) {
      const [, coId = ''] = /"coId":"([\w-]+)"/.exec(request.body.toString()) ?? [];
      this.#placed.set(coId, [...(this.#placed.get(coId) ?? []), status]);
    }
    if (status !== 200) return;
    if (target.startsWith('/v2/orders') && REFUSED.test(body.toString())) {
      this.#refusedAt.set(life, at);
    }
    if (method === 'GET' && target.startsWith('/v2/orders')) this.#hearEnds(parse(body.toString()));
    if (!target.startsWith('/v2/rates/spot')) return;
    const rate = parse(body.toString());
    if (!isRecord(rate)) return;
    const { bid, offer, symbol, time } = rate;
    if (typeof bid !== 'number' || typeof offer !== 'number') return;
    // A rate of another pair is none of this one.
    if (!target.includes(encodeURIComponent(String(symbol)))) return;
    const madeAt = typeof time === 'number' ? time * MILLISECOND : NaN;
    if (bid > 0 && offer > 0) this.#whole.set(String(symbol), { at, bid, offer, madeAt });
    const key = `${String(life)} ${String(symbol)}`;
    const kept = this.#rates.get(key) ?? [];
    kept.push({ at, bid, offer, madeAt });
    if (kept.length > MOST_RATES) kept.shift();
    this.#rates.set(key, kept);
  }

  /** The last word of an order, as it is, ends what its words before told falsely. */
  #hearEnds(value: unknown): void {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isRecord(one)) continue;
      const { coId, cumQty, size, status } = one;
      // One without a number of what is filled takes nothing back.
      const isPlain = typeof cumQty === 'number' && cumQty <= Number(size);
      if (!ENDED.test(String(status)) || !isPlain) continue;
      this.overtold.get(String(coId))?.delete(BY_ORDER);
    }
  }

  /** A record that an answer tells falsely: so much is filled, which is more than was asked for. */
  overtell(coId: string, record: string, units: number): void {
    const records = this.overtold.get(coId) ?? new Map<string, number>();
    this.overtold.set(coId, records.set(record, units));
  }

  /** Rates of a symbol that a life was shown from an instant on, oldest first. */
  listRates(life: number, symbol: string, from: Instant): readonly ShownRate[] {
    return (this.#rates.get(`${String(life)} ${symbol}`) ?? []).filter(({ at }) => at >= from);
  }

  /** When a life was last shown that the venue has refused an order of its login. */
  lastRefusedAt(life: number): Instant {
    return this.#refusedAt.get(life) ?? -Infinity;
  }

  /** The newest rate of a symbol that had both sides, whoever it was shown to. */
  findWhole(symbol: string): ShownRate | undefined {
    return this.#whole.get(symbol);
  }

  /** Statuses that came back for the places of a coId. */
  listPlaced(coId: string): readonly number[] {
    return this.#placed.get(coId) ?? [];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
