// Shipped strategies by id, with the files that hold their texts.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StrategyRegistry } from '../session/index.js';
import type { StrategyDefinition } from '../strategy/index.js';

/** The registry that plans look up ids in. Built strategies stand beside src, as .js or as .ts. */
export async function loadRegistry(): Promise<{
  readonly texts: StrategyRegistry;
  readonly definitions: readonly StrategyDefinition[];
}> {
  const { strategies } = await import('../../strategies/index.js');
  const texts = new Map<string, string>();
  for (const { id } of strategies) {
    for (const extension of ['js', 'ts']) {
      const file = fileURLToPath(new URL(`../../strategies/${id}.${extension}`, import.meta.url));
      if (!texts.has(id) && existsSync(file)) texts.set(id, file);
    }
  }
  return { texts, definitions: strategies };
}
