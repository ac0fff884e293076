// Each rule fires in a running bot, and no longer does once its line in the registry is gone.
import { describe, expect, it } from 'vitest';
import { type RiskRule, RULES } from '../../src/risk/index.js';
import { SCENARIOS } from './control-scenarios.js';

const REGISTRY = RULES as unknown as RiskRule[];

/** What a scenario does while the registry lacks one rule. */
function without<T>(id: string, play: () => T): T {
  const at = REGISTRY.findIndex((rule) => rule.id === id);
  const [removed] = REGISTRY.splice(at, 1);
  try {
    return play();
  } finally {
    if (removed !== undefined) REGISTRY.splice(at, 0, removed);
  }
}

describe('the scenarios', () => {
  it('are there for every rule', () => {
    expect(Object.keys(SCENARIOS).sort()).toEqual(REGISTRY.map(({ id }) => id).sort());
  });
});

describe.each(Object.entries(SCENARIOS))('%s', (id, scenario) => {
  it('fires in a running bot, and says its name', () => {
    const { fired, calm } = scenario;
    expect(fired()).toContain(id);
    expect(calm()).not.toContain(id);
  });

  it('does not once its line is removed from the registry', () => {
    expect(without(id, scenario.fired)).not.toContain(id);
  });
});
