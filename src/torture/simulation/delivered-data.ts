// Data that responses showed to the bots of a world: rates, and the responses for each order.
import { isRecord } from '../../validation/index.js';
import { type Instant, MILLISECOND } from '../../domain/index.js';
import type { LocalAnswer } from '../../simulator/index.js';
import type { WireCall } from '../platform/wire-types.js';

export interface ShownRate {
  /** Venue time at which the rate was shown. */
  readonly at: Instant;
  readonly bid: number;
  readonly offer: number;
  /** Time that the venue states for the rate; NaN if it states none. */
  readonly madeAt: Instant;
}

/** Rates kept per symbol and run. */
const MOST_RATES = 200;

/** Key for the report of an order itself, instead of a trade id. */
export const BY_ORDER = '';

const ENDED = /^(?:CANCELED|EXPIRED|FILLED|REJECTED)$/;
const REFUSED = /"(?:REJECTED|FAILED)"/;

export class DeliveredData {
  readonly #rates = new Map<string, ShownRate[]>();
  /** Newest rates with both sides, by symbol. */
  readonly #whole = new Map<string, ShownRate>();
  /** Time at which a run was last shown an order that the venue rejected. */
  readonly #refusedAt = new Map<number, Instant>();
  /** Statuses of complete responses to placements, by client order id. */
  readonly #placed = new Map<string, number[]>();
  /** By client order id and record: units falsely reported as filled. */
  readonly overtold = new Map<string, Map<string, number>>();

  /** Takes a complete response as its process reads it. */
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
    // Ignores a rate of another pair than the one requested.
    if (!target.includes(encodeURIComponent(String(symbol)))) return;
    const madeAt = typeof time === 'number' ? time * MILLISECOND : NaN;
    if (bid > 0 && offer > 0) this.#whole.set(String(symbol), { at, bid, offer, madeAt });
    const key = `${String(life)} ${String(symbol)}`;
    const kept = this.#rates.get(key) ?? [];
    kept.push({ at, bid, offer, madeAt });
    if (kept.length > MOST_RATES) kept.shift();
    this.#rates.set(key, kept);
  }

  /** The final, true report of an order corrects earlier false reports of it. */
  #hearEnds(value: unknown): void {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isRecord(one)) continue;
      const { coId, cumQty, size, status } = one;
      // A report without a filled quantity corrects nothing.
      const isPlain = typeof cumQty === 'number' && cumQty <= Number(size);
      if (!ENDED.test(String(status)) || !isPlain) continue;
      this.overtold.get(String(coId))?.delete(BY_ORDER);
    }
  }

  /** Notes that a record falsely reports `units` as filled, which is more than the order's size. */
  overtell(coId: string, record: string, units: number): void {
    const records = this.overtold.get(coId) ?? new Map<string, number>();
    this.overtold.set(coId, records.set(record, units));
  }

  /** Rates of a symbol that a run was shown since `from`, oldest first. */
  listRates(life: number, symbol: string, from: Instant): readonly ShownRate[] {
    return (this.#rates.get(`${String(life)} ${symbol}`) ?? []).filter(({ at }) => at >= from);
  }

  /** Time at which a run was last shown a rejected order of its login. */
  lastRefusedAt(life: number): Instant {
    return this.#refusedAt.get(life) ?? -Infinity;
  }

  /** Newest rate of a symbol with both sides, whichever run received it. */
  findWhole(symbol: string): ShownRate | undefined {
    return this.#whole.get(symbol);
  }

  /** Response statuses of the placements of a client order id. */
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
