// What a row of the route table says of an endpoint, and the templates that rows start from.
import type { z } from 'zod';
import { DEFAULT_PROFILE } from '../profile/profile.js';
import { emptySchema } from '../schemas/fields.js';

/** The areas of the venue's interface, one file of rows and one of schemas each. */
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

/** Share of connections and of the request budget that a call uses. */
export type Lane = 'safety' | 'trading' | 'data';

/**
 * What a call does to the venue: `read` changes nothing and may be repeated; `consume` is a read
 * that the venue remembers (STP download); `place`, `cancel`, `quote` (RFS request, accept,
 * withdraw), `desk` (back-office writes to trades) and `custody` (money) change something.
 */
export type CallKind =
  'login' | 'read' | 'consume' | 'place' | 'cancel' | 'quote' | 'desk' | 'custody';

export interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template; a segment `{name}` is a parameter. Parameters come last. */
  readonly path: string;
  /** Other documented spellings of the path. */
  readonly aliases: readonly string[];
  /** One sentence for documents and help. */
  readonly summary: string;
  /** Where the endpoint is described: spec section and wire facts. */
  readonly source: string;
  readonly auth: 'none' | 'token';
  readonly kind: CallKind;
  /** Statuses of success; the simulator answers with the first. */
  readonly success: readonly number[];
  readonly lane: Lane;
  /** Largest answer that is read, in bytes. */
  readonly maxBytes: number;
  /**
   * Machine time in which the request has to have begun to leave, where it is older than its
   * approval allows after that.
   */
  readonly startMs?: number;
  /** Machine time to the answer's first byte and to its end, in milliseconds. */
  readonly firstByteMs: number;
  readonly totalMs: number;
  /** Path parameters by name. */
  readonly params: z.ZodType;
  /** Query parameters; numbers and booleans are typed, the texts between are one mechanism. */
  readonly query: z.ZodType;
  /** Absent: the call has no body. */
  readonly body?: z.ZodType;
  /** True: the simulator's handler reads the parsed JSON itself, for codes or for speed. */
  readonly rawBody?: boolean;
  readonly response: z.ZodType;
  /** True: amounts of custody, whose digits a double may not hold, arrive as texts then. */
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

/** An area's rows, each with its id (the key) and its area. */
export function defineRoutes<const A extends Area, const T extends Rows>(
  area: A,
  rows: T,
): Defined<A, T> {
  const entries = Object.entries(rows).map(([id, row]) => [id, { ...row, id, area }]);
  return Object.fromEntries(entries) as Defined<A, T>;
}

export const KIB = 1024;

/** A login or renewal. */
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

/** A read of the market or of reference data. */
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

/** A read of what became of orders, requests and trades. */
export const FIND = { ...READ, lane: 'trading', firstByteMs: 5_000, totalMs: 8_000 } as const;

/** A download that the venue remembers. */
export const CONSUME = { ...FIND, firstByteMs: 10_000, totalMs: 15_000 } as const;

/** A call that changes something at the venue. */
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

/** A call of the desk or of custody: it may take the venue longer. */
export const DESK = { ...WRITE, totalMs: 15_000 } as const;

/** A cancel of orders: on the lane that is never full. */
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
