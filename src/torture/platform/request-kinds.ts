// Kinds of requests to the venue, and the client ids in their bytes.
import type { WireCall } from './wire-types.js';

/** Prefix of our client order ids. */
export const OWN_PREFIX = 'weir-';

export function isPlace({ request: { method, target } }: WireCall): boolean {
  return method === 'POST' && target.startsWith('/v2/orders');
}

/** Acceptance of a quote, which trades at once. */
export function isAccept({ request: { method, target } }: WireCall): boolean {
  return method === 'POST' && target.startsWith('/v2/rfs/');
}

/** Placements of orders and acceptances of quotes. */
export function takesRisk(call: WireCall): boolean {
  return isPlace(call) || isAccept(call);
}

export function isCancel({ request: { method } }: WireCall): boolean {
  return method === 'DELETE';
}

/** Client order id of a placement. */
export function findCoId({ request }: WireCall): string {
  return /"coId":"([\w-]+)"/.exec(request.body.toString())?.[1] ?? '';
}

/** Client id of a quote request or acceptance, from the bytes that left; otherwise undefined. */
export function findQuoteCoId({ request: { body, method, target } }: WireCall) {
  if (method !== 'POST' || !target.startsWith('/v2/rfs')) return undefined;
  return /"clOrderId":"([\w-]+)"/.exec(body.toString())?.[1];
}

/** Client id of an order, a quote request or an acceptance, from its bytes. */
export function findSentId({ request: { body, method } }: WireCall): string | undefined {
  if (method !== 'POST') return undefined;
  return /"(?:coId|clOrderId)":"([\w-]+)"/.exec(body.toString())?.[1];
}
