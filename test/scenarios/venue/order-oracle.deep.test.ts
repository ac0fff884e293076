// The venue machine against the naive venue of all order types, which was written from the rules;
// in half of the scripts several providers make levels.
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { generateOrderScript } from '../../oracle/order-draws.js';
import { createRandom } from '../../oracle/script.js';
import { agrees, explain } from '../../venue/order-machine.js';
import { countRuns } from '../../runs.js';

describe('venue and naive venue of all order types', () => {
  it('agree on every change of every order of random scripts', () => {
    fc.assert(
      fc.property(fc.noShrink(fc.integer({ min: 1, max: 2_000_000_000 })), (seed) => {
        const script = generateOrderScript(createRandom(seed), 220);
        if (!agrees(script)) throw new Error(explain(script));
      }),
      { numRuns: countRuns(300), seed: 1 },
    );
  });
});
