// A call and its answer in full, for people: without secrets, and bounded.
import type { VenueProfile } from '../protocol/index.js';
import { findToken } from './transport/response-headers.js';
import { redact as redactSecrets } from './redact.js';
import type { Exchange, WireRequest } from './transport/transport.js';

/** Longest text of a body, characters. */
const MAX_BODY = 64 * 1024;

/** Headers that are kept; no other may hold what nobody is to see. */
const REQUEST_HEADERS: readonly string[] = [
  ...['accept', 'accept-encoding', 'content-type', 'date', 'x-request-id'],
];
const ANSWER_HEADERS: readonly string[] = [
  ...['connection', 'content-length', 'content-type', 'date', 'retry-after', 'server', 'via'],
  'x-request-id',
];

/** Of a login or renewal, whatever came of it: its page may echo what it was sent. */
const LOGIN_HEADERS: readonly string[] = ['content-length', 'content-type'];

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Plain JSON. */
export interface CallText {
  /** Id of the call in the route table. */
  readonly call: string;
  readonly request: {
    readonly method: string;
    /** Path and query. */
    readonly path: string;
    readonly headers: Headers;
    readonly body: string;
  };
  readonly answer: {
    /** 0 when no answer came. */
    readonly status: number;
    /** Why there is no whole answer; empty when there is one. */
    readonly trouble: string;
    readonly headers: Headers;
    readonly body: string;
  };
}

/** `redact` takes the secrets of the client out of a text. */
export function toCallText(
  { route, path, headers, body }: WireRequest,
  exchange: Exchange,
  profile: Pick<VenueProfile, 'tokenHeader' | 'tokenCookie'>,
  redact: (text: string) => string,
): CallText {
  const isLogin = route.kind === 'login';
  // The token that this very answer brings is not known to the client where the call failed.
  const fresh = exchange.ok ? (findToken(exchange, profile) ?? '') : '';
  const clean = (text: string) => {
    const known = redact(text);
    return fresh === '' ? known : redactSecrets(known, [fresh]);
  };
  const sent = body === undefined ? '' : body.toString('utf8');
  const { status } = exchange;
  return {
    call: route.id,
    request: {
      ...{ method: route.method, path: clean(path) },
      headers: pick(headers, REQUEST_HEADERS, clean),
      body: isLogin && sent !== '' ? '[login]' : cut(clean(sent)),
    },
    answer: {
      status,
      trouble: exchange.ok ? '' : clean(exchange.message),
      headers: exchange.ok
        ? pick(exchange.headers, isLogin ? LOGIN_HEADERS : ANSWER_HEADERS, clean)
        : {},
      body: exchange.ok ? (isLogin ? describeSize(exchange.raw) : cut(clean(exchange.body))) : '',
    },
  };
}

function pick(headers: Headers, names: readonly string[], clean: (text: string) => string) {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || !names.includes(name.toLowerCase())) return [];
    return [[name, typeof value === 'string' ? clean(value) : value.map(clean)] as const];
  });
  return Object.fromEntries(kept);
}

function describeSize(raw: Uint8Array): string {
  return `[login: ${String(raw.length)} bytes]`;
}

/** After the secrets are gone: a cut one would not be found. */
function cut(text: string): string {
  if (text.length <= MAX_BODY) return text;
  return `${text.slice(0, MAX_BODY)}[${String(text.length - MAX_BODY)} characters more]`;
}
