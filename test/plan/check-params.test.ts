// Checks of parameters before a session starts, beyond their schema.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlan } from '../../src/plan/load-plan.js';
import { formatSession, makeFolder } from '../backtest/sweep/case.js';

const folder = makeFolder(100);

const formatStrategy = (shape: string) => `import { EMPTY } from 'rxjs';
import { defineStrategy, symbol } from 'weir';
import { z } from 'zod';
export default defineStrategy({
  id: 'named',
  summary: 'Named.',
  params: z.strictObject({ symbol: symbol(), ${shape} }),
  run: () => EMPTY,
});
`;

async function load(shape: string, more: object) {
  writeFileSync(join(folder, 'named.ts'), formatStrategy(shape));
  const params = { symbol: 'EUR/USD', ...more };
  const session = JSON.parse(formatSession()) as object;
  const text = JSON.stringify({ ...session, strategies: [{ strategy: './named.ts', params }] });
  writeFileSync(join(folder, 'named.yaml'), text);
  return await loadPlan(join(folder, 'named.yaml'), new Map());
}

describe('parameter named like a secret', () => {
  it.each([
    ['stated', 'userToken: z.string()', { userToken: 'a' }, 'params.userToken'],
    ['from its default', 'passCount: z.number().default(3)', {}, 'params'],
    [
      'inside another parameter',
      'of: z.object({ secret: z.string() })',
      { of: { secret: 'a' } },
      'params.of',
    ],
  ])('is refused by the configuration: %s', async (_, shape, params, path) => {
    const loaded = await load(shape, params);
    expect(loaded).toMatchObject({ ok: false, fault: { code: 'config.value' } });
    const reported = JSON.stringify(loaded);
    expect(reported).toContain('named.yaml');
    expect(reported).toContain(`strategies[0].${path}`);
    expect(reported).toContain('the journal keeps parameters: rename');
  });

  it('is accepted where it only sounds like one', async () => {
    const loaded = await load('passiveTime: z.number()', { passiveTime: 3 });
    expect(loaded).toMatchObject({ ok: true });
  });
});
