// One torture world of half a minute, of the shipped configuration.
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { runWorld, type WorldOptions, type WorldReport } from '../../src/torture/index.js';

const SPAN = 30_000_000;

export async function run(options: Partial<WorldOptions>): Promise<WorldReport> {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  return unwrap(await runWorld({ plan, seed: 1, span: SPAN, ...options }));
}
