// Messages between a command in another process and a running bot: one JSON line each.
import { z } from 'zod';
import { fail, ok, type Result } from '../domain/index.js';
import { parseJson } from '../protocol/index.js';
import { type Operators, signBy } from '../plan/index.js';
import type { SessionPorts } from '../host/index.js';

/** Name of the socket in the control directory. */
export const SOCKET = 'socket';

const who = z.string().trim().min(1).max(80);
const reason = z.string().trim().min(1).max(500);

/** State that an operator was shown before typing the cause; anything newer was not seen. */
const shownSchema = z.strictObject({
  /** Mark of control/KILL; empty where there was none. */
  file: z.string(),
  /** Number of kills and halts of everything that the running bot took; 0 for a dead bot. */
  kills: z.int().min(0),
  /** Number of all halts that it found; 0 for a dead bot. */
  halts: z.int().min(0),
});
export type ShownState = z.output<typeof shownSchema>;

const requestSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('status') }),
  z.strictObject({
    do: z.literal('checks'),
    halts: z.array(z.string()).readonly(),
    support: z.string().max(80),
  }),
  z.strictObject({
    do: z.literal('kill'),
    id: z.string().regex(/^kill-[\w-]{1,40}$/),
    cause: z.string().regex(/^(RC\d\d|GUARD_STALE)$/),
    by: who,
    reason,
  }),
  z.strictObject({
    do: z.literal('flatten'),
    by: who,
    reason,
    /** Cause code of each halt, or the text for a bot without one, as the operator typed it. */
    cause: z.string(),
    support: z.string().max(80),
    shown: shownSchema,
  }),
  z.strictObject({
    do: z.literal('resume'),
    by: who,
    second: who.exactOptional(),
    reason,
    halts: z.array(z.string()).readonly(),
    /** Cause code of each, as the operator typed it. */
    cause: z.string(),
    /** Case number of the venue's support, for a serious error. */
    support: z.string().max(80),
    /** Difference of positions that the operator accepts, as it was shown; empty for none. */
    accepted: z.string(),
    shown: shownSchema,
  }),
  z.strictObject({
    do: z.literal('resolve'),
    coId: z.string().max(64),
    as: z.enum(['lost', 'live', 'filled']),
    by: who,
    reason,
    hasVenueWord: z.boolean(),
  }),
  z.strictObject({
    do: z.literal('override'),
    rule: z.string().max(40),
    scope: z.string().max(200),
    cap: z.number(),
    minutes: z.number(),
    by: z.string().max(1_000),
    second: z.string().max(1_000).exactOptional(),
    reason: z.string().max(10_000),
  }),
  z.strictObject({
    do: z.literal('revoke'),
    id: z.string().max(40),
    by: z.string().max(1_000),
    reason: z.string().max(10_000),
  }),
]);
export type ControlRequest = z.output<typeof requestSchema>;

/** Parses the line of a request. Fault code `control.request`. */
export function parseRequest(line: string): Result<ControlRequest> {
  const parsed = requestSchema.safeParse(parseJson(line));
  if (parsed.success) return ok(parsed.data);
  return fail('control.request', 'expected a request of a weir command, found another line');
}

/** The caller has disconnected and reported the bot as silent: only a kill still counts. */
export const CALLER_GONE = fail(
  'control.request',
  'the caller disconnected before its request was handled: nothing was done',
);

/**
 * Parses a request for a bot of these operators and puts all names into its `by`; a kill needs no
 * operator. Fault codes of `parseRequest` and `signBy`.
 */
export function readRequest(config: Operators, line: string): Result<ControlRequest> {
  const parsed = parseRequest(line);
  return parsed.ok ? signRequest(config, parsed.value) : parsed;
}

function signRequest(config: Operators, request: ControlRequest): Result<ControlRequest> {
  switch (request.do) {
    case 'status':
    case 'checks':
    case 'kill':
      return ok(request);
    case 'override':
    case 'resume': {
      const { second, ...rest } = request;
      const by = signBy(config, { by: request.by, second }, true);
      return by.ok ? ok({ ...rest, by: by.value }) : by;
    }
    case 'flatten':
    case 'resolve':
    case 'revoke': {
      const by = signBy(config, request);
      return by.ok ? ok(request) : by;
    }
  }
}

export function toAnswerLine(result: Result<unknown>): string {
  return JSON.stringify(result.ok ? { ok: true, value: result.value ?? null } : result);
}

/** Result of a request to a bot; `nobody` and `silent` come from the socket. */
export type Asked =
  | { readonly kind: 'answer'; readonly result: Result<unknown> }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent' };

/** Sends a request to the bot of a control directory. */
export async function askBot(
  { local }: Pick<SessionPorts, 'local'>,
  control: string,
  request: ControlRequest,
  timeoutMs: number,
): Promise<Asked> {
  if (local === undefined) return { kind: 'nobody' };
  const answer = await local.ask(control, SOCKET, JSON.stringify(request), timeoutMs);
  if (answer.kind !== 'answer') return answer;
  const found = answerSchema.safeParse(parseJson(answer.text));
  return found.success ? { kind: 'answer', result: toResult(found.data) } : { kind: 'silent' };
}

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), fault: z.object({ code: z.string(), message: z.string() }) }),
]);

function toResult(answer: z.output<typeof answerSchema>): Result<unknown> {
  if (answer.ok) return ok(answer.value);
  return { ok: false, fault: answer.fault };
}
