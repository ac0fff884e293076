// What a strategy of a world throws, whatever it is.
import { EMPTY, throwError } from 'rxjs';
import { expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.js';
import { StrategyFaults } from '../../../src/torture/faults/strategy-faults.js';

it.each<[string, unknown, RegExp]>([
  ['an error', new Error('no rate'), /^strategy own threw Error: no rate\n/],
  ['a text', 'stop', /^strategy own threw stop$/],
  ['an object without a message', Object.create(null), /^strategy own threw what cannot be told/],
])('exception of a strategy is reported: %s', (_, thrown, words) => {
  const found: unknown[] = [];
  const faults = new StrategyFaults((invariant, text) => found.push([invariant, text]));
  const definition = { run: () => throwError(() => thrown) };
  const planned = { name: 'own', definition } as unknown as Plan['strategies'][number];
  const [wrapped] = faults.wrap([planned]);
  const context = { fills: EMPTY, orders: EMPTY, rates: () => EMPTY };
  wrapped?.definition.run(context as never).subscribe({ error: () => undefined });
  expect(found).toEqual([[14, expect.stringMatching(words)]]);
});
