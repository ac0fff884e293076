// Creates the polls of a backtest, which bring rates to the kernel and to the report.
import type { Instant } from '../src/domain/index.js';
import { PolledRates } from '../src/gateway/index.js';
import type { KernelSetup } from '../src/kernel/index.js';
import type { NextDue } from '../src/determinism/index.js';
import { toShown } from '../src/report/index.js';
import type { Venue } from '../src/venue/index.js';
import type { BacktestParts } from './loop.js';

type PollParts = Pick<BacktestParts, 'bot' | 'observe'> & {
  readonly venue: Venue;
  readonly clock: { readonly now: Instant };
};

/** Undefined if the bot sees every rate. */
export function createPolls(
  { instruments, pollInterval, seed, startAt, seesEveryRate }: KernelSetup,
  { bot, venue, clock, observe }: PollParts,
  horizon: NextDue,
): PolledRates | undefined {
  if (seesEveryRate) return undefined;
  const show: Venue['visibleRate'] = (instrument) => venue.visibleRate(instrument);
  const listener: ConstructorParameters<typeof PolledRates>[1] = {
    rate: ({ id }, bidTicks, offerTicks, bidUnits, offerUnits, venueAt) => {
      bot.rate(clock.now, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
      observe(clock.now, id, bidTicks, offerTicks, toShown(bidUnits, offerUnits));
    },
    event: (event) => {
      bot.event(clock.now, event);
    },
  };
  const settings = { instruments, interval: pollInterval, seed, startAt, show };
  return new PolledRates(settings, listener, horizon);
}
