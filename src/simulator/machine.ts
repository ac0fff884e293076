// The venue machine with its rates and its clock: always brought up to now before it is asked.
import type { Instant } from '../domain/index.js';
import { DEFAULT_RATE_LIFE, Venue } from '../venue/index.js';
import { advance, findNextDue } from './advance.js';
import type { RateFeed } from './rates/rate-feed.js';
import type { FeedListener } from './rates/rate-stream.js';
import { SessionClock } from './session-clock.js';
import type { SimulatorSettings } from './settings.js';
import { WakeTimer } from './wake-timer.js';

export class Machine {
  readonly venue: Venue;
  readonly clock: SessionClock;
  readonly #feed: RateFeed;
  readonly #wake: WakeTimer;

  /** Time starts to run here. */
  constructor(settings: SimulatorSettings, feed: RateFeed) {
    const { instruments, firstAt } = feed;
    this.#feed = feed;
    const { rateLife = DEFAULT_RATE_LIFE } = settings.venue;
    this.venue = new Venue({ ...settings.venue, rateLife, users: settings.users, instruments });
    this.clock = new SessionClock(firstAt, settings.rates.speed);
    this.#wake = new WakeTimer(this.clock, () => this.catchUp());
  }

  start(listener: FeedListener): void {
    this.#feed.play(listener);
    this.catchUp();
  }

  /** Does all that is due by now and returns that now. */
  catchUp(): Instant {
    const now = this.clock.now();
    advance(this.venue, this.#feed, now);
    this.#wake.arm(findNextDue(this.venue, this.#feed));
    return now;
  }

  /** Moves stopped time and does all that is due on the way. */
  moveTo(at: Instant): void {
    this.clock.moveTo(at);
    this.catchUp();
  }

  close(): void {
    this.#wake.cancel();
    this.#feed.close();
  }
}
