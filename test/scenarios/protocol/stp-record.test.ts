// STP records as a client reads them.
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/protocol/index.js';
import { TRADE_BODY } from '../../protocol/samples.js';

const { response } = ROUTES.stpMessages;
const RECORD = { ...TRADE_BODY, event: 'RESEND' };

describe('STP record', () => {
  it('without an event is NEW', () => {
    expect(response.parse([TRADE_BODY])).toEqual([{ ...TRADE_BODY, event: 'NEW' }]);
    expect(response.parse([RECORD])).toEqual([RECORD]);
  });

  it('may have unknown fields and statuses, and nulls', () => {
    const record = { ...RECORD, colour: 'red', status: 'Disputed', counterpartyTradeId: null };
    expect(response.parse([record])).toEqual([record]);
  });

  it.each(Object.keys(TRADE_BODY).filter((name) => !isOptional(name)))('has its %s', (name) => {
    const others = Object.entries(RECORD).filter(([other]) => other !== name);
    expect(response.safeParse([Object.fromEntries(others)]).success).toBe(false);
  });

  it.each([
    ['orderId', 60],
    ['tradeId', 255],
    ['coId', 255],
    ['tradeType', 20],
    ['symbol', 35],
    ['currency', 10],
    ['customerOrg', 30],
    ['user', 100],
    ['executionTime', 32],
    ['event', 50],
    ['notes', 255],
    ['channel', 100],
    ['uti', 150],
    ['nearLegISIN', 12],
    ['MT300Field72', 210],
  ])('has a %s of at most %i characters', (name, length) => {
    const withText = (text: string) => response.safeParse([{ ...RECORD, [name]: text }]).success;
    expect(withText('x'.repeat(length))).toBe(true);
    expect(withText('x'.repeat(length + 1))).toBe(false);
  });

  it('has custom parameters of at most 3500 characters of JSON', () => {
    // {"k":"..."} has 8 characters around the value.
    const withValue = (length: number) =>
      response.safeParse([{ ...RECORD, customParameters: { k: 'x'.repeat(length) } }]).success;
    expect(withValue(3_492)).toBe(true);
    expect(withValue(3_493)).toBe(false);
  });
});

function isOptional(name: string): boolean {
  const optional = ['customerAccount', 'counterpartyAccount', 'channel', 'channelCategory'];
  return [...optional, 'settledAmount'].includes(name);
}
