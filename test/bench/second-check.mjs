// What the second check of an order costs: its bounds at the approval, and both looks at the write.
// node second-check.mjs [ORDERS=2000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { createInstrument, unwrap } from '../../dist/src/domain/index.js';
import { SymbolState } from '../../dist/src/risk/gate/index.js';
import { defaultLimits, findExcess, SecondCheck } from '../../dist/src/risk/index.js';
import { KEEP_LOW, printResult, toMedian } from './measure.mjs';

const MOST_MICROS = 2;
const [orders = 2_000_000, rounds = 5] = process.argv.slice(2).map(Number);
const instrument = unwrap(createInstrument(0, 'EUR/USD'));
const symbol = new SymbolState(instrument);
const check = new SecondCheck(defaultLimits(), [symbol], { capOf: () => 0 });

function run() {
  const from = performance.now();
  for (let i = 0; i < orders; i++) {
    const bid = 110_000 + (i % 10);
    symbol.update(i, bid, bid + 10, 1, 1, i);
    const command = { kind: 'place', type: 'Limit', instrument, units: 100_000, priceTicks: bid };
    const bounds = check.bound(command, 'alpha', i);
    for (let look = 0; look < 2; look++) assert.equal(findExcess(command, bounds), undefined);
  }
  return ((performance.now() - from) * 1_000) / orders;
}

const micros = toMedian(Array.from({ length: rounds }, run), 3);
assert.ok(micros < MOST_MICROS, `expected less than ${MOST_MICROS} us an order, found ${micros}`);
const what = 'second check of an order, us';
printResult('second-check', [{ id: 'P12', what, value: micros, ...KEEP_LOW }], { orders, rounds });
