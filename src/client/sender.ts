// Sends calls of the route table on their lanes, with the common headers.
import type { Instant } from '../domain/index.js';
import type { Lane, Route } from '../protocol/index.js';
import {
  respellKeys,
  type Respelling,
  type Respellings,
  respellPath,
  toBodyQuery,
  type VenueProfile,
} from '../protocol/profile/index.js';
import type { Authenticate } from './login/authenticator.js';
import type { BaseUrl } from './base-url.js';
import type { CreateLane, LaneDispatcher } from './transport/connections.js';
import { type CallText, toCallText } from './call-text.js';
import { RecoveryLane } from './transport/recovery-lane.js';
import { exchange, type Exchange, type WireRequest } from './transport/transport.js';
import type { CallClock } from './transport/call-clock.js';

export interface Call {
  readonly route: Route;
  /** Path and query below the base URL. */
  readonly path: string;
  /** `X-Request-ID`, which identifies the attempt in a support case. */
  readonly requestId: string;
  /** Request id of a retry after a 401; a number by default. */
  readonly again?: (() => string) | undefined;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Why it may not leave; asked in the tick of its write. */
  readonly findRefusal?: () => string | undefined;
  /** A query for the outcome of orders: it may borrow the connection of safety. */
  readonly isRecovery?: boolean;
}

export interface Sender {
  /** Sends in the caller's tick, with the headers of `prove`. */
  send(call: Call, prove: Authenticate): Promise<Exchange>;
  nextRequestId(): string;
  close(): Promise<void>;
}

const NO_BYTES = Buffer.alloc(0);

/** A call that has ended, for those who monitor the venue. */
export interface FinishedCall {
  readonly route: Route;
  /** Session time of its dispatch. */
  readonly sentAt: Instant;
  /** Monotonic microseconds from dispatch to end. */
  readonly machineMicros: number;
  readonly exchange: Exchange;
  /** Call and response as text without secrets; made on demand. */
  readonly describe: () => CallText;
}

/** Called with every call that has ended. */
export type CallListener = (facts: FinishedCall) => void;

/** Listener of calls, and what its reports need. */
interface Watching {
  readonly onCall?: CallListener;
  readonly now?: () => Instant;
  /** Removes the client's secrets from a text. */
  readonly redact?: (text: string) => string;
}

/** Measures calls for a listener, if there is one. */
function createTeller(
  { onCall, now, redact }: Watching,
  machine: CallClock,
  profile: Spelling['profile'],
): ((request: WireRequest, exchange: Promise<Exchange>) => void) | undefined {
  if (onCall === undefined || now === undefined || redact === undefined) return undefined;
  return (request, pending) => {
    const { route } = request;
    const [sentAt, startedAt] = [now(), machine.monoMicros()];
    void pending.then((exchange) => {
      const machineMicros = machine.monoMicros() - startedAt;
      const describe = () => toCallText(request, exchange, profile, redact);
      onCall({ route, sentAt, machineMicros, exchange, describe });
    });
  };
}

/** Spelling of calls that differ from the route table at this venue. */
export interface Spelling {
  readonly respellings: Respellings;
  readonly profile: Pick<VenueProfile, 'symbolInPath' | 'tokenCookie' | 'tokenHeader'>;
}

export function createSender(
  { ca, ...baseUrl }: BaseUrl & { readonly ca: string | undefined },
  createLane: CreateLane,
  machine: CallClock,
  { respellings, profile }: Spelling,
  watching: Watching = {},
): Sender {
  const notify = createTeller(watching, machine, profile);
  const lanes: Readonly<Record<Lane, LaneDispatcher>> = {
    safety: createLane('safety', baseUrl.origin, ca),
    trading: createLane('trading', baseUrl.origin, ca),
    data: createLane('data', baseUrl.origin, ca),
  };
  const { host } = new URL(baseUrl.origin);
  const recovery = new RecoveryLane();
  let requests = 0;
  let closing: Promise<unknown> | undefined;
  const nextRequestId = () => `r${String((requests += 1))}`;
  const handOver = (call: Call, prove: Authenticate): Promise<Exchange> => {
    const { route, requestId } = call;
    const { path, body } = toVenue(call, respellings.get(route.id), profile.symbolInPath);
    const headers = toHeaders(requestId, body);
    // Encoded once: the signed bytes are the sent bytes.
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const { method } = route;
    const basePath = baseUrl.path;
    const proof = prove({ method, path, basePath, host, headers, body: bytes ?? NO_BYTES });
    const { lane, signal, end, isReclaimed } = recovery.place(call);
    const wire = { route, path: basePath + path, headers: { ...headers, ...proof }, body: bytes };
    const request = { ...wire, signal, findRefusal: call.findRefusal };
    const answer = exchange(lanes[lane], request, machine).finally(end);
    notify?.(request, answer);
    if (lane === route.lane) return answer;
    return answer.then((found) => {
      if (found.ok || found.sent || !isReclaimed()) return found;
      return handOver({ ...call, isRecovery: false, requestId: nextRequestId() }, prove);
    });
  };
  return {
    send: (call, prove) => {
      const answer = handOver(call, prove);
      const respelling = respellings.get(call.route.id);
      return respelling === undefined ? answer : fromVenue(answer, call.route, respelling);
    },
    nextRequestId,
    close: async () => {
      closing ??= Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await closing;
    },
  };
}

function toHeaders(requestId: string, body: string | undefined): Readonly<Record<string, string>> {
  const all = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'X-Request-ID': requestId,
  };
  return body === undefined ? all : { ...all, 'content-type': 'application/json' };
}

/** The same sender, for queries of the outcome of orders. */
export function forRecovery(sender: Sender): Sender {
  return { ...sender, send: (call, prove) => sender.send({ ...call, isRecovery: true }, prove) };
}

function toVenue(
  { route, path, body }: Call,
  respelling: Respelling | undefined,
  symbolInPath: VenueProfile['symbolInPath'],
): Pick<Call, 'path' | 'body'> {
  const isCompact = symbolInPath === 'compact' && route.path.endsWith('/{symbol}');
  const target = isCompact ? path.replace(/%2F/gi, '') : path;
  if (respelling === undefined) return { path: target, ...(body === undefined ? {} : { body }) };
  const spelled = respellPath(target, respelling);
  if (body === undefined) return { path: spelled };
  const text = respellKeys(body, respelling.body.toVenue);
  const isQuery = respelling.bodyIn === 'query';
  return isQuery ? { path: `${spelled}?${toBodyQuery(text)}` } : { path: spelled, body: text };
}

/** Replaces the venue's status of success by that of the route table. */
async function fromVenue(
  pending: Promise<Exchange>,
  { success }: Route,
  { answer: { fromVenue: names }, status }: Respelling,
): Promise<Exchange> {
  const answer = await pending;
  if (!answer.ok) return answer;
  const [taken = answer.status] = success;
  const body = respellKeys(answer.body, names);
  return { ...answer, body, status: answer.status === status ? taken : answer.status };
}
