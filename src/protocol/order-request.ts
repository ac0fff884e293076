// The body of a place (spec, order request): canonical on its way out, checked on its way in.
import {
  assert,
  fail,
  formatShortest,
  ok,
  type OrderRequest,
  type PlaceCommand,
  type Result,
} from '../domain/index.js';
import { failShape } from './decode-number.js';
import { isRecord, showValue } from './wire-text.js';

/**
 * Canonical JSON of an approved order: the spec's order of fields, exact decimals, no blanks. The
 * same command gives the same bytes, always.
 */
export function encodeOrderRequest(command: PlaceCommand): string {
  const { instrument, timeInForce } = command;
  assert(command.units > 0 && command.priceTicks > 0, `${command.coId}: size and price above 0`);
  const size = formatShortest(command.units, instrument.baseDecimals);
  const price = formatShortest(command.priceTicks, instrument.ratePrecision);
  const expiry = timeInForce === 'GTT' ? `,"expiryTime":${String(command.expirySeconds)}` : '';
  return (
    `{"coId":${JSON.stringify(command.coId)},"type":"${command.type}","side":"${command.side}",` +
    `"symbol":"${instrument.symbol}","currency":"${instrument.base}","size":${size},` +
    `"price":${price},"timeInForce":"${timeInForce}"${expiry}}`
  );
}

const FIELDS: Readonly<Record<string, 'string' | 'number'>> = {
  coId: 'string',
  type: 'string',
  side: 'string',
  symbol: 'string',
  currency: 'string',
  size: 'number',
  price: 'number',
  timeInForce: 'string',
  expiryTime: 'number',
};

/**
 * The order request in a parsed body. Unknown fields and wrong types are faults
 * (`protocol.request`); a field that is missing stays undefined, for the venue answers that by
 * reason code.
 */
export function decodeOrderRequest(body: unknown): Result<OrderRequest> {
  if (!isRecord(body)) return failShape('order request', 'a JSON object', body);
  for (const field of Object.keys(body)) {
    const type = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    const value = body[field];
    if (type === undefined) {
      return failRequest(`only ${Object.keys(FIELDS).join(', ')}`, `field ${showValue(field)}`);
    }
    if (
      value !== undefined &&
      (type === 'number' ? !Number.isFinite(value) : typeof value !== type)
    ) {
      return failRequest(`${field} to be a ${type}`, showValue(value));
    }
  }
  const request = body as OrderRequest;
  if (request.coId !== undefined && request.coId.length > 255) {
    return failRequest('a coId of at most 255 characters', String(request.coId.length));
  }
  return ok(request);
}

function failRequest(expected: string, found: string) {
  return fail('protocol.request', `order request: expected ${expected}, found ${found}`);
}
