// Texts of flags as values of a call.
import { describe, expect, it } from 'vitest';
import { readInput } from '../../../src/cli/venue/venue-flags.js';
import { prepareCall } from '../../../src/client/index.js';
import { type Route, ROUTES } from '../../../src/protocol/index.js';

describe('readInput', () => {
  it('keeps every digit of amounts in a list, number or text', () => {
    const route: Route = ROUTES.updateBrokerBalances;
    const rows = [
      '{"currency":"ETH","amount":12345678.123456789012345678}',
      '{"currency":"BTC","amount":"9007199254740993"}',
    ];
    const prepared = prepareCall(route, readInput(route, { body: `[${rows.join(',')}]` }));
    expect(prepared).toMatchObject({
      value: { body: expect.stringContaining('"12345678.123456789012345678"') as unknown },
    });
    expect(prepared).toMatchObject({
      value: { body: expect.stringContaining('"9007199254740993"') as unknown },
    });
  });

  it('takes an address of digits as the text that it is', () => {
    const texts = { currency: 'BTC', amount: '1', address: '12345678901234567890123', tag: '007' };
    expect(readInput(ROUTES.withdraw, texts)).toEqual(texts);
  });
});
