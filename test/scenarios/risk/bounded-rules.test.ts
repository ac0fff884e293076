// Rules that count events keep a bounded number of them in a bot that runs on and on.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import type { OrderFacts } from '../../../src/risk/rule.js';
import {
  candidate,
  createRule,
  EUR_USD,
  makeSetup,
  NOW,
  quote,
  recordActions,
} from '../../risk/candidate.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function measureHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const EUR = quote(EUR_USD);

function executed(units: number): OrderFacts {
  const terms = {
    ...{ coId: 'w1-0001-0000001-0001', intentId: 1, host: { name: 'alpha' }, symbol: EUR },
    ...({ side: 'Buy', sign: 1, type: 'Limit', timeInForce: 'IOC', units } as const),
    ...{ priceTicks: 110_010, arrivalTicks2: 220_000, parent: undefined },
  };
  return { terms, cumUnits: units, bookedUnits: units, isTerminal: false };
}

const fill = (units: number, at = NOW) => ({ at, tradeId: 'T1', priceTicks: 110_010, units });

it('RC38 keeps 10 minutes of orders and fills, also of a bot that never cancels', () => {
  const setup = makeSetup({ symbols: [EUR], act: recordActions().act });
  const { onDecision, onFill } = createRule('RC38', {}, setup);
  const order = executed(1_000);
  const trade = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      onDecision?.(candidate({ at: NOW + i * SECOND }), true);
      onFill?.(order, fill(1_000, NOW + i * SECOND));
    }
  };
  trade(0, 20_000);
  const before = measureHeap();
  trade(20_000, 400_000);
  // Twice 380,000 times are 6 MB.
  expect(measureHeap() - before).toBeLessThan(1_000_000);
});

it.each([
  [9_999, ['halt alpha: Buy of the same size in EUR/USD was executed 3 times in 10 min']],
  [10_000, []],
])('RC35 drops the oldest size when %d others have come', (others, expected) => {
  const { act, told } = recordActions();
  const setup = makeSetup({ symbols: [EUR], act });
  const { onFill } = createRule('RC35', { within10Minutes: 3, perRun: 3 }, setup);
  const trade = (units: number) => onFill?.(executed(units), fill(units));
  trade(500_000);
  trade(500_000);
  for (let i = 1; i <= others; i++) trade(i);
  trade(500_000);
  expect(told()).toEqual(expected);
});
