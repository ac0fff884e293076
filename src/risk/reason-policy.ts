// What a venue's answer does to trading: statuses, reason codes and serious texts to actions.
import {
  isReasonCode,
  isSeriousText,
  type Micros,
  type ReasonCode,
  SECOND,
  type SendClass,
} from '../domain/index.js';

/** What trading does next. Halts latch; a pause without a span lasts until a person resumes. */
export type StopAction =
  | { readonly do: 'halt-all'; readonly rule: string; readonly reason: string }
  | { readonly do: 'halt-strategy'; readonly rule: string; readonly reason: string }
  | { readonly do: 'pause-symbol'; readonly span: Micros; readonly reason: string }
  | { readonly do: 'pause-all'; readonly reason: string };

type CodeAction = 'halt-all' | 'halt-strategy' | 'pause-all' | { readonly pause: Micros };

/**
 * The first appearance of each reason code. An escape halts: our own check should have caught it.
 */
const BY_CODE: Readonly<Record<ReasonCode, CodeAction>> = {
  amount: { pause: 60 * SECOND },
  CoIdNotSpecified: 'halt-all',
  DuplicateOrder: 'halt-all',
  TypeNotSpecified: 'halt-strategy',
  TIFNotSpecified: 'halt-strategy',
  SideNotSpecified: 'halt-all',
  CurrencyNotSpecified: 'halt-strategy',
  InvalidDealtCcy: 'halt-strategy',
  SymbolNotSpecified: 'halt-strategy',
  InvalidCurrencyPair: { pause: 86_400 * SECOND },
  SizeNotSpecified: 'halt-strategy',
  InvalidOrderQty: { pause: 60 * SECOND },
  InvalidPrice: { pause: 10 * SECOND },
  BuySellMismatch: 'halt-strategy',
  InvalidQuoteID: { pause: 30 * SECOND },
  LegalEntitySetIncorrectly: 'halt-all',
  OrderTypeNotSupported: 'halt-strategy',
  PriceMismatch: { pause: 30 * SECOND },
  QuoteExpired: { pause: 30 * SECOND },
  tradingDisabled: 'pause-all',
};

/** The pause after a reason code that the list does not hold. */
const UNKNOWN_CODE_PAUSE: Micros = 300 * SECOND;

/** HTTP statuses that stop everything, wherever they appear: 500 and what reads like it. */
function isFatalStatus(status: number): boolean {
  return status >= 500 && status !== 502 && status !== 503 && status !== 504;
}

function haltAll(rule: string, reason: string): StopAction {
  return { do: 'halt-all', rule, reason };
}

/** RC52: HTTP 500 on any call, or a text that reports a serious error, by the venue's words. */
export function judgeAnswer(
  status: number,
  text: string,
  seriousWords?: readonly string[],
): StopAction | undefined {
  if (isFatalStatus(status)) return haltAll('RC52', `the venue answered HTTP ${String(status)}`);
  if (isSeriousText(text, seriousWords)) {
    return haltAll('RC52', `the venue reports a serious error: ${text.slice(0, 100)}`);
  }
  return undefined;
}

/** A reason code in a 400 answer or in the reason of a rejected order. */
export function judgeCode(code: string): StopAction | undefined {
  if (code === '') return undefined;
  if (!isReasonCode(code)) {
    return { do: 'pause-symbol', span: UNKNOWN_CODE_PAUSE, reason: `unknown reason code ${code}` };
  }
  const action = BY_CODE[code];
  const reason = `the venue rejected an order with ${code}`;
  if (typeof action === 'object') return { do: 'pause-symbol', span: action.pause, reason };
  if (action === 'pause-all') return { do: 'pause-all', reason };
  return { do: action, rule: 'RC39', reason };
}

/** The outcome of a place or cancel request. */
export function judgeSendResult(
  kind: 'place' | 'cancel',
  outcome: SendClass,
  status: number,
  code: string,
  message: string,
  seriousWords?: readonly string[],
): StopAction | undefined {
  const isPlain = outcome === 'accepted' && code === '' && message === '';
  if (isPlain && status < 300) return undefined;
  const fatal = judgeAnswer(status, `${code} ${message}`, seriousWords);
  if (fatal !== undefined) return fatal;
  if (kind === 'cancel') return undefined;
  if (status === 403 || status === 404) {
    return haltAll('RC52', `placing an order was answered HTTP ${String(status)}`);
  }
  if (outcome === 'duplicate') return judgeCode('DuplicateOrder');
  return outcome === 'rejected' || outcome === 'weak' ? judgeCode(code) : undefined;
}
