// Decides which requests a fault may hit, and which items of their responses.
import { isRecord } from '../../validation/index.js';
import { z } from 'zod';
import { AREAS, ROUTE_IDS, type RouteId, type TableRoute } from '../../protocol/index.js';
import type { UserOrders, Venue } from '../../venue/index.js';
import type { Item } from './effect.js';
import { findText } from './items.js';
import { fitsPattern } from './pattern.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const pattern = (what: string) =>
  z.string().min(1).exactOptional().describe(`${what}; \`*\` is any text`);

/** Criteria of a match; all that are present must fit. */
export const matchSchema = z.strictObject({
  routes: z
    .array(z.enum(ROUTE_IDS as [RouteId]))
    .min(1)
    .exactOptional()
    .describe("ids of calls, as on the page of the venue's calls"),
  areas: z.array(z.enum(AREAS)).min(1).exactOptional().describe('areas of calls'),
  methods: z.array(z.enum(METHODS)).min(1).exactOptional().describe('HTTP methods'),
  target: pattern('path and query as sent'),
  user: pattern('`user@Org`'),
  symbol: pattern('symbol of the request, of its order, or of an item of the answer'),
  coId: pattern('coId of the request, of its order, or of an item of the answer'),
});

export type Match = z.output<typeof matchSchema>;

/** Facts on a request that a match reads. */
export interface Subject {
  readonly route: TableRoute;
  /** Path and query as sent. */
  readonly target: string;
  readonly account: UserOrders | undefined;
  readonly parts: readonly unknown[];
}

/** Whether a request fits; criteria that it does not state are checked on the response's items. */
export function fitsRequest(
  match: Match,
  { route, target, account, parts }: Subject,
  venue: Venue,
  asksItems: boolean,
): boolean {
  const { routes, areas, methods, user, symbol, coId } = match;
  if (routes?.includes(route.id) === false || areas?.includes(route.area) === false) return false;
  if (methods?.includes(route.method) === false) return false;
  if (match.target !== undefined && !fitsPattern(target, match.target)) return false;
  if (user !== undefined && !fitsPattern(account?.fullName ?? '', user)) return false;
  if (symbol === undefined && coId === undefined) return true;
  const order = findOrder(parts, account);
  const ownId = order?.terms.coId ?? findPart(parts, 'coId', 'clOrderId');
  const ownSymbol = order?.terms.instrument.symbol ?? findSymbol(parts, venue);
  return fits(ownId, coId, asksItems) && fits(ownSymbol, symbol, asksItems);
}

/** Whether an item of a response fits; an item without the field does. */
export function fitsItem({ symbol, coId }: Match, item: Item): boolean {
  const isId = fits(findText(item, 'coId', 'clOrderId'), coId, true);
  return isId && fits(findText(item, 'symbol'), symbol, true);
}

function fits(text: string | undefined, wanted: string | undefined, isOpen: boolean): boolean {
  if (wanted === undefined) return true;
  return text === undefined ? isOpen : fitsPattern(text, wanted);
}

function findOrder(parts: readonly unknown[], account: UserOrders | undefined) {
  const orderId = findPart(parts, 'orderId', 'id');
  return orderId === undefined ? undefined : account?.findByOrderId(orderId);
}

/** Accepts symbols without slash, as in paths. */
function findSymbol(parts: readonly unknown[], { instruments }: Venue): string | undefined {
  const text = findPart(parts, 'symbol');
  return instruments.find(({ base, term }) => base + term === text)?.symbol ?? text;
}

function findPart(parts: readonly unknown[], ...names: readonly string[]): string | undefined {
  for (const part of parts) {
    const text = isRecord(part) ? findText(part, ...names) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
