// The simulated venue with its rates and clock; brings it up to date before each request.
import type { Instant } from '../domain/index.js';
import { DEFAULT_PROFILE } from '../protocol/profile/index.js';
import { DEFAULT_AMENDMENT_LIMITS, DEFAULT_RATE_LIFE, Venue } from '../venue/index.js';
import { advance, findNextDue } from './advance.js';
import type { RateFeed } from './rates/rate-feed.js';
import type { FeedListener } from './rates/rate-stream.js';
import { RateFilter } from './scenario/rate-filter.js';
import { SessionClock } from './session-clock.js';
import type { SimulatorSettings } from './settings.js';
import { WakeTimer } from './wake-timer.js';

export class VenueRuntime {
  readonly venue: Venue;
  readonly clock: SessionClock;
  /** Filter through which rates pass to the venue. */
  readonly rates: RateFilter;
  /** Time of `close`; undefined before. */
  closedAt: Instant | undefined;
  readonly #feed: RateFeed;
  readonly #wake: WakeTimer;

  /** Starts the session clock. */
  constructor(settings: SimulatorSettings, feed: RateFeed) {
    const { instruments, firstAt } = feed;
    this.#feed = feed;
    const { rateLife = DEFAULT_RATE_LIFE } = settings.venue;
    const { orderNeeds, stopTimes, trades } = settings.profile ?? DEFAULT_PROFILE;
    const { maxRateChanges, maxPercent } = trades;
    this.venue = new Venue({
      ...settings.venue,
      rateLife,
      users: settings.users,
      instruments,
      orderRules: { orderNeeds, stopTimes },
      amendments: { ...DEFAULT_AMENDMENT_LIMITS, maxRateChanges, maxPercent },
    });
    this.rates = new RateFilter(this.venue);
    this.clock = new SessionClock(firstAt, settings.rates.speed);
    this.#wake = new WakeTimer(this.clock, () => this.catchUp());
  }

  /** Starts the rates; none is due before. */
  play(listener: FeedListener): void {
    this.#feed.play(listener);
  }

  /** Runs everything due by now and returns the time. */
  catchUp(): Instant {
    const now = this.clock.now();
    advance(this.venue, this.#feed, now, this.rates);
    this.arm();
    return now;
  }

  /** Called when something may have become due earlier. */
  readonly wake = (): void => {
    this.arm();
  };

  /** Sets the wake-up for the next due time. */
  arm(): void {
    this.#wake.arm(findNextDue(this.venue, this.#feed));
  }

  /** Runs everything due until a time of a replay, independent of the clock. */
  replayTo(at: Instant): void {
    advance(this.venue, this.#feed, at, this.rates);
  }

  /** Continues the clock from the end of a replay. */
  resumeAt(at: Instant): void {
    this.clock.resumeAt(at);
  }

  /** Moves a stopped clock and runs everything due. */
  moveTo(at: Instant): void {
    this.clock.moveTo(at);
    this.catchUp();
  }

  close(): void {
    this.closedAt ??= this.catchUp();
    this.#wake.cancel();
    this.#feed.close();
  }
}
