// Shipped strategies by id, with their source files.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freezeIntrinsics } from '../host/index.js';
import type { ShippedStrategy, StrategyCatalog } from '../plan/index.js';

/**
 * The catalogue in which plans look up strategy ids. Built strategies lie beside src, as .js or
 * .ts.
 */
export async function loadRegistry(): Promise<StrategyCatalog> {
  const { strategies } = await import('../../strategies/index.js');
  freezeIntrinsics();
  const registry = new Map<string, ShippedStrategy>();
  for (const definition of strategies) {
    const { id } = definition;
    for (const extension of ['js', 'ts']) {
      const file = fileURLToPath(new URL(`../../strategies/${id}.${extension}`, import.meta.url));
      if (!registry.has(id) && existsSync(file)) registry.set(id, { file, definition });
    }
  }
  return registry;
}
