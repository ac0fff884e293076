// The route table: one row per endpoint, read by the client, the simulator and the contract tests.
import type { z } from 'zod';
import { DEFAULT_PROFILE } from './profile.js';
import {
  emptySchema,
  fillsQuerySchema,
  loginRequestSchema,
  loginSchema,
  orderListSchema,
  orderQuerySchema,
  orderRequestSchema,
  orderSchema,
  renewSchema,
  spotRateSchema,
  symbolQuerySchema,
  symbolReferenceSchema,
  tradeListSchema,
} from './schemas.js';

export const ROUTE_IDS = [
  'login',
  'renewToken',
  'spotRate',
  'placeOrder',
  'queryOrders',
  'queryOrder',
  'cancelOrder',
  'cancelAllOrders',
  'orderFills',
  'symbolReference',
] as const;
export type RouteId = (typeof ROUTE_IDS)[number];

/** Share of connections and of the request budget that a call uses. */
export type Lane = 'safety' | 'trading' | 'data';

export interface Route {
  readonly id: RouteId;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path template; a segment `{name}` is a parameter. Parameters come last. */
  readonly path: string;
  /** Other documented spellings of the path. */
  readonly aliases: readonly string[];
  readonly auth: 'none' | 'token';
  readonly kind: 'login' | 'read' | 'place' | 'cancel';
  /** Statuses of success; the simulator answers with the first. */
  readonly success: readonly number[];
  readonly lane: Lane;
  /** Largest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** Machine time to the answer's first byte and to its end, in milliseconds. */
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly query: z.ZodType;
  /** Absent: the call has no body. */
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

const KIB = 1024;
const [renewPath = '', ...renewAliases] = DEFAULT_PROFILE.renewPaths;

const LOGIN = {
  aliases: [],
  kind: 'login',
  success: [200],
  lane: 'safety',
  maxBytes: 64 * KIB,
  firstByteMs: 5_000,
  totalMs: 8_000,
  query: emptySchema,
} as const;

const READ = {
  method: 'GET',
  aliases: [],
  auth: 'token',
  kind: 'read',
  success: [200],
  lane: 'data',
  maxBytes: 1024 * KIB,
  firstByteMs: 3_000,
  totalMs: 4_000,
  query: emptySchema,
} as const;

const FIND = { ...READ, lane: 'trading', firstByteMs: 5_000, totalMs: 8_000 } as const;

const CANCEL = {
  method: 'DELETE',
  aliases: [],
  auth: 'token',
  kind: 'cancel',
  success: [DEFAULT_PROFILE.cancelStatus, 200],
  lane: 'safety',
  maxBytes: 64 * KIB,
  firstByteMs: 5_000,
  totalMs: 8_000,
  query: emptySchema,
  response: orderListSchema,
} as const;

export const ROUTES: { readonly [Id in RouteId]: Route & { readonly id: Id } } = {
  login: {
    ...LOGIN,
    id: 'login',
    method: 'POST',
    path: '/v2/sso/login',
    auth: 'none',
    body: loginRequestSchema,
    response: loginSchema,
  },
  renewToken: {
    ...LOGIN,
    id: 'renewToken',
    method: 'GET',
    path: renewPath,
    aliases: renewAliases,
    auth: 'token',
    response: renewSchema,
  },
  spotRate: {
    ...READ,
    id: 'spotRate',
    path: '/v2/rates/spot',
    query: symbolQuerySchema,
    response: spotRateSchema,
  },
  placeOrder: {
    id: 'placeOrder',
    method: 'POST',
    path: '/v2/orders',
    aliases: [],
    auth: 'token',
    kind: 'place',
    success: DEFAULT_PROFILE.placeStatuses,
    lane: 'trading',
    maxBytes: 64 * KIB,
    firstByteMs: 8_000,
    totalMs: 10_000,
    query: emptySchema,
    body: orderRequestSchema,
    response: orderSchema,
  },
  queryOrders: {
    ...FIND,
    id: 'queryOrders',
    path: '/v2/orders',
    query: orderQuerySchema,
    response: orderListSchema,
  },
  queryOrder: { ...FIND, id: 'queryOrder', path: '/v2/orders/{id}', response: orderSchema },
  cancelOrder: { ...CANCEL, id: 'cancelOrder', path: '/v2/orders/{id}' },
  cancelAllOrders: { ...CANCEL, id: 'cancelAllOrders', path: '/v2/orders' },
  orderFills: {
    ...FIND,
    id: 'orderFills',
    path: '/v2/trades',
    query: fillsQuerySchema,
    response: tradeListSchema,
  },
  symbolReference: {
    ...READ,
    id: 'symbolReference',
    path: '/v2/refdata/symbols/{symbol}',
    response: symbolReferenceSchema,
  },
};
