// RC34 in a running bot: never more than four requests on their way, one of them for safety.
import { expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import type { WireCall } from '../../../src/torture/platform/wire-types.js';

it('RC34 applies to orders too, at a slow venue', async () => {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  let onWay: WireCall[] = [];
  const counts = { all: 0, others: 0, orders: 0 };
  const report = await runWorld({
    ...{ plan, seed: 1, faults: [], span: 60 * SECOND },
    prepare: ({ wire }) => {
      wire.meddlers.push((_, answer) => {
        answer.down += 900 * MILLISECOND;
      });
    },
    invariants: [
      {
        number: 99,
        title: 'four on their way',
        onLeave: (_, { call }) => {
          onWay = [...onWay.filter(({ isOver }) => !isOver), call];
          const others = onWay.filter(({ lane }) => lane !== 'safety').length;
          counts.all = Math.max(counts.all, onWay.length);
          counts.others = Math.max(counts.others, others);
          if (call.lane === 'trading' && call.request.method === 'POST') counts.orders += 1;
          return undefined;
        },
      },
    ],
  });
  expect(unwrap(report).orders).toBeGreaterThan(0);
  expect(counts.orders).toBeGreaterThan(10);
  expect(counts).toMatchObject({ all: 4, others: 3 });
});
