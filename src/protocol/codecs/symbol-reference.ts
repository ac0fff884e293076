// Codec of the reference data of symbols and currencies (wire facts 9).
import { isRecord } from '../../validation/index.js';
import {
  type Instrument,
  type InstrumentTerms,
  isDeliverable,
  isFiat,
  nameCurrency,
  ok,
  type Result,
} from '../../domain/index.js';
import { formatShortest, MAX_SCALED, toScaled } from '../../domain/numbers/index.js';
import { failShape, failSymbol } from './decode-number.js';

/** `maxSize`: largest order in units of the base; absent: MAX_SCALED. */
export function encodeSymbolReference(instrument: Instrument, maxSize?: number): string {
  const { symbol, base, term, baseDecimals } = instrument;
  const most = maxSize === undefined ? MAX_SCALED : (toScaled(maxSize, baseDecimals) ?? MAX_SCALED);
  return (
    `{"symbol":"${symbol}","base":"${base}","term":"${term}"` +
    `,"ratePrecision":${String(instrument.ratePrecision)}` +
    `,"pipFactor":${String(instrument.pipFactor)}` +
    `,"spotLagDays":${String(instrument.spotLagDays)}` +
    `,"minSize":${formatShortest(instrument.minSize, baseDecimals)}` +
    `,"maxSize":${formatShortest(most, baseDecimals)}` +
    `,"sizeIncrement":${formatShortest(instrument.sizeIncrement, baseDecimals)}` +
    `,"spotPointsPrecision":${String(instrument.ratePrecision)}` +
    `,"forwardPointsPrecision":${String(instrument.ratePrecision + 2)}` +
    `,"deliverable":${String(isDeliverable(base) && isDeliverable(term))}}`
  );
}

/** Reference data of a currency or asset; `decimals` are those of its amounts. */
export function encodeInstrumentReference(code: string, decimals: number): string {
  return JSON.stringify({
    instrument: code,
    name: nameCurrency(code),
    type: isFiat(code) ? 'FIAT' : 'CRYPTO',
    precision: decimals,
    roundingMode: 'HALF_UP',
    deliverable: isDeliverable(code),
  });
}

/** Terms that a response states; missing fields stay undefined. Fault `protocol.shape`. */
export function decodeSymbolReference(body: unknown, symbol: string): Result<InstrumentTerms> {
  if (!isRecord(body)) return failShape(`reference of ${symbol}`, 'a JSON object', body);
  if (body['symbol'] !== symbol) return failSymbol('reference', symbol, body['symbol']);
  const terms: { -readonly [Key in keyof InstrumentTerms]: InstrumentTerms[Key] } = {};
  for (const field of ['ratePrecision', 'pipFactor', 'spotLagDays'] as const) {
    const value = body[field] ?? undefined;
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || Number(value) < 0) {
      return failShape(`reference of ${symbol}`, `${field} to be a whole number`, value);
    }
    terms[field] = Number(value);
  }
  for (const field of ['minSize', 'sizeIncrement'] as const) {
    const value = body[field] ?? undefined;
    if (value === undefined) continue;
    if (!Number.isFinite(value) || Number(value) <= 0) {
      return failShape(`reference of ${symbol}`, `${field} to be above 0`, value);
    }
    terms[field] = Number(value);
  }
  return ok(terms);
}
