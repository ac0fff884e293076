// The halt event that a kernel gets for a halt latched by a previous run.
import { expect, it } from 'vitest';
import { toCarriedHaltEvent } from '../../src/recovery/index.js';
import type { HaltRecord } from '../../src/state/index.js';

const HALT: HaltRecord = {
  ...{ id: '3-7', scope: 'strategy', strategy: 'alpha', symbol: '', cause: 'RC08', who: 'weir' },
  ...{ reason: 'no number', evidence: 'seq 7', at: 5, wallAt: 6, monoAt: 7, epoch: 3 },
};

it.each([
  ['everything', { scope: 'all', strategy: '' }, 'halt 3-7 is in force'],
  ['a strategy', {}, 'halt 3-7 of alpha is in force'],
  [
    'a symbol',
    { scope: 'symbol', strategy: '', symbol: 'EUR/USD' },
    'halt 3-7 of EUR/USD is in force',
  ],
  ['manual calls', { strategy: 'operator' }, 'halt 3-7 of operator is in force'],
] as const)('carried halt of %s keeps its scope', (_, place, words) => {
  const record = { ...HALT, ...place };
  const { scope, strategy, symbol } = record;
  expect(toCarriedHaltEvent(record, ['alpha', 'beta'])).toEqual({
    type: 'recovery',
    step: 'halt',
    reason: `${words} until weir resume: no number`,
    halt: {
      ...{ at: 5, scope, strategy, rule: 'RC08', reason: 'no number', id: '3-7', who: 'weir' },
      ...(symbol === '' ? {} : { symbol }),
    },
  });
});

it('carried halt of a strategy that no longer exists halts everything, and says why', () => {
  const { halt, reason } = toCarriedHaltEvent(HALT, ['alpha2', 'beta']);
  const why =
    'this session has no strategy alpha (it has alpha2, beta), so the halt covers everything';
  expect(reason).toBe(`halt 3-7 of alpha is in force until weir resume: no number; ${why}`);
  expect(halt).toMatchObject({
    id: '3-7',
    scope: 'all',
    strategy: '',
    reason: `no number; ${why}`,
  });
});
