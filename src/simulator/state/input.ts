// Schema of a saved state: every input since the start, without secrets.
import { z } from 'zod';
import { ROUTE_IDS, type RouteId } from '../../protocol/index.js';

/** Maximum bytes of inputs that are recorded or read back. */
export const MAX_STATE_BYTES = 128 * 1024 * 1024;

const at = z.int().min(0);

/** First line: identifies the simulator. */
export const headSchema = z.strictObject({
  weirSimulatorState: z.literal(1),
  /** Hash of the settings that determine responses. */
  settings: z.string(),
  originMicros: at,
});

/** Last line: time of the save, and a digest of the responses until then. */
export const tailSchema = z.strictObject({
  endMicros: at,
  inputs: z.int().min(0),
  answers: z.string(),
});

/** A request of an authenticated sender; a login has no body. */
const requestSchema = z.strictObject({
  at,
  user: z.string(),
  org: z.string(),
  route: z.enum(ROUTE_IDS as [RouteId]),
  /** Path and query. */
  target: z.string(),
  /** Number of the renewed login. */
  login: z.int().exactOptional(),
  body: z.string().exactOptional(),
});

/** A request that counts for the limits but got a 400 response. */
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
