// Shipped strategies by id: each id finds the file whose text is that strategy.
import { basename, extname } from 'node:path';
import { expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { readText } from '../../src/config/index.js';
import { unwrap } from '../../src/domain/index.js';
import { loadStrategy } from '../../src/strategy-loader/load-strategy.js';
import { strategies } from '../../strategies/index.js';

it('strategy id names the file of its strategy', async () => {
  const registry = await loadRegistry();
  expect([...registry.keys()]).toEqual(strategies.map(({ id }) => id));
  expect(registry.size).toBeGreaterThan(0);
  for (const [id, { file, definition }] of registry) {
    expect(definition.id).toBe(id);
    expect(basename(file, extname(file))).toBe(id);
    const loaded = unwrap(await loadStrategy(unwrap(readText(file))));
    expect(loaded.definition).toMatchObject({ id });
  }
});
