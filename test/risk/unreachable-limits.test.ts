// Limits that leave nothing to trade, for `weir check`.
import { expect, it } from 'vitest';
import { limitsSchema, listUnreachableLimits, toLimits } from '../../src/risk/index.js';
import { EUR_TRY, EUR_USD } from './candidate.js';

const find = (raw: object, instruments = [EUR_USD]) =>
  listUnreachableLimits(toLimits(limitsSchema.parse(raw)), instruments);

it('unreachable limits: a largest order below the least size, by the class of each symbol', () => {
  const of = (least: string) => [`RC04 allows at most 999, the smallest order of ${least}`];
  expect(find({ RC04: { G10: 1_000 } })).toEqual([]);
  expect(find({ RC04: { G10: 999 } })).toEqual(of('EUR/USD is 1000'));
  expect(find({ RC04: { EM: 999 } })).toEqual([]);
  expect(find({ RC04: { EM: 999 } }, [EUR_USD, EUR_TRY])).toEqual(of('EUR/TRY is 1000'));
});

it('unreachable limits: no order type, and an account currency that no symbol has', () => {
  expect(find({ RC02: { allowed: [] } })).toEqual(['RC02 allows no order type']);
  expect(find({ accountCurrency: 'EUR' })).toEqual([]);
  expect(find({ accountCurrency: 'JPY' })).toEqual(['no symbol converts into accountCurrency JPY']);
});

it('unreachable limits: none where the rule is off', () => {
  expect(find({ RC02: 'off', RC04: 'off' })).toEqual([]);
});
