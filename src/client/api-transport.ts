// Sends the calls of the api: retries reads after a 401, never writes or downloads.
import { describeIssues } from '../validation/index.js';
import { fail, ok } from '../domain/index.js';
import { parseExactJson, parseJson, type Route } from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import type { AnyOutcome, CallOptions, ApiTransport, PreparedCall } from './api.js';
import { toReadOutcome } from './read.js';
import type { Call } from './sender.js';
import type { Exchange } from './transport/transport.js';
import { toWriteOutcome } from './write.js';

/** Whether a call is repeated after a 401 and a renewal. */
export type Repeat = 'after-401' | 'once';

/** Functions that the owner of a login provides to the api. */
export interface LoggedInSender {
  nextRequestId(): string;
  /** Sends with a valid login. */
  send(call: Call, repeat: Repeat): Promise<Exchange>;
  /** Removes the login's secrets from a text. */
  redact(text: string): string;
}

export function createCarrier(sender: LoggedInSender, profile: VenueProfile): ApiTransport {
  return {
    rules: profile,
    carry: async (prepared, options) => {
      const call = toCall(prepared, options, sender);
      // The venue deletes what a download returned, so it is sent once, like a write.
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
    const issue = describeIssues(route.response, body, ['answer']);
    return fail('client.answer', `${route.id}: ${issue}`);
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
