// An injected fault: counts matching requests and decides which of them it hits.
import { assert, type Instant, NEVER } from '../../domain/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import type { Venue } from '../../venue/index.js';
import type { Effect } from './effect.js';
import { EFFECTS } from './effects/index.js';
import { fitsRequest, type Subject } from './match.js';
import type { FaultConfig } from './schema.js';

export class InjectedFault {
  readonly id: string;
  readonly config: FaultConfig;
  readonly effect: Effect;
  readonly draw: Random;
  /** Active in session time from `openAt` until before `closeAt`. */
  readonly openAt: Instant;
  readonly closeAt: Instant;
  /** Matching requests in that time, number of hits, and time of the last hit. */
  matched = 0;
  hits = 0;
  lastAt: Instant | undefined;
  /** Number of venue effects active now. */
  holding = 0;
  readonly #maxHits: number;

  /** `startAt`: origin of the scenario's times. */
  constructor(id: string, config: FaultConfig, seed: number, startAt: Instant) {
    this.id = id;
    this.config = config;
    const kind = EFFECTS.find((one) => one.id === config.effect.kind);
    assert(kind !== undefined, `an effect of the unknown kind ${config.effect.kind}`);
    this.effect = kind.create(config.effect);
    this.draw = createRandom(seed, `scenario/${id}`);
    this.openAt = startAt + (config.at ?? config.from ?? 0);
    this.closeAt = config.to === undefined ? NEVER : startAt + config.to;
    this.#maxHits = config.times ?? (config.at === undefined ? Infinity : 1);
  }

  /** Whether requests trigger the fault, and not only time. */
  get isByRequest(): boolean {
    return this.effect.on !== 'machine' || this.config.match !== undefined;
  }

  /** Whether the fault hits a request at `at`; counts a matching request. */
  takes(at: Instant, subject: Subject, venue: Venue): boolean {
    if (at < this.openAt || at >= this.closeAt || !this.isByRequest) return false;
    const { match, skip = 0, nth, every, probability } = this.config;
    const asksItems = this.effect.on === 'content';
    if (match !== undefined && !fitsRequest(match, subject, venue, asksItems)) return false;
    this.matched++;
    const index = this.matched - skip;
    if (index < 1 || (nth !== undefined && index !== nth)) return false;
    if (every !== undefined && index % every !== 0) return false;
    if (this.hits >= this.#maxHits) return false;
    if (probability !== undefined && this.draw() >= probability) return false;
    this.count(at);
    return true;
  }

  count(at: Instant): void {
    this.hits++;
    this.lastAt = at;
  }
}
