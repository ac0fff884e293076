// Loads the strategies of a session from its journal.
import { fail, ok, type Result } from '../domain/index.js';
import { listIssueTexts } from '../validation/index.js';
import type { StrategyInstance } from '../kernel/index.js';
import { isStrategyDefinition } from '../strategy/index.js';
import type { SessionHeader } from './header.js';
import { loadStrategy } from '../strategy-loader/index.js';

/** Strategies of a header, loaded from the texts in it. */
export async function loadHeaderStrategies(
  header: SessionHeader,
): Promise<Result<readonly StrategyInstance[]>> {
  const strategies: StrategyInstance[] = [];
  for (const { isOwn, name, file, text: content, params } of header.strategies) {
    const loaded = await loadStrategy({ file, text: content });
    if (!loaded.ok) return loaded;
    const { definition, locate } = loaded.value;
    if (!isStrategyDefinition(definition)) {
      return fail('strategy.export', 'expected a strategy made by defineStrategy', file);
    }
    const checked = definition.params.safeParse(params);
    if (!checked.success) {
      const issues = listIssueTexts(definition.params, params).join('; ');
      return fail('strategy.params', `params of ${name}: ${issues}`, file);
    }
    strategies.push({
      name,
      definition,
      params: checked.data,
      ...(isOwn === undefined ? {} : { locate }),
    });
  }
  return ok(strategies);
}
