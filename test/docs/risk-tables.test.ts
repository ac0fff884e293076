// The lists of the page on risk and stop rules agree with the code.
import { describe, expect, it } from 'vitest';
import { SUBMIT_OUTCOMES } from '../../src/domain/events/index.js';
import { type RiskRule, RULES } from '../../src/risk/index.js';
import { plain, readList, readPage } from './pages.js';

const PAGE = readPage('docs/risk-and-stop-rules.md');

describe('list of outcomes', () => {
  it('has every class of a send', () => {
    const classes = readList(PAGE, '## Outcomes of a send').map(([name]) => plain(name));
    expect(classes).toEqual([...SUBMIT_OUTCOMES]);
  });
});

describe('list of halts', () => {
  it('names the rules that escalate', () => {
    const escalating = (RULES as readonly RiskRule[])
      .filter(({ escalation }) => escalation !== undefined)
      .map(({ id }) => id);
    const [first] = readList(PAGE, '## Halts');
    expect(first?.[0], 'docs/risk-and-stop-rules.md, Halts: each rule with an escalation').toBe(
      `${escalating.toSorted().join(', ')} (strategy)`,
    );
  });
});
