// The words of the venue, and rates as strategies see them.
import { describe, expect, it } from 'vitest';
import { createInstrument, Rate, UNLIMITED, unwrap } from '../../../src/domain/index.js';
import { isTerminalStatus, ORDER_STATUSES, toSign } from '../../../src/domain/orders/index.js';
import {
  findReasonCode,
  isReasonCode,
  isSeriousErrorText,
  REASON_CODES,
} from '../../../src/domain/venue/index.js';

describe('order status', () => {
  it('ends an order or not; an unknown one never does', () => {
    const ending = ORDER_STATUSES.filter(isTerminalStatus);
    expect(ending).toEqual(['FILLED', 'CANCELED', 'REPLACED', 'REJECTED', 'EXPIRED', 'FAILED']);
    expect(isTerminalStatus('DONE_FOR_DAY')).toBe(false);
    expect(isTerminalStatus('filled')).toBe(false);
    expect(isTerminalStatus('')).toBe(false);
  });
});

describe('reason code', () => {
  it('is one of twenty', () => {
    expect(new Set(REASON_CODES).size).toBe(20);
    for (const code of REASON_CODES) expect(isReasonCode(code)).toBe(true);
    expect(isReasonCode('invalidprice')).toBe(false);
    expect(isReasonCode('toString')).toBe(false);
  });

  it.each([
    ['RequestValidationError.InvalidPrice', 'InvalidPrice'],
    ['400: RequestValidationError.amount, too small', 'amount'],
    ['RequestValidationError.NewCode', 'NewCode'],
    ['InvalidPrice', undefined],
    ['RequestValidationError.', undefined],
    ['', undefined],
  ])('in "%s" is %s', (text, code) => {
    expect(findReasonCode(text)).toBe(code);
  });
});

describe('text of the venue', () => {
  it.each([
    'SeriousError',
    'a serious problem',
    'Internal Server Error',
    'x INTERNAL SERVER ERROR',
  ])('"%s" reports a serious error', (text) => {
    expect(isSeriousErrorText(text)).toBe(true);
  });

  it.each(['', 'server error', 'InvalidPrice', 'internal'])(
    '"%s" reports no serious error',
    (text) => {
      expect(isSeriousErrorText(text)).toBe(false);
    },
  );
});

describe('side', () => {
  it('has a sign', () => {
    expect(toSign('Buy')).toBe(1);
    expect(toSign('Sell')).toBe(-1);
  });
});

describe('rate of a strategy', () => {
  const eurUsd = unwrap(createInstrument(0, 'EUR/USD'));

  it('has plain numbers for its ticks and minor units', () => {
    const rate = new Rate(eurUsd, 110_000, 110_010, 100_000_000, UNLIMITED, 5_000, 7_500);
    expect(rate).toMatchObject({
      symbol: 'EUR/USD',
      bid: 1.1,
      offer: 1.1001,
      mid: 1.10005,
      bidSize: 1_000_000,
      offerSize: Infinity,
      age: 2_500,
    });
    expect(rate.spreadBps).toBeCloseTo(0.909, 3);
  });
});
