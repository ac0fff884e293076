// One input of a session: its journal record, and the kernel call that applies it.
import type { BotEvent, RateEvent } from '../../domain/events/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import type { Kernel } from '../../kernel/index.js';
import { type Collector, toShown } from '../../report/index.js';

export interface Input {
  readonly type: string;
  readonly data: unknown;
  readonly apply: (at: Instant) => void;
}

/** A rate, for the kernel and the report. */
export function toRateInput(
  { kernel, collector }: { readonly kernel: Kernel; readonly collector: Collector },
  { id }: Instrument,
  rate: RateEvent,
): Input {
  const { type, ...data } = rate;
  return {
    type,
    data,
    apply: (at) => {
      const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = rate;
      kernel.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
      collector.rate(at, id, bidTicks, offerTicks, toShown(bidUnits, offerUnits));
    },
  };
}

/** Any input other than a rate. */
export function toEventInput(kernel: Kernel, event: BotEvent): Input {
  const { type, ...data } = event;
  return {
    type,
    data,
    apply: (at) => {
      kernel.event(at, event);
    },
  };
}
