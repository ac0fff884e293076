// What the matching engine is given, and where it reports.
import type { Calendars, Instant, VenueOrderView, VenueTradeView } from '../domain/index.js';
import type { Scheduler } from '../determinism/index.js';
import type { ForwardCurves } from './market/forward-curves.js';
import type { FillTiming } from './models/fill.js';
import type { VenueOrder } from './order.js';
import type { OrderLimits } from './orders/limits.js';
import type { VenueSettings } from './settings.js';

/** Where the engine reports what happened to an order: what it shows now, or a trade of it. */
export interface MatchingSink {
  changed(at: Instant, order: VenueOrder, view: VenueOrderView): void;
  traded(at: Instant, order: VenueOrder, trade: VenueTradeView): void;
}

/** How orders are matched. */
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
