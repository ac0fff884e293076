// What each answer of the venue does to trading: one row per reason code and per class of status.
import { describe, expect, it } from 'vitest';
import { REASON_CODES, SECOND, SEND_CLASSES } from '../../src/domain/index.js';
import { judgeAnswer, judgeCode, judgeSendResult } from '../../src/risk/index.js';

/** `halt-all`, `halt-strategy`, `pause-all`, `pause-symbol 60`, or `nothing`. */
function describeAction(action: ReturnType<typeof judgeCode>): string {
  if (action === undefined) return 'nothing';
  return action.do === 'pause-symbol' ? `pause-symbol ${action.span / SECOND}` : action.do;
}

const BY_CODE = {
  amount: 'pause-symbol 60',
  CoIdNotSpecified: 'halt-all',
  DuplicateOrder: 'halt-all',
  TypeNotSpecified: 'halt-strategy',
  TIFNotSpecified: 'halt-strategy',
  SideNotSpecified: 'halt-all',
  CurrencyNotSpecified: 'halt-strategy',
  InvalidDealtCcy: 'halt-strategy',
  SymbolNotSpecified: 'halt-strategy',
  InvalidCurrencyPair: 'pause-symbol 86400',
  SizeNotSpecified: 'halt-strategy',
  InvalidOrderQty: 'pause-symbol 60',
  InvalidPrice: 'pause-symbol 10',
  BuySellMismatch: 'halt-strategy',
  InvalidQuoteID: 'pause-symbol 30',
  LegalEntitySetIncorrectly: 'halt-all',
  OrderTypeNotSupported: 'halt-strategy',
  PriceMismatch: 'pause-symbol 30',
  QuoteExpired: 'pause-symbol 30',
  tradingDisabled: 'pause-all',
} as const;

describe('a reason code', () => {
  it.each(REASON_CODES.map((code) => [code, BY_CODE[code]] as const))(
    '%s: %s',
    (code, expected) => {
      expect(describeAction(judgeCode(code))).toBe(expected);
      const asAnswer = judgeSendResult('place', 'rejected', 400, code, '');
      expect(describeAction(asAnswer)).toBe(expected);
      expect(judgeCode(code)).toMatchObject({ reason: `the venue rejected an order with ${code}` });
    },
  );

  it('has a row for each of the twenty', () => {
    expect(Object.keys(BY_CODE)).toEqual([...REASON_CODES]);
  });

  it('that halts does so by RC39', () => {
    expect(judgeCode('SideNotSpecified')).toMatchObject({ do: 'halt-all', rule: 'RC39' });
    expect(judgeCode('BuySellMismatch')).toMatchObject({ do: 'halt-strategy', rule: 'RC39' });
  });

  it('that is new pauses the symbol for five minutes', () => {
    expect(judgeCode('BrandNew')).toEqual({
      do: 'pause-symbol',
      span: 300 * SECOND,
      reason: 'unknown reason code BrandNew',
    });
    expect(describeAction(judgeCode('constructor'))).toBe('pause-symbol 300');
  });

  it('that is missing does nothing', () => {
    expect(judgeCode('')).toBeUndefined();
  });
});

describe('the status of any answer', () => {
  it.each([
    [0, 'nothing'],
    [200, 'nothing'],
    [202, 'nothing'],
    [302, 'nothing'],
    [400, 'nothing'],
    [401, 'nothing'],
    [404, 'nothing'],
    [429, 'nothing'],
    [500, 'halt-all'],
    [501, 'halt-all'],
    [502, 'nothing'],
    [503, 'nothing'],
    [504, 'nothing'],
    [505, 'halt-all'],
    [511, 'halt-all'],
    [599, 'halt-all'],
  ])('%i: %s', (status, expected) => {
    expect(describeAction(judgeAnswer(status, ''))).toBe(expected);
  });

  it('of a serious error halts by RC52 and says which', () => {
    expect(judgeAnswer(500, '')).toEqual({
      do: 'halt-all',
      rule: 'RC52',
      reason: 'the venue answered HTTP 500',
    });
  });

  it.each(['SeriousError', 'a SERIOUS fault', 'Internal Server Error'])(
    'does not matter when the text is "%s"',
    (text) => {
      expect(judgeAnswer(200, text)).toEqual({
        do: 'halt-all',
        rule: 'RC52',
        reason: `the venue reports a serious error: ${text}`,
      });
    },
  );

  it('is told by the words of the venue, and by those alone', () => {
    const words = ['Core down'];
    expect(describeAction(judgeAnswer(200, 'the CORE DOWN again', words))).toBe('halt-all');
    expect(judgeAnswer(200, 'SeriousError', words)).toBeUndefined();
    const send = judgeSendResult('place', 'rejected', 400, 'x', 'core down', words);
    expect(describeAction(send)).toBe('halt-all');
  });

  it('quotes no more than 100 characters of a serious text', () => {
    const action = judgeAnswer(200, `serious ${'x'.repeat(500)}`);
    expect(action?.reason).toHaveLength('the venue reports a serious error: '.length + 100);
  });
});

describe('the outcome of a request', () => {
  const judge = (
    kind: 'place' | 'cancel',
    outcome: (typeof SEND_CLASSES)[number],
    status: number,
    code = '',
    message = '',
  ) => describeAction(judgeSendResult(kind, outcome, status, code, message));

  it.each([
    ['place', 'accepted', 202, '', 'nothing'],
    ['place', 'accepted', 200, '', 'nothing'],
    ['place', 'not-sent', 0, '', 'nothing'],
    ['place', 'unknown', 0, '', 'nothing'],
    ['place', 'unknown', 502, '', 'nothing'],
    ['place', 'unknown', 503, '', 'nothing'],
    ['place', 'unknown', 504, '', 'nothing'],
    ['place', 'unknown', 500, '', 'halt-all'],
    ['place', 'unknown', 501, '', 'halt-all'],
    ['place', 'weak', 400, '', 'nothing'],
    ['place', 'weak', 400, 'BrandNew', 'pause-symbol 300'],
    ['place', 'rejected', 400, 'InvalidPrice', 'pause-symbol 10'],
    ['place', 'rejected', 401, '', 'nothing'],
    ['place', 'rejected', 403, '', 'halt-all'],
    ['place', 'unknown', 404, '', 'halt-all'],
    ['place', 'duplicate', 400, 'DuplicateOrder', 'halt-all'],
    ['place', 'duplicate', 400, '', 'halt-all'],
    ['cancel', 'accepted', 202, '', 'nothing'],
    ['cancel', 'weak', 404, '', 'nothing'],
    ['cancel', 'weak', 400, 'OrderNotActive', 'nothing'],
    ['cancel', 'unknown', 503, '', 'nothing'],
    ['cancel', 'unknown', 500, '', 'halt-all'],
    ['cancel', 'not-sent', 0, '', 'nothing'],
  ] as const)('%s, %s, HTTP %i, "%s": %s', (kind, outcome, status, code, expected) => {
    expect(judge(kind, outcome, status, code)).toBe(expected);
  });

  it('that reports a serious error halts all, whatever its class', () => {
    for (const outcome of SEND_CLASSES) {
      for (const kind of ['place', 'cancel'] as const) {
        expect(judge(kind, outcome, 200, '', 'a serious problem')).toBe('halt-all');
        expect(judge(kind, outcome, 200, 'SeriousError')).toBe('halt-all');
        expect(judge(kind, outcome, 500)).toBe('halt-all');
      }
    }
  });
});
