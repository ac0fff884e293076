// Carries the calls of the api: reads once more after a 401, writes and downloads never.
import { describeIssues } from '../validation/index.js';
import { fail, ok } from '../domain/index.js';
import { parseExactJson, parseJson, type Route, type VenueProfile } from '../protocol/index.js';
import type { AnyOutcome, CallOptions, ApiTransport, PreparedCall } from './api.js';
import { toReadOutcome } from './read.js';
import type { Call } from './sender.js';
import type { Exchange } from './transport/transport.js';
import { toWriteOutcome } from './write.js';

/** Whether a call leaves again after a 401 and a renewal. */
export type Repeat = 'after-401' | 'once';

/** What the owner of a login lends to the api. */
export interface LoggedInSender {
  nextRequestId(): string;
  /** Sends with a living login. */
  send(call: Call, repeat: Repeat): Promise<Exchange>;
  /** A text without the login's secrets. */
  redact(text: string): string;
}

export function createCarrier(sender: LoggedInSender, profile: VenueProfile): ApiTransport {
  return {
    rules: profile,
    carry: async (prepared, options) => {
      const call = toCall(prepared, options, sender);
      // A download that the venue remembers is asked for once, as any write is.
      const repeat = prepared.route.kind === 'read' ? 'after-401' : 'once';
      const exchange = await sender.send(call, repeat);
      if (exchange.ok && exchange.status === 200) options.onText?.(sender.redact(exchange.body));
      return redactOutcome(toOutcome(prepared, exchange, profile), (text) => sender.redact(text));
    },
    turnDown: (route, message) => {
      const outcome: AnyOutcome = isReading(route)
        ? { class: 'failed', status: 0, message }
        : { class: 'not-sent', status: 0, code: '', message };
      return Promise.resolve(outcome);
    },
  };
}

function isReading({ kind }: Route): boolean {
  return kind === 'read' || kind === 'consume';
}

function toCall(
  { route, path, body, coId }: PreparedCall,
  { signal, findRefusal }: CallOptions,
  sender: LoggedInSender,
): Call {
  const requestId = coId === '' ? sender.nextRequestId() : `${coId}.1`;
  return {
    route,
    path,
    requestId,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
    ...(findRefusal === undefined ? {} : { findRefusal }),
  };
}

function toOutcome(
  { route, coId }: PreparedCall,
  exchange: Exchange,
  profile: VenueProfile,
): AnyOutcome {
  if (!isReading(route)) return toWriteOutcome(exchange, route, coId, profile);
  const decode = (body: unknown) => {
    const parsed = route.response.safeParse(body);
    if (parsed.success) return ok(parsed.data);
    const misfit = describeIssues(route.response, body, ['answer']);
    return fail('client.answer', `${route.id}: ${misfit}`);
  };
  const parse = route.exact === true ? parseExactJson : parseJson;
  return toReadOutcome(exchange, decode, profile, { parse });
}

function redactOutcome(outcome: AnyOutcome, redact: (text: string) => string): AnyOutcome {
  if (!('message' in outcome)) return outcome;
  const message = redact(outcome.message);
  return 'code' in outcome
    ? { ...outcome, code: redact(outcome.code), message }
    : { ...outcome, message };
}
