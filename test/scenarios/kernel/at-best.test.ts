// Orders at best, without a price of their own: sent, refused or bound to a price.
import { describe, expect, it } from 'vitest';
import { encodeOrderRequest } from '../../../src/protocol/index.js';
import { Bot } from '../../kernel/harness.js';

/** Spot of a Monday. */
const AT_BEST = { type: 'AtBest', timeInForce: 'FOK', valueDate: '2026-07-15' } as const;

const open = (atBest: string) => new Bot({ limits: { RC15: { G10: 5, atBest } } }).warmUp();

describe('order at best', () => {
  it('leaves with its value date, which is part of the bytes', () => {
    const command = open('send').mustPlace(AT_BEST);
    expect(command).toMatchObject({ ...AT_BEST, units: 100_000 });
    expect(encodeOrderRequest(command)).toMatch(/"timeInForce":"FOK","valueDate":"2026-07-15"}$/);
  });

  it('is refused where the limits say so', () => {
    const bot = open('refuse');
    expect(bot.place(AT_BEST)).toBeUndefined();
    expect(bot.refusals).toMatchObject([{ rule: 'RC15', limit: 'no AtBest' }]);
  });

  it('becomes a Limit/IOC at the price cap where the limits say so', () => {
    // 5 bp through the touch of 1.10000/1.10010: 1.1006505 and 1.09945, whole ticks inside.
    const buy = open('limitIoc').mustPlace(AT_BEST);
    const bound = { type: 'Limit', timeInForce: 'IOC', valueDate: '' };
    expect(buy).toMatchObject({ ...bound, priceTicks: 110_065 });
    expect(encodeOrderRequest(buy)).toMatch(/"price":1\.10065,"timeInForce":"IOC"}$/);
    const sell = open('limitIoc').mustPlace({ ...AT_BEST, side: 'Sell', price: 1.1 });
    expect(sell).toMatchObject({ ...bound, priceTicks: 109_945 });
  });

  it('must be allowed in the form that it becomes', () => {
    const RC02 = { allowed: ['AtBest/FOK'] };
    const bot = new Bot({ limits: { RC02, RC15: { atBest: 'limitIoc' } } }).warmUp();
    bot.place(AT_BEST);
    expect(bot.refusals).toMatchObject([{ rule: 'RC02', value: 'Limit/IOC' }]);
  });

  it('conversion leaves other orders unchanged', () => {
    const command = open('limitIoc').mustPlace({ price: 1.100_15 });
    expect(command).toMatchObject({ type: 'Limit', priceTicks: 110_015, valueDate: '' });
    expect(encodeOrderRequest(command)).toMatch(/"timeInForce":"IOC"}$/);
  });
});
