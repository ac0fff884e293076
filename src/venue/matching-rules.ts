// Interfaces of the matching engine: its rules, and the sink for order changes and trades.
import type { Calendars } from '../domain/dates/index.js';
import type { Instant } from '../domain/index.js';
import type { VenueOrderView, VenueTradeView } from '../domain/venue/index.js';
import type { Scheduler } from '../determinism/index.js';
import type { ForwardCurves } from './market/forward-curves.js';
import type { FillTiming } from './models/fill.js';
import type { VenueOrder } from './order.js';
import type { OrderLimits } from './orders/limits.js';
import type { VenueSettings } from './settings.js';

/** Receives what the engine does to an order: its new view, or a trade. */
export interface MatchingSink {
  changed(at: Instant, order: VenueOrder, view: VenueOrderView): void;
  traded(at: Instant, order: VenueOrder, trade: VenueTradeView): void;
}

export interface MatchingRules {
  readonly timing: FillTiming;
  readonly calendars: Calendars;
  readonly forwards: ForwardCurves;
  readonly scheduler: Scheduler;
  readonly seed: number;
  readonly models: Pick<VenueSettings, 'resting' | 'lastLook' | 'impact' | 'seed'>;
  /** Business limits; undefined: none. */
  readonly limits: OrderLimits | undefined;
}
