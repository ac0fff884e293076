// Interval between two polls of a rate.
import { type Micros, SECOND } from '../domain/index.js';
import type { Plan } from './plan.js';

/** Rates polled per second, so that orders keep their share of the request budget. */
const RATES_SHARE = 3;

/** Session time between two polls of a rate: as configured, else long enough for all symbols. */
export function findPollInterval({ config, instruments }: Plan): Micros {
  const served = Math.ceil((instruments.length * SECOND) / RATES_SHARE);
  return config.polling.rates ?? Math.max(SECOND, served);
}
