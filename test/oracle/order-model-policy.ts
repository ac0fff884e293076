// The default policy for places, cancels, reason codes and status words, copied out by hand.
//
// Effects are texts: `halt SCOPE`, `cancel all`, `alert LEVEL`, `trades` (ask for them), and
// `pause SCOPE UNTIL`, where UNTIL is seconds or a condition. Repairs (refresh, throttle) are left
// out: they change no order.
import type { HttpOutcome, SendOutcome } from './order-model-inputs.js';
import type { OrderState } from './order-model-state.js';

export type SendClass = 'accepted' | 'rejected' | 'duplicate' | 'weak' | 'unknown' | 'not-sent';

export interface Step {
  readonly count: number;
  /** Seconds. */
  readonly within: number;
  readonly effects: readonly string[];
}

export interface Rule {
  /** Hits are counted by it. */
  readonly name: string;
  readonly class: SendClass;
  readonly reject: string;
  readonly effects: readonly string[];
  readonly steps: readonly Step[];
  /** Seconds after which, still unresolved, all halts. */
  readonly haltAfter?: number;
}

const SERIOUS_TEXT = ['serious', 'internal server error', 'fatal', 'contact support'];
const SERIOUS = ['halt all', 'cancel all', 'alert page'];
const PAGE = ['alert page'];
const WARN = ['alert warn'];

function row(
  kind: SendClass,
  reject: string,
  effects: readonly string[] = [],
  ...steps: readonly Step[]
): Omit<Rule, 'name'> {
  return { class: kind, reject, effects, steps };
}

function step(count: number, within: number, ...effects: readonly string[]): Step {
  return { count, within, effects };
}

const TWICE = step(2, 600, 'halt strategy');
const SIZE = row('rejected', 'SIZE_INVALID', ['pause symbol 60', 'alert warn'], TWICE);
const SLIP = row('rejected', 'INTERNAL', ['halt strategy', 'alert page']);
const GRAVE_SLIP = row('rejected', 'INTERNAL', ['halt all', 'alert page']);
const STALE = row('rejected', 'QUOTE_STALE', [], step(3, 60, 'pause symbol 30', 'alert info'));

/** Codes that stand without prefix in the list below; the others are validation codes. */
const BUSINESS = ['CreditCheckFailed', 'NoLiquidity', 'OrderSizeLimitExceeded', 'MarketClosed'];
const PREFIX = 'RequestValidationError.';

const REASONS: Readonly<Record<string, Omit<Rule, 'name'>>> = {
  amount: SIZE,
  CoIdNotSpecified: GRAVE_SLIP,
  DuplicateOrder: row('duplicate', '', ['halt all', 'alert page']),
  TypeNotSpecified: SLIP,
  TIFNotSpecified: SLIP,
  SideNotSpecified: GRAVE_SLIP,
  CurrencyNotSpecified: SLIP,
  InvalidDealtCcy: { ...SLIP, reject: 'CURRENCY_INVALID' },
  SymbolNotSpecified: SLIP,
  InvalidCurrencyPair: row('rejected', 'SYMBOL_UNSUPPORTED', ['pause symbol listed', ...WARN]),
  SizeNotSpecified: SLIP,
  InvalidOrderQty: SIZE,
  InvalidPrice: row('rejected', 'PRICE_INVALID', ['pause symbol 10', ...WARN], TWICE),
  BuySellMismatch: { ...SLIP, reject: 'SIDE_MISMATCH' },
  InvalidQuoteID: row(
    ...(['rejected', 'QUOTE_INVALID', []] as const),
    step(3, 60, 'pause symbol 30', 'alert warn'),
  ),
  LegalEntitySetIncorrectly: { ...GRAVE_SLIP, reject: 'ACCOUNT_INVALID' },
  OrderTypeNotSupported: row(
    ...(['rejected', 'TYPE_UNSUPPORTED', ['pause type restart', ...WARN]] as const),
    TWICE,
  ),
  PriceMismatch: STALE,
  QuoteExpired: STALE,
  tradingDisabled: row('rejected', 'VENUE_CLOSED', ['pause all resume', 'alert page']),
  CreditCheckFailed: row(
    ...(['rejected', 'CREDIT', ['pause symbol 60', ...WARN]] as const),
    step(3, 600, 'halt strategy'),
  ),
  NoLiquidity: row('rejected', 'NO_LIQUIDITY', [], step(5, 60, 'pause symbol 30')),
  OrderSizeLimitExceeded: SIZE,
  MarketClosed: row('rejected', 'VENUE_CLOSED', ['pause all open', ...WARN]),
};

