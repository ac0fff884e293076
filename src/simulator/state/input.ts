// What a saved state holds: every input since the start, none of them a secret.
import { z } from 'zod';
import { ROUTE_IDS, type RouteId } from '../../protocol/index.js';

/** Bytes of inputs that are kept, or read back. */
export const MAX_STATE_BYTES = 128 * 1024 * 1024;

const at = z.int().min(0);

/** First line: which simulator this was. */
export const headSchema = z.strictObject({
  weirSimulatorState: z.literal(1),
  /** Hash of all settings that count. */
  settings: z.string(),
  originMicros: at,
});

/** Last line: when it was saved, and what had been answered until then. */
export const tailSchema = z.strictObject({
  endMicros: at,
  inputs: z.int().min(0),
  answers: z.string(),
});

/** A request whose sender is proven; a login is one without its body. */
const requestSchema = z.strictObject({
  at,
  user: z.string(),
  org: z.string(),
  route: z.enum(ROUTE_IDS as [RouteId]),
  /** Path and query. */
  target: z.string(),
  /** Number of the login that is renewed. */
  login: z.int().exactOptional(),
  body: z.string().exactOptional(),
});

/** A request that was counted, but answered 400. */
const badSchema = z.strictObject({
  at,
  user: z.string(),
  org: z.string(),
  bad: z.enum(ROUTE_IDS as [RouteId]),
  bytes: z.int().min(0),
});

const controlSchema = z.union([
  z.strictObject({ at, addFaults: z.unknown() }),
  z.strictObject({ at, clearFaults: z.literal(true) }),
]);

export const inputSchema = z.union([requestSchema, badSchema, controlSchema]);

export type SavedHead = z.output<typeof headSchema>;
export type SavedTail = z.output<typeof tailSchema>;
export type SavedRequest = z.output<typeof requestSchema>;
export type SavedInput = z.output<typeof inputSchema>;
