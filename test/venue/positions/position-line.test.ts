// A position line against one that nets everything again each time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFlow, type Flow, NOTHING } from '../../../src/venue/positions/netting.js';
import { PositionLine } from '../../../src/venue/positions/position-line.js';
import { countRuns } from '../../runs.js';

const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('add' as const), fc.integer({ min: -9, max: 9 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('remove' as const), fc.nat()) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('finalize' as const), fc.constant(0)) },
);

describe('position line', () => {
  it('is what its flows make when all of them are netted in order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
        const line = new PositionLine();
        let flows: Flow[] = [];
        let finals = 0;
        for (const [i, [kind, value]] of steps.entries()) {
          if (kind === 'add') {
            const sign = value < 0 ? -1n : 1n;
            const base = BigInt(value === 0 ? 1 : value);
            const flow = {
              tradeId: String(i),
              base,
              term: -sign * BigInt(100 + (i % 7)),
              cost: base * 7n,
            };
            line.add(flow);
            flows.push(flow);
          } else if (kind === 'remove' && flows.length > finals) {
            const gone = flows[finals + (value % (flows.length - finals))]?.tradeId ?? '';
            line.remove(gone);
            flows = flows.filter((flow) => flow.tradeId !== gone);
          } else if (kind === 'finalize' && flows.length > finals) {
            line.finalize(flows[finals]?.tradeId ?? '');
            finals++;
          }
          expect(line.netted).toEqual(flows.reduce(applyFlow, NOTHING));
        }
      }),
      { numRuns: countRuns(30) },
    );
  });

  it('nets alike however many flows have become final', () => {
    const line = new PositionLine();
    for (let i = 0; i < 1_000; i++) {
      const [base, term] = i % 3 === 0 ? [-2n, 9n] : [1n, -4n];
      line.add({ tradeId: String(i), base, term, cost: base * BigInt(i) });
    }
    for (let i = 0; i < 999; i++) line.finalize(String(i));
    const before = line.netted;
    line.remove('none');
    expect(line.netted).toEqual(before);
    line.remove('999');
    expect(line.netted.base).toBe(before.base + 2n);
  });
});