const OTHER_VALIDATION = row(
  ...(['weak', 'VENUE_UNKNOWN_CODE', ['pause strategy 300', ...WARN]] as const),
  TWICE,
);
const NO_CODE = row('weak', 'VENUE_REJECTED', WARN, step(2, 60, 'halt strategy'));

export interface Reason {
  /** One of the list, whatever its class. */
  readonly isListed: boolean;
  readonly rule: Rule;
}

/** The rule of a reason code of a 400, or of the reason of an order that has ended. */
export function findReason(code: string): Reason {
  const found = Object.keys(REASONS).find((name) => {
    const full = BUSINESS.includes(name) ? name : PREFIX + name;
    return full.toLowerCase() === code.toLowerCase();
  });
  const known = found === undefined ? undefined : REASONS[found];
  if (found !== undefined && known) {
    const isExact = code === found || code === PREFIX + found;
    const effects = isExact ? known.effects : [...known.effects, 'alert warn'];
    return { isListed: true, rule: { ...known, name: found, effects } };
  }
  if (code.toLowerCase().startsWith(PREFIX.toLowerCase())) {
    return { isListed: false, rule: { ...OTHER_VALIDATION, name: PREFIX + '*' } };
  }
  return { isListed: false, rule: { ...row('unknown', '', WARN), name: 'other code' } };
}

export function isSerious(text: string): boolean {
  return SERIOUS_TEXT.some((serious) => text.toLowerCase().includes(serious));
}

/** The class of an answer to a place, to a cancel, or of its lack; first match wins. */
export function classify(
  outcome: SendOutcome,
  call: 'place' | 'cancel',
  login: 'token' | 'hmac',
): Rule {
  const rule =
    outcome.kind === 'transport'
      ? classifyTransport(outcome.outcome)
      : classifyHttp(outcome, call, login);
  const texts = outcome.kind === 'http' ? [outcome.text ?? '', outcome.code ?? ''] : [];
  if (!texts.some(isSerious)) return rule;
  return { ...rule, effects: [...rule.effects, ...SERIOUS] };
}

function classifyTransport(outcome: string): Rule {
  const name = `transport ${outcome}`;
  switch (outcome) {
    case 'dns':
    case 'connect-refused':
    case 'connect-timeout': {
      const thrice = step(3, 60, 'pause all 30', 'alert warn');
      return { ...row('not-sent', 'NOT_SENT', [], thrice), name: 'not sent' };
    }
    case 'tls':
      return { ...row('not-sent', 'NOT_SENT', PAGE, step(2, 600, 'halt all')), name };
    case 'gate':
      return { ...row('not-sent', 'NOT_SENT'), name };
    case 'echo-differs':
      return { ...row('unknown', '', SERIOUS), name };
    case 'echo-missing':
    case 'too-large':
      return { ...row('unknown', '', WARN), name };
    case 'not-json':
    case 'wrong-content-type':
    case 'schema':
      return { ...row('unknown', '', WARN, step(2, 60, 'pause all 60')), name: 'not our schema' };
    default:
      return { ...row('unknown', ''), name };
  }
}

