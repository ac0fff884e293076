// Each risk rule fires in a running bot, and no longer fires once its registry line is removed.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/risk/index.js';
import { listen, SCENARIOS } from '../../kernel/control-scenarios.js';
import { without } from '../../kernel/without.js';

describe('control scenarios', () => {
  it('exist for every rule', () => {
    expect(Object.keys(SCENARIOS).sort()).toEqual(RULES.map((rule) => rule.id).sort());
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
