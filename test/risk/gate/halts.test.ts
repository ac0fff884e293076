// The order in which halts are listed is independent of the order in which they came.
import { expect, it } from 'vitest';
import type { Halt } from '../../../src/domain/events/index.js';
import { Halts } from '../../../src/risk/gate/halts.js';

function halt(scope: Halt['scope'], strategy: string, symbol: string): Halt {
  return { scope, strategy, symbol, rule: 'RC20', reason: 'a jump' } as Halt;
}

it('halts are listed by strategy name, then by symbol name', () => {
  const expected = ['alpha', 'beta', 'EUR/USD', 'GBP/USD', 'USD/JPY'];
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [3, 1, 4, 0, 2],
  ]) {
    const halts = new Halts();
    for (const at of order) {
      const name = expected[at] as string;
      halts.latch(at < 2 ? halt('strategy', name, '') : halt('symbol', '', name));
    }
    expect(halts.list().map(({ strategy, symbol }) => strategy + (symbol ?? ''))).toEqual(expected);
  }
});