function classifyHttp(answer: HttpOutcome, call: 'place' | 'cancel', login: string): Rule {
  const { status } = answer;
  const name = `${call} ${status}`;
  if (status >= 200 && status < 300) return classifyTaken(answer, call, name);
  if (status >= 300 && status < 400) {
    const second = step(2, 600, 'halt all', 'cancel all');
    return { ...row('unknown', '', PAGE, second), name: 'elsewhere' };
  }
  if (status === 400) {
    if (call === 'cancel') return { ...row('weak', ''), name };
    return classifyCode(answer.code);
  }
  if (status === 401) {
    const stop = login === 'hmac' ? ['halt all', 'alert page'] : ['pause all resolved', ...WARN];
    return { ...row('rejected', 'AUTH', [], step(2, 60, ...stop)), name: '401' };
  }
  if (status === 403) return { ...row('rejected', 'AUTH', ['halt all', ...PAGE]), name };
  if (status === 404) {
    if (call === 'cancel') return { ...row('weak', ''), name };
    return { ...row('unknown', '', SERIOUS), name };
  }
  return status < 500 ? classifyClient(status, name) : classifyServer(status, name);
}

function classifyTaken(answer: HttpOutcome, call: 'place' | 'cancel', name: string): Rule {
  if (call === 'cancel') return { ...row('accepted', ''), name };
  if (answer.status !== 200 && answer.status !== 202) {
    return { ...row('unknown', '', WARN), name };
  }
  switch (answer.echo ?? 'same') {
    case 'differs':
      return classifyTransport('echo-differs');
    case 'missing':
      return classifyTransport('echo-missing');
    case 'unreadable':
      return classifyTransport('schema');
    case 'same':
      return { ...row('accepted', '', answer.status === 200 ? ['alert info'] : []), name };
  }
}

function classifyCode(code: string | undefined): Rule {
  if (code === undefined || code === '') return { ...NO_CODE, name: '400 without code' };
  if (code === 'conflict') return { ...row('unknown', '', PAGE), name: '400 conflict' };
  return findReason(code).rule;
}

function classifyClient(status: number, name: string): Rule {
  switch (status) {
    case 405:
    case 406:
    case 411:
    case 415:
      return { ...row('weak', 'INTERNAL', SERIOUS), name };
    case 408:
    case 425:
      return { ...row('unknown', ''), name };
    case 409:
    case 410:
    case 412:
    case 422:
      return { ...row('weak', 'VENUE_REJECTED', WARN, TWICE), name: 'undocumented' };
    case 413:
    case 414:
    case 431:
      return { ...row('weak', 'INTERNAL', ['halt strategy', ...PAGE]), name };
    case 429:
      return { ...row('weak', 'THROTTLED', ['pause all 60', ...WARN]), name };
    default:
      return { ...row('unknown', '', status >= 400 ? WARN : PAGE), name };
  }
}

function classifyServer(status: number, name: string): Rule {
  if (status === 502 || status === 503 || status === 504) {
    const twice = step(2, 60, ...SERIOUS);
    const paused = ['pause all 60', ...WARN];
    return { ...row('unknown', '', paused, twice), name: 'gateway', haltAfter: 30 };
  }
  return { ...row('unknown', '', status < 600 ? SERIOUS : PAGE), name };
}

const WORDS: Readonly<Record<string, OrderState | 'unchanged'>> = {
  RECEIVED: 'PENDING_VENUE',
  NEW: 'WORKING',
  PARTIALLY_FILLED: 'PARTIAL',
  FILLED: 'FILLED',
  PENDING_CANCEL: 'unchanged',
  CANCELED: 'CANCELED',
  REPLACED: 'REPLACED',
  SUSPENDED: 'WORKING_PAUSED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  FAILED: 'FAILED',
};

const ALIASES: Readonly<Record<string, string>> = {
  PARTIAL: 'PARTIALLY_FILLED',
  PARTIALLYFILLED: 'PARTIALLY_FILLED',
  PARTIAL_FILL: 'PARTIALLY_FILLED',
  'PARTIALLY FILLED': 'PARTIALLY_FILLED',
  CANCEL_PENDING: 'PENDING_CANCEL',
  PENDINGCANCEL: 'PENDING_CANCEL',
  CANCELLED: 'CANCELED',
  CANCELLED_BY_USER: 'CANCELED',
  PAUSED: 'SUSPENDED',
};

/** The state of a status word, folded to upper case and past its aliases. */
export function toState(word: string): OrderState | 'unchanged' {
  const upper = word.toUpperCase();
  return WORDS[ALIASES[upper] ?? upper] ?? 'STATUS_UNKNOWN';
}
