// Creates the instrument of generated rates from the terms of its symbol.
import {
  createInstrument,
  fail,
  type Instrument,
  type InstrumentTerms,
  type Result,
} from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';

/** Largest generated price in ticks. */
const MAX_PRICE_TICKS = 100_000_000_000;

/**
 * The instrument, if first price and size fit its terms. Fault codes `simulator.rates`,
 * `instrument.unknown` and `instrument.terms`.
 */
export function createGenerated(
  id: number,
  symbol: string,
  { price, size }: { readonly price: number; readonly size: number },
  terms: InstrumentTerms | undefined,
): Result<Instrument> {
  const created = createInstrument(id, symbol, terms);
  if (!created.ok) return created;
  const { ticksPerUnit, baseDecimals } = created.value;
  const ticks = price * ticksPerUnit;
  if (ticks < 1 || ticks > MAX_PRICE_TICKS) {
    const expected = `${symbol}: expected a price of 1 to 100,000,000,000 ticks`;
    return fail('simulator.rates', `${expected}, found ${String(price)}`);
  }
  if (toScaled(size, baseDecimals) === undefined) {
    const expected = `${symbol}: expected a size with ${String(baseDecimals)} decimals at most`;
    return fail('simulator.rates', `${expected}, found ${String(size)}`);
  }
  return created;
}
