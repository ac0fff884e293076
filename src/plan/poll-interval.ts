// How often each rate is read.
import { type Micros, SECOND } from '../domain/index.js';
import type { Plan } from './plan.js';

/** Rates that may be asked for each second while orders take their share of the requests. */
const RATES_SHARE = 3;

/** Session time between two reads of a rate: as configured, else what serves every symbol. */
export function findPollInterval({ config, instruments }: Plan): Micros {
  const served = Math.ceil((instruments.length * SECOND) / RATES_SHARE);
  return config.polling.rates ?? Math.max(SECOND, served);
}
