// Own strategies that fail while they run: halted with their own words, in every mode alike.
import { afterAll, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

/** A strategy file whose `run` has this body; an author's types need not be right. */
function formatStrategy(body: string): string {
  return `import { defineStrategy, symbol } from 'weir';
import { EMPTY, map, of, take } from 'rxjs';
import { z } from 'zod';

export default defineStrategy({
  id: 'broken',
  summary: 'Broken.',
  params: z.strictObject({ symbol: symbol() }),
  run: (ctx: any): any => { ${body} },
});
`;
}

function makeBroken(body: string) {
  const strategy = { strategy: './broken.ts', params: { symbol: 'EUR/USD' } };
  return makeSession({ strategies: [strategy] }, { 'broken.ts': formatStrategy(body) });
}

it('a strategy that ends at once ends its session', async () => {
  const { dir } = makeBroken('return EMPTY;');
  for (const command of ['backtest', 'paper']) {
    const { code, stderr } = await runWeir([command, 'session.yaml'], { cwd: dir });
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr });
  }
});
