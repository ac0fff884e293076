// weir check on files of every kind: which kind it recognises and what it reports.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { FILE_CHECKS } from '../../../src/cli/check/check-file.js';
import { findFileKind } from '../../../src/cli/file-kind.js';
import { readText } from '../../../src/config/index.js';
import { formatFault, unwrap } from '../../../src/domain/index.js';

const CONFIG = fileURLToPath(new URL('../../../config/', import.meta.url));
const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What is said of a copy of a shipped file with one change; DIR stands for its folder. */
async function checkChanged(name: string, from: string, to: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-check-'));
  made.push(folder);
  cpSync(CONFIG, folder, { recursive: true });
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  const source = unwrap(readText(file));
  const kind = findFileKind(source);
  if (kind === 'session' || kind === 'sweep') return kind;
  const checked = await FILE_CHECKS[kind](source);
  return (checked.ok ? JSON.stringify(checked.value) : formatFault(checked.fault)).replaceAll(
    `${folder}/`,
    'DIR/',
  );
}

const SHIPPED = [
  ['paper.yaml', 'session'],
  ['run.yaml', 'session'],
  ['sweep.yaml', 'sweep'],
  ['simulator.yaml', 'simulator'],
  ['simulator-generated.yaml', 'simulator'],
  ['scenarios/slow-venue.yaml', 'scenario'],
  ['live.yaml', 'session'],
  ['limits/paper.yaml', 'limits'],
  ['limits/backtest.yaml', 'limits'],
  ['limits/live.yaml', 'limits'],
  ['calendars.yaml', 'calendars'],
  ['policy.yaml', 'policy'],
] as const;

describe('kind of a file', () => {
  it.each(SHIPPED)(
    '%s is recognised by its keys, and by the schema that it names: %s',
    (name, kind) => {
      const source = unwrap(readText(join(CONFIG, name)));
      expect(findFileKind(source)).toBe(kind);
      const plain = source.text.replace(/^#.*\n/gm, '');
      expect(findFileKind({ file: 'a.yaml', text: plain })).toBe(kind);
      const named = `# $schema=schema/profile.schema.json\n${plain}`;
      expect(findFileKind({ file: 'a.yaml', text: named })).toBe('profile');
    },
  );

  it('is profile by its keys, and session where nothing matches', () => {
    expect(findFileKind({ file: 'a.yaml', text: 'noFillStatus: 404\n' })).toBe('profile');
    for (const text of ['nothing: 1', '- 1', 'broken: [']) {
      expect(findFileKind({ file: 'a.yaml', text })).toBe('session');
    }
  });
});

describe('checked file', () => {
  it('of a policy reports which policy it is', async () => {
    const source = unwrap(readText(join(CONFIG, 'policy.yaml')));
    const facts = unwrap(await FILE_CHECKS.policy(source));
    expect(facts).toEqual({
      kind: 'policy',
      name: 'default',
      version: expect.any(String) as string,
    });
    expect(await checkChanged('policy.yaml', 'version', 'versoin')).toContain('versoin');
  });

  it('of a simulator reports what it would start', async () => {
    const source = unwrap(readText(join(CONFIG, 'simulator-generated.yaml')));
    expect(unwrap(await FILE_CHECKS.simulator(source))).toEqual({
      kind: 'simulator',
      listens: '127.0.0.1:8787',
      users: 'demo of DemoOrg',
      symbols: 'EUR/USD, GBP/USD, USD/JPY, EUR/GBP, USD/MXN',
      faults: '0',
    });
  });

  it('of limits reports whether they state what a live session requires', async () => {
    const fits = async (name: string) => {
      const source = unwrap(readText(join(CONFIG, name)));
      return unwrap(await FILE_CHECKS.limits(source))['fit for live'];
    };
    expect(await fits('limits/live.yaml')).toBe('yes, with bands and strategies of the session');
    expect(await fits('limits/paper.yaml')).toBe('no');
  });

  const GENERATED = 'simulator-generated.yaml';
  it.each([
    [
      ...(['simulator.yaml', 'port: 8787', 'port: much'] as const),
      'DIR/simulator.yaml:5:7: port: expected a number, found "much"',
    ],
    [
      ...(['simulator.yaml', 'EURUSD-2026', 'EURUSD-1926'] as const),
      'DIR/simulator.yaml:17:1: recording: DIR/recordings/EURUSD-1926-07-13T12.csv: ',
    ],
    [
      ...([GENERATED, 'EUR/USD:', 'USD/INR:'] as const),
      'DIR/simulator-generated.yaml:38:20: rates.sources[0].generator.symbols."USD/INR": USD/INR',
    ],
    [
      ...([GENERATED, 'price: 1.0951', 'price: 0.0000001'] as const),
      'DIR/simulator-generated.yaml:38:20: rates.sources[0].generator.symbols."EUR/USD": ' +
        'EUR/USD: expected a price of 1 to 100,000,000,000 ticks, found 1e-7 (simulator.rates)',
    ],
    [
      ...(['simulator.yaml', 'port: 8787', 'port: 8787\nscenario: none.yaml'] as const),
      'DIR/simulator.yaml:6:11: scenario: DIR/none.yaml: expected a file, found none',
    ],
    [
      ...(['scenarios/slow-venue.yaml', 'kind: hide', 'kind: hyde'] as const),
      'DIR/scenarios/slow-venue.yaml:',
    ],
    [
      ...(['limits/paper.yaml', 'accountCurrency: USD', 'accountCurrency: 5'] as const),
      'DIR/limits/paper.yaml:4:18: accountCurrency: expected text',
    ],
    [...(['calendars.yaml', 'TRY:', 'TRX:'] as const), 'DIR/calendars.yaml:'],
  ])(
    'names in %s with `%s` as `%s` the place and what was expected',
    async (name, from, to, words) => {
      expect((await checkChanged(name, from, to)).slice(0, words.length)).toBe(words);
    },
  );
});
