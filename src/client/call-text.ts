// A call and its response as text for people: without secrets, with a maximum length.
import type { VenueProfile } from '../protocol/profile/index.js';
import { findToken } from './transport/response-headers.js';
import { redact as redactSecrets } from './redact.js';
import type { Exchange, WireRequest } from './transport/transport.js';

/** Longest text of a body, characters. */
const MAX_BODY = 64 * 1024;

/** Headers that are kept; any other header might contain a secret. */
const REQUEST_HEADERS: readonly string[] = [
  ...['accept', 'accept-encoding', 'content-type', 'date', 'x-request-id'],
];
const ANSWER_HEADERS: readonly string[] = [
  ...['connection', 'content-length', 'content-type', 'date', 'retry-after', 'server', 'via'],
  'x-request-id',
];

/** Headers kept of a login or renewal, in any case: the response may echo what it was sent. */
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
    /** 0 without a response. */
    readonly status: number;
    /** Why the response is incomplete; empty when it is complete. */
    readonly trouble: string;
    readonly headers: Headers;
    readonly body: string;
  };
}

/** `redact` removes the client's secrets from a text. */
export function toCallText(
  { route, path, headers, body }: WireRequest,
  exchange: Exchange,
  profile: Pick<VenueProfile, 'tokenHeader' | 'tokenCookie'>,
  redact: (text: string) => string,
): CallText {
  const isLogin = route.kind === 'login';
  // When the call failed, the client does not know the token in this response.
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
      method: route.method,
      path: clean(path),
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

/** After the secrets were removed: a truncated secret would not be found. */
function cut(text: string): string {
  if (text.length <= MAX_BODY) return text;
  return `${text.slice(0, MAX_BODY)}[${String(text.length - MAX_BODY)} characters more]`;
}
