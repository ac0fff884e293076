// The tables on risk and stop rules say what the code does.
import { describe, expect, it } from 'vitest';
import { SUBMIT_OUTCOMES } from '../../src/domain/index.js';
import { type RiskRule, RULES } from '../../src/risk/index.js';
import { plain, readPage, readTable } from './pages.js';

const PAGE = readPage('docs/risk-and-stop-rules.md');

describe('the table of outcomes', () => {
  it('has every class of a send', () => {
    const classes = readTable(PAGE, '## Outcomes of a send').map(([name]) => plain(name));
    expect(classes).toEqual([...SUBMIT_OUTCOMES]);
  });
});

describe('the table of halts', () => {
  it('names the rules that escalate', () => {
    const escalating = (RULES as readonly RiskRule[])
      .filter(({ escalation }) => escalation !== undefined)
      .map(({ id }) => id);
    const [first] = readTable(PAGE, '## Halts');
    expect(first?.[0]).toBe(escalating.toSorted().join(', '));
  });
});
