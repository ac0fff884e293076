// The inventory of controls against the list of the specification and against the tests it names.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ControlRow, limitsSchema, listControls, toLimits } from '../../src/risk/index.js';
import { SCENARIOS } from '../kernel/control-scenarios.js';
import { RULE_WORLDS } from '../torture/control-scenarios.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/** A test with the table of its cases, if it has one. */
function readWhole(test: string): string {
  const text = read(test);
  const [, table] = /from '(\.\.?\/\S+-scenarios)\.js'/.exec(text) ?? [];
  return table === undefined ? text : text + read(join(dirname(test), `${table}.ts`));
}

const { controls } = z
  .object({ controls: z.array(z.string()) })
  .parse(JSON.parse(read('test/fixtures/controls.json')));
const rows = listControls();
/** A rule without scenarios is asked for them by test/scenarios/kernel/controls.test.ts alone. */
const isTold = ({ id, kind }: ControlRow) =>
  kind !== 'rule' || (id in SCENARIOS && id in RULE_WORLDS);

describe('inventory of controls', () => {
  it('has one row for each control of the specification, and besides them rules only', () => {
    expect(controls).toHaveLength(68);
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.filter((id) => controls.includes(id))).toEqual(controls);
    const others = rows.filter(({ id }) => !controls.includes(id));
    expect(others.filter(({ kind }) => kind !== 'rule')).toEqual([]);
  });

  it.each(rows.map((row) => [row.id, row] as const))('has every column filled for %s', (_, row) => {
    for (const words of [row.summary, row.mitigates, row.limit, row.action]) {
      expect(words).not.toBe('');
    }
    expect(row.class).toMatch(/^[LTA]$/);
    expect(row.live).toMatch(/^[MDF]$/);
  });

  it.each(rows.filter(isTold).map(({ id, tests }) => [id, tests] as const))(
    'names for %s only tests that exist and mention it',
    (id, tests) => {
      expect(tests).not.toEqual([]);
      for (const test of tests) expect(readWhole(test)).toContain(id);
    },
  );

  it('lists required limits in the spelling of a limits file', () => {
    const stated = { RC05: { hard: 10_000 }, RC17: 'off', RC58: { softMs: 7 } };
    const limits = toLimits(limitsSchema.parse(stated));
    const limitOf = (id: string) => listControls(limits).find((row) => row.id === id)?.limit;
    expect(limitOf('RC05')).toBe('max: 10000, alertAbove: 1000000');
    expect(limitOf('RC17')).toBe('off');
    expect(limitOf('RC29')).toBe('max: 500000, alertAtShare: 0.5');
    expect(limitOf('RC58')).toMatch(/^alertLagMs: 7, pauseLagMs: 1000, /);
    expect(rows.find(({ id }) => id === 'RC29')?.limit).toBe('max: 100000000, alertAtShare: 0.5');
  });

  it('names the torture worlds for each rule that they can disable, and no other', () => {
    const worlds = 'test/scenarios/torture/limits.deep.test.ts';
    const found = readWhole(worlds).matchAll(/(?:\[|without\()'(RC\d\d)'/g);
    const named = rows.filter(({ tests }) => tests.includes(worlds)).map(({ id }) => id);
    expect(named).toEqual([...new Set([...found].map(([, id]) => id))].toSorted());
  });

  it('names the bot worlds for each control that fires in one, and no other', () => {
    const worlds = 'test/scenarios/torture/controls.deep.test.ts';
    const text = read('test/torture/control-scenarios.ts') + read(worlds);
    const found = text.matchAll(/^ {2}(?:it\(')?(RC\d\d)\b/gm);
    const named = rows
      .filter((row) => isTold(row) && row.tests.includes(worlds))
      .map(({ id }) => id);
    expect(named).toEqual([...new Set([...found].map(([, id]) => id))].toSorted());
  });
});
