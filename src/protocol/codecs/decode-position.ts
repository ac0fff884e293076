// Decodes open positions (wire facts 7.1) to net quantities by symbol and value date.
import { isRecord } from '../../validation/index.js';
import type { DatedUnits } from '../../domain/dates/index.js';
import { ok, type Result } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { type FindInstrument, toList } from './decode-order.js';
import { failShape } from './decode-number.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { readDate } from '../wire-text.js';

/** Net quantity of a symbol and value date, minor units of the base; never 0. */
export interface NetQuantity extends DatedUnits {
  readonly symbol: string;
}

/**
 * The caller's own positions by symbol and value date, including settled ones if the venue still
 * lists them. Positions in unknown symbols are left out. Fault code `protocol.shape`.
 */
export function decodeNetPositions(
  body: unknown,
  find: FindInstrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<readonly NetQuantity[]> {
  const { levels } = profile.trades;
  const sums = new Map<string, NetQuantity>();
  for (const item of toList(body)) {
    if (!isRecord(item)) return failShape('position', 'a JSON object', item);
    const { symbol, level, netOpenBase, valueDate } = item;
    if (typeof symbol !== 'string') return failShape('position', 'symbol', symbol);
    if (level !== levels.user) return failShape('position', `level ${levels.user}`, level);
    const instrument = find(symbol);
    if (instrument === undefined) continue;
    if (typeof netOpenBase !== 'number') return failShape('position', 'netOpenBase', netOpenBase);
    const units = toScaled(netOpenBase, instrument.baseDecimals);
    if (units === undefined) return failShape('position', 'an amount of the base', netOpenBase);
    const date = readDate(valueDate);
    if (date === undefined) return failShape('position', 'a value date', valueDate);
    const key = `${date} ${symbol}`;
    const before = sums.get(key)?.units ?? 0;
    sums.set(key, { symbol, valueDate: date, units: before + units });
  }
  return ok([...sums.values()].filter(({ units }) => units !== 0));
}

/**
 * The coIds of all orders of a response; other fields are not checked. Fault code `protocol.shape`.
 */
export function decodeCoIds(body: unknown): Result<readonly string[]> {
  const coIds: string[] = [];
  for (const item of toList(body)) {
    const coId = isRecord(item) ? item['coId'] : undefined;
    if (typeof coId !== 'string') return failShape('order', 'coId', coId);
    coIds.push(coId);
  }
  return ok(coIds);
}
