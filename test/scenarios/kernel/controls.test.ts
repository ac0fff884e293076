// Each risk rule fires in a running bot, and no longer fires once its registry line is removed.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/risk/index.js';
import { listen, SCENARIOS } from '../../kernel/control-scenarios.js';
import { RULE_WORLDS } from '../../torture/control-scenarios.js';
import { without } from '../../kernel/without.js';

const KERNEL =
  'test/kernel/control-scenarios.ts: a bot that it stops, and one just within its limit';
const WORLD = 'test/torture/control-scenarios.ts: limits, an order or a fault with which it fires';

describe('control scenarios', () => {
  it('exist for every rule, in a kernel and in a torture world', () => {
    const missing = RULES.flatMap(({ id }) => [
      ...(id in SCENARIOS ? [] : [`${id} in SCENARIOS of ${KERNEL}`]),
      ...(id in RULE_WORLDS ? [] : [`${id} in RULE_WORLDS of ${WORLD}`]),
    ]);
    expect(missing, 'add these').toEqual([]);
    const ids: readonly string[] = RULES.map(({ id }) => id);
    const known = [SCENARIOS, RULE_WORLDS].flatMap((table) => Object.keys(table));
    expect(known.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe.each(Object.entries(SCENARIOS))('%s', (id, scenario) => {
  it('fires in a running bot under its name', () => {
    const { fired, calm } = scenario;
    expect(listen(fired())).toContain(id);
    expect(listen(calm())).not.toContain(id);
  });

  it('does not fire once its line is removed from the registry', () => {
    expect(listen(without(RULES, id, scenario.fired))).not.toContain(id);
  });
});
