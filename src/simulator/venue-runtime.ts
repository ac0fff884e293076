// The venue machine with its rates and its clock: always brought up to now before it is asked.
import type { Instant } from '../domain/index.js';
import { DEFAULT_PROFILE } from '../protocol/index.js';
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
  /** Where rates pass on their way to the venue. */
  readonly rates: RateFilter;
  /** When it was closed, if it was. */
  closedAt: Instant | undefined;
  readonly #feed: RateFeed;
  readonly #wake: WakeTimer;

  /** Time starts to run here. */
  constructor(settings: SimulatorSettings, feed: RateFeed) {
    const { instruments, firstAt } = feed;
    this.#feed = feed;
    const { rateLife = DEFAULT_RATE_LIFE } = settings.venue;
    const { orderNeeds, stopTimes, trades } = settings.profile ?? DEFAULT_PROFILE;
    const { maxRateChanges, maxPercent } = trades;
    this.venue = new Venue({
      ...{ ...settings.venue, rateLife, users: settings.users, instruments },
      orderRules: { orderNeeds, stopTimes },
      amendments: { ...DEFAULT_AMENDMENT_LIMITS, maxRateChanges, maxPercent },
    });
    this.rates = new RateFilter(this.venue);
    this.clock = new SessionClock(firstAt, settings.rates.speed);
    this.#wake = new WakeTimer(this.clock, () => this.catchUp());
  }

  /** Begins to play the rates; before it none is due. */
  play(listener: FeedListener): void {
    this.#feed.play(listener);
  }

  /** Does all that is due by now and returns that now. */
  catchUp(): Instant {
    const now = this.clock.now();
    advance(this.venue, this.#feed, now, this.rates);
    this.arm();
    return now;
  }

  /** For those who make something due. */
  readonly wake = (): void => {
    this.arm();
  };

  /** Sees to it that what has become due is done in time. */
  arm(): void {
    this.#wake.arm(findNextDue(this.venue, this.#feed));
  }

  /** Does all that is due until a time that the clock does not tell. */
  replayTo(at: Instant): void {
    advance(this.venue, this.#feed, at, this.rates);
  }

  /** Lets the clock go on from where a replay has come. */
  resumeAt(at: Instant): void {
    this.clock.resumeAt(at);
  }

  /** Moves stopped time and does all that is due on the way. */
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
