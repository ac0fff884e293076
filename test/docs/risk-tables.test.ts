// The tables on risk and stop rules say what the code does.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatDuration, SEND_CLASSES } from '../../src/domain/index.js';
import { type RiskRule, RULES } from '../../src/risk/index.js';
import { plain, readPage, readTable } from './pages.js';

const PAGE = readPage('docs/risk-and-stop-rules.md');

describe('the table of controls', () => {
  const rows = readTable(PAGE, '## Controls');

  it('has every rule with its summary, stage, defaults and escalation', () => {
    expect(rows).toEqual(RULES.map(toRow));
  });
});

describe('the table of outcomes', () => {
  it('has every class of a send', () => {
    const classes = readTable(PAGE, '## Outcomes of a send').map(([name]) => plain(name));
    expect(classes).toEqual([...SEND_CLASSES]);
  });
});

describe('the table of halts', () => {
  it('names the rules that escalate', () => {
    const escalating = (RULES as readonly RiskRule[])
      .filter(({ haltAfter }) => haltAfter !== undefined)
      .map(({ id }) => id);
    const [first] = readTable(PAGE, '## Halts');
    expect(first?.[0]).toBe(escalating.toSorted().join(', '));
  });
});

function toRow({ id, summary, stage, fixed, params, haltAfter }: RiskRule): readonly string[] {
  const escalation =
    haltAfter === undefined
      ? ''
      : haltAfter.refusals === 1
        ? 'the first'
        : `${String(haltAfter.refusals)} in ${formatDuration(haltAfter.within)}`;
  return [id, summary, stage, describeDefaults(params), fixed ? 'no' : 'yes', escalation];
}

/** Defaults as a limits file writes them, with the unit when all figures have the same. */
function describeDefaults(params: z.ZodType): string {
  const defaults = z.encode(params, params.parse({})) as object;
  const text = formatFlow(defaults);
  const unit = Object.values(inner(params)).map((field) => field.description);
  const isOne = unit.length > 0 && unit[0] !== undefined && unit.every((one) => one === unit[0]);
  return text === '' ? '' : `\`${text}\`${isOne ? ` ${unit[0] ?? ''}` : ''}`;
}

function inner(params: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const object = params instanceof z.ZodPrefault ? params.unwrap() : params;
  return object instanceof z.ZodObject ? object.shape : {};
}

function formatFlow(value: object): string {
  return Object.entries(value)
    .map(([key, item]: [string, unknown]) => {
      if (Array.isArray(item)) return `${key}: [${item.join(', ')}]`;
      if (typeof item === 'object' && item !== null) return `${key}: { ${formatFlow(item)} }`;
      return `${key}: ${String(item)}`;
    })
    .join(', ');
}
