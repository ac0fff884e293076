// The fields of a route, and the templates from which routes are built.
import type { z } from 'zod';
import { DEFAULT_PROFILE } from '../profile/profile.js';
import { emptySchema } from '../schemas/fields.js';

/** Areas of the venue's interface; each has one file of routes and one of schemas. */
export const AREAS = [
  'auth',
  'market',
  'orders',
  'trades',
  'rfs',
  'positions',
  'custody',
  'reference',
  'stp',
] as const;
export type Area = (typeof AREAS)[number];

/** Priority class of a request, with its share of connections and of the request budget. */
export type Lane = 'safety' | 'trading' | 'data';

/**
 * Effect of a call on the venue: `read` changes nothing and may be repeated; `consume` is a read
 * that the venue records (STP download); `place`, `cancel`, `quote` (RFS request, accept,
 * withdraw), `desk` (back office) and `custody` (money) change something.
 */
export type CallKind =
  'login' | 'read' | 'consume' | 'place' | 'cancel' | 'quote' | 'desk' | 'custody';

export interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template; a segment `{name}` is a parameter. Parameters come last. */
  readonly path: string;
  /** Other documented paths of the endpoint. */
  readonly aliases: readonly string[];
  /** One sentence for documentation and help. */
  readonly summary: string;
  /** Source of the endpoint's description: spec section and wire facts. */
  readonly source: string;
  readonly auth: 'none' | 'token';
  readonly kind: CallKind;
  /** Statuses of success; the simulator uses the first. */
  readonly success: readonly number[];
  readonly lane: Lane;
  /** Maximum response size in bytes. */
  readonly maxBytes: number;
  /**
   * Deadline of the start of sending, in milliseconds of monotonic host time; set where a later
   * request would be older than its approval allows.
   */
  readonly startMs?: number;
  /**
   * Deadlines of the response's first byte and of its end, in milliseconds of monotonic host time.
   */
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly params: z.ZodType;
  /** Query parameters with typed numbers and booleans; `query-text.ts` converts them to texts. */
  readonly query: z.ZodType;
  /** Absent: the call has no body. */
  readonly body?: z.ZodType;
  /**
   * True: the simulator's handler validates the parsed JSON itself, for reason codes or for speed.
   */
  readonly rawBody?: boolean;
  readonly response: z.ZodType;
  /**
   * True: custody amounts are parsed with all digits; those that no double represents become texts.
   */
  readonly exact?: boolean;
}

export interface Route extends RouteRow {
  readonly id: string;
  readonly area: Area;
}

type Rows = Readonly<Record<string, RouteRow>>;
type Defined<A extends Area, T extends Rows> = {
  readonly [Id in keyof T & string]: T[Id] & { readonly id: Id; readonly area: A };
};

/** Adds id (the key) and area to each route of an area. */
export function defineRoutes<const A extends Area, const T extends Rows>(
  area: A,
  rows: T,
): Defined<A, T> {
  const entries = Object.entries(rows).map(([id, row]) => [id, { ...row, id, area }]);
  return Object.fromEntries(entries) as Defined<A, T>;
}

export const KIB = 1024;

export const LOGIN = {
  aliases: [],
  kind: 'login',
  success: [200],
  lane: 'safety',
  maxBytes: 64 * KIB,
  firstByteMs: 5_000,
  totalMs: 8_000,
  params: emptySchema,
  query: emptySchema,
} as const;

/** Template of reads of market or reference data. */
export const READ = {
  method: 'GET',
  aliases: [],
  auth: 'token',
  kind: 'read',
  success: [200],
  lane: 'data',
  maxBytes: 1024 * KIB,
  firstByteMs: 3_000,
  totalMs: 4_000,
  params: emptySchema,
  query: emptySchema,
} as const;

/** Template of reads of orders, quote requests and trades. */
export const FIND = { ...READ, lane: 'trading', firstByteMs: 5_000, totalMs: 8_000 } as const;

/** Template of downloads that the venue records. */
export const CONSUME = { ...FIND, firstByteMs: 10_000, totalMs: 15_000 } as const;

/** Template of calls that change something at the venue. */
export const WRITE = {
  method: 'POST',
  aliases: [],
  auth: 'token',
  success: [200],
  lane: 'trading',
  maxBytes: 64 * KIB,
  firstByteMs: 8_000,
  totalMs: 10_000,
  params: emptySchema,
  query: emptySchema,
} as const;

/** Template of back office and custody calls, which may take the venue longer. */
export const DESK = { ...WRITE, totalMs: 15_000 } as const;

/** Template of cancels, on the safety lane, which is never full. */
export const CANCEL = {
  method: 'DELETE',
  aliases: [],
  auth: 'token',
  kind: 'cancel',
  success: [DEFAULT_PROFILE.cancelStatus, 200],
  lane: 'safety',
  maxBytes: 64 * KIB,
  firstByteMs: 5_000,
  totalMs: 8_000,
  params: emptySchema,
  query: emptySchema,
} as const;
