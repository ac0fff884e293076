// Shipped strategies by id: each id finds the file whose text is that strategy.
import { basename, extname } from 'node:path';
import { expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { readText } from '../../src/config/index.js';
import { unwrap } from '../../src/domain/index.js';
import { loadStrategy } from '../../src/session/load-strategy.js';

it('each id names the file of its strategy', async () => {
  const { texts, definitions } = await loadRegistry();
  expect([...texts.keys()]).toEqual(definitions.map(({ id }) => id));
  expect(texts.size).toBeGreaterThan(0);
  for (const [id, file] of texts) {
    expect(basename(file, extname(file))).toBe(id);
    const loaded = unwrap(await loadStrategy(unwrap(readText(file))));
    expect(loaded.definition).toMatchObject({ id });
  }
});
