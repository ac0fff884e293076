// One input of a session: its journal record, and the kernel call that applies it.
import type { BotEvent, Instant, Instrument } from '../../domain/index.js';
import type { Kernel } from '../../kernel/index.js';
import { type Collector, toShown } from '../../report/index.js';
import { toRateEvent } from '../../records/index.js';

export interface Input {
  readonly type: string;
  readonly data: unknown;
  readonly apply: (at: Instant) => void;
}

/** A rate, for the kernel and the report. */
export function toRateInput(
  { kernel, collector }: { readonly kernel: Kernel; readonly collector: Collector },
  instrument: Instrument,
  bid: number,
  offer: number,
  bidUnits: number,
  offerUnits: number,
  venueAt: Instant,
): Input {
  const { type, ...data } = toRateEvent(instrument, bid, offer, bidUnits, offerUnits, venueAt);
  return {
    type,
    data,
    apply: (at) => {
      kernel.rate(at, instrument.id, bid, offer, bidUnits, offerUnits, venueAt);
      collector.rate(at, instrument.id, bid, offer, toShown(bidUnits, offerUnits));
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
