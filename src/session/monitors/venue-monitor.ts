// Samples of venue calls for the host sample: response times, timeouts, clock offset, and
// Retry-After.
import type { HostEvent } from '../../domain/events/index.js';
import { type Instant, MILLISECOND, SECOND } from '../../domain/index.js';
import { type FinishedCall, findWait } from '../../client/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import type { SessionPorts } from '../../host/index.js';

type Gaps = Pick<RemoteGateway, 'listGap' | 'orderGap' | 'positionGap'>;

type Sample = Pick<
  HostEvent,
  'callMillis' | 'callTimeouts' | 'clockOffset' | 'clockStep' | keyof Gaps
>;

type TimedCall = Pick<FinishedCall, 'exchange' | 'machineMicros' | 'sentAt'>;

/** Resolution of a Date header. */
const GRAIN = SECOND;
const TIMEOUTS: readonly string[] = ['timeout', 'connect-timeout'];
/** Bounds a sample, whatever the number of calls. */
const MAX_CALLS = 100;
const MICROS_PER_MILLI = 1_000;

export class VenueWatch {
  readonly #now: () => Instant;
  readonly #clock: SessionPorts['clock'];
  /** Wall minus monotonic time at the last sample, microseconds. */
  #wallAhead: number;
  #millis: number[] = [];
  #timeouts = 0;
  #offset: number | undefined;

  constructor(now: () => Instant, clock: SessionPorts['clock']) {
    this.#now = now;
    this.#clock = clock;
    this.#wallAhead = this.#measureWall();
  }

  /** How far the wall clock was set since the last sample, microseconds. */
  get step(): number {
    return this.#measureWall() - this.#wallAhead;
  }

  /** Takes in a call that has ended; `budget` waits as its Retry-After asks. */
  see({ machineMicros, sentAt, exchange }: TimedCall, budget?: RemoteGateway['budget']): void {
    if (!exchange.ok) {
      if (TIMEOUTS.includes(exchange.transport)) this.#timeouts++;
      return;
    }
    const millis = Math.round(machineMicros / MICROS_PER_MILLI);
    if (this.#millis.length < MAX_CALLS) this.#millis.push(millis);
    const { date } = exchange.headers;
    const venueMillis = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    if (!Number.isNaN(venueMillis)) {
      this.#offset = toOffset(venueMillis * MILLISECOND, sentAt, this.#now());
    }
    const wait = findWait(exchange);
    if (wait > 0) budget?.blockUntil(this.#now() + wait);
  }

  /** Returns what was measured since the last sample. */
  sample(gateway: Gaps): Sample {
    const step = Math.round(this.step);
    const [millis, timeouts, offset] = [this.#millis, this.#timeouts, this.#offset];
    this.#wallAhead = this.#measureWall();
    this.#millis = [];
    this.#timeouts = 0;
    this.#offset = undefined;
    const gap = gateway.orderGap();
    const [listGap, positionGap] = [gateway.listGap(), gateway.positionGap()];
    return {
      ...(millis.length === 0 ? {} : { callMillis: millis }),
      ...(timeouts === 0 ? {} : { callTimeouts: timeouts }),
      ...(offset === undefined ? {} : { clockOffset: offset }),
      ...(Math.abs(step) < MILLISECOND ? {} : { clockStep: step }),
      ...(gap === undefined ? {} : { orderGap: gap }),
      ...(listGap === undefined ? {} : { listGap }),
      ...(positionGap === undefined ? {} : { positionGap }),
    };
  }

  #measureWall(): number {
    return this.#clock.wallMillis() * MILLISECOND - this.#clock.monoMicros();
  }
}

/**
 * Smallest possible offset of the venue's clock: its time lies in the second that it names, and
 * between request and response.
 */
function toOffset(venueAt: Instant, sentAt: Instant, receivedAt: Instant): number {
  if (venueAt > receivedAt) return venueAt - receivedAt;
  const latest = venueAt + GRAIN;
  return latest < sentAt ? latest - sentAt : 0;
}
