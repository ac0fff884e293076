// The words of tables and pages, as the command finds them.
import { afterEach, expect, it, vi } from 'vitest';
import { glossary, readTerms } from '../../../src/cli/check/glossary.js';

afterEach(() => {
  vi.restoreAllMocks();
});

async function ask(word: readonly string[], json = false): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  await glossary({ word, json });
  return lines.join('');
}

it('glossary has every term once, each with an explanation of its own', () => {
  const terms = readTerms();
  expect(terms.length).toBeGreaterThan(40);
  const names = terms.map(({ term }) => term.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(terms.filter(({ text }) => text.length < 20 || text.includes('**'))).toEqual([]);
});

it('glossary lists the terms, and prints one on a line', async () => {
  const list = await ask([]);
  expect(list.split('\n').slice(0, 2)).toEqual(['P&L', 'position']);
  expect(await ask(['slippage'])).toBe(
    'slippage: arrival mid against fill price. Above 0 is better than the arrival mid, below 0 ' +
      'worse, whichever the side.\n',
  );
  expect(JSON.parse(await ask(['bps'], true))).toMatchObject([{ term: 'bps' }]);
});

it.each([
  [['arrival', 'mid'], 'arrival mid'],
  [['Mark-outs'], 'mark-out'],
  [['FEES'], 'fee'],
  [['ioc'], 'time in force'],
  [['EXPIRED'], 'order state'],
])('glossary finds %j as %s', async (word, term) => {
  expect(await ask(word)).toMatch(new RegExp(`^${term}: `));
});

it('glossary names the nearest term for an unknown one', () => {
  const message = 'expected a term of `weir glossary`, found `slipage`; did you mean `slippage`?';
  expect(() => glossary({ word: ['slipage'], json: false })).toThrow(message);
  expect(() => glossary({ word: ['qqqq'], json: false })).toThrow(/found `qqqq`$/);
});
