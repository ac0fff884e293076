// Halts and the refusals that led to them.
import { expect, it } from 'vitest';
import type { Halt, Refusal } from '../../../src/domain/events/index.js';
import { describeReason, Stops } from '../../../src/report/index.js';

const refuse = (at: number, rule: string, message: string): Refusal => {
  const order = { intentId: 1, strategy: 'alpha', symbol: 'EUR/USD', limit: 5, value: 6 };
  const state = { position: 0, workingBuy: 0, workingSell: 0, limitsVersion: '' };
  return { at, rule, message, ...order, ...state };
};
const halt = (at: number, rule: string, strategy = 'alpha'): Halt => {
  const scope = strategy === '' ? 'all' : 'strategy';
  return { at, rule, strategy, scope, reason: `too many refusals by ${rule}` };
};

it('halt row shows the refusal that caused it, with its limit', () => {
  const stops = new Stops();
  stops.refused(refuse(1, 'RC04', 'expected at most 7'));
  stops.refused(refuse(2, 'RC04', 'expected at most 5 EUR, found 6 EUR'));
  stops.refused(refuse(2, 'RC14', 'too far'));
  const texts = [halt(2, 'RC04'), halt(2, 'RC04', ''), halt(2, 'RC04', 'beta'), halt(3, 'RC14')]
    .map((one) => stops.halted(one))
    .map(describeReason);
  const known = 'too many refusals by RC04, the last: expected at most 5 EUR, found 6 EUR';
  const [plain, late] = ['too many refusals by RC04', 'too many refusals by RC14'];
  expect(texts).toEqual([known, known, plain, late]);
  expect(stops.halts.rows).toHaveLength(4);
  expect(stops.notify().refusals.map(({ rule, count }) => [rule, count])).toEqual([
    ['RC04', 2],
    ['RC14', 1],
  ]);
});
