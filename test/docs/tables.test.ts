// Tables and lists of the pages say what the code does: commands, exit codes, faults, parameters.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as weir from '../../src/index.js';
import { EXIT } from '../../src/cli/output.js';
import { COMMANDS } from '../../src/cli/parser/commands.js';
import { VenueClient } from '../../src/client/venue-client.js';
import { LISTED_HOLIDAYS } from '../../src/domain/dates/listed-holidays.js';
import { RULED_HOLIDAYS } from '../../src/domain/dates/ruled-holidays.js';
import { createBuiltInCalendars } from '../../src/domain/dates/index.js';
import { createInstrument, unwrap } from '../../src/domain/index.js';
import { listAlgorithms } from '../../src/algorithms/index.js';
import { EFFECTS } from '../../src/simulator/index.js';
import { plain, readList, readPage, readTable, ROOT } from './pages.js';

/** Words of the shape of a code that are none: names of files and a label of messages. */
const NOT_CODES = [
  'config.yaml',
  'report.html',
  'venue.password',
  'policy.yaml',
  'sweep.yaml',
  'sweep.ndjson',
  'torture.yaml',
  'parity.html',
  'parity.json',
  'parity.csv',
];

describe('the list of commands', () => {
  it('has all that the help lists', () => {
    const entries = readList(readPage('docs/getting-started.md'), '## The command line');
    const commands = entries.map(([cell]) => plain(cell).split(' ')[1]);
    expect(commands).toEqual(Object.keys(COMMANDS));
  });
});

describe('the list of effects', () => {
  it('has every kind with its keys and what it does', () => {
    const stated = readList(readPage('docs/scenarios.md'), '## Effects').map(([head, text]) => {
      const [, id, on, keys] = /^(\S+) \((\w+)(?:; (.*))?\)$/.exec(head) ?? [];
      return [id, on, keys, text].map(plain);
    });
    const kinds = EFFECTS.map(({ id, on, schema, summary }) => {
      const [, ...keys] = Object.keys(schema.shape);
      return [id, on, keys.join(', '), summary];
    });
    expect(stated).toEqual(kinds);
  });
});

describe('the table of exit codes', () => {
  it('has every code', () => {
    const codes = readTable(readPage('docs/operator-card.md'), '## Exit codes');
    expect(codes.map(([code]) => Number(code))).toEqual(Object.values(EXIT));
  });
});

describe('the list of the client', () => {
  it('has every call', () => {
    const entries = readList(readPage('docs/client.md'), '## Calls');
    const stated = entries.flatMap(([cell]) =>
      [...plain(cell).matchAll(/(\w+)(?=\(|$)/g)].map(([, x]) => x),
    );
    const calls = Object.getOwnPropertyNames(VenueClient.prototype).slice(1);
    expect(stated.toSorted()).toEqual(calls.toSorted());
  });
});

describe('the table of parameter schemas', () => {
  it('names functions of weir', () => {
    const rows = readTable(readPage('docs/writing-strategies.md'), '## Parameters');
    const names = rows.map(([cell]) => plain(cell).replace(/\(.*/, ''));
    const known = ['symbol', 'side', 'amount', 'price', 'bps', 'duration', 'parentKey'];
    expect(names).toEqual(known);
    expect(names.filter((name) => !Object.hasOwn(weir, name))).toEqual([]);
  });
});

describe('the table of twap', () => {
  it('has its parameters with their defaults', () => {
    const rows = readTable(readPage('docs/execution-algorithms.md'), '## twap');
    const twap = listAlgorithms().find(({ id }) => id === 'twap');
    const defaults = twap?.params.parse({ duration: '1m' }) as Readonly<Record<string, unknown>>;
    const stated = rows.map(([name, standard]) => [plain(name), plain(standard)]);
    const expected = Object.entries(defaults).map(([name, value]) => {
      return [name, name === 'duration' ? 'required' : String(value)];
    });
    expect(stated).toEqual(expected);
  });
});

describe('the table of resting', () => {
  it('has its parameters with their defaults', () => {
    const rows = readTable(readPage('docs/execution-algorithms.md'), '## resting');
    const resting = listAlgorithms().find(({ id }) => id === 'resting');
    const { duration, life, ...rest } = resting?.params.parse({ duration: '1m' }) as {
      readonly duration: number;
      readonly life: number;
    };
    const minutes = (micros: number) => `${String(micros / 60_000_000)}m`;
    const expected = [
      ['duration', duration === 60_000_000 ? 'required' : 'a default'],
      ['life', minutes(life)],
      ...Object.entries(rest).map(([name, value]) => [name, String(value)]),
    ];
    expect(rows.map(([name, standard]) => [plain(name), plain(standard)])).toEqual(expected);
  });
});

describe('known currencies', () => {
  it('are as many as the page says', () => {
    const texts = readPage('docs/recorded-data.md').text;
    const currencies = [...['USD', 'EUR', 'JPY', 'GBP', 'CHF', 'AUD', 'NZD', 'CAD', 'SEK', 'NOK']];
    currencies.push('CNH', 'HKD', 'SGD', 'MXN', 'ZAR', 'TRY', 'PLN', 'CZK', 'HUF', 'DKK', 'ILS');
    currencies.push('THB');
    for (const currency of currencies.slice(1)) unwrap(createInstrument(0, `${currency}/USD`));
    expect(texts).toContain(`Pairs of ${String(currencies.length)} currencies are known`);
  });
});

describe('the list of calendars', () => {
  it('has every built-in calendar, its source and its last year', () => {
    const calendars = createBuiltInCalendars();
    const entries = readList(readPage('docs/value-dates.md'), '## Calendars');
    const currencies = [...Object.keys(RULED_HOLIDAYS), ...Object.keys(LISTED_HOLIDAYS)];
    const expected = currencies.map((currency) => {
      const { source = '', lastYear = 0 } = calendars.get(currency) ?? {};
      return [`${currency}, to ${String(lastYear)}`, source];
    });
    expect(entries).toEqual(expected);
  });
});

describe('the page on errors', () => {
  const page = readPage('docs/errors.md');
  const listed = [...page.text.matchAll(/^- `([a-z]+\.[a-z-]+)`: .{10}/gm)].map(
    ([, code = '']) => code,
  );

  it('has every fault code of the sources, once, and no other', () => {
    const areas = [...new Set(listed.map((code) => code.split('.')[0]))].join('|');
    const code = `((?:${areas}|backtest|kernel|risk|venue)\\.[a-z][a-z-]*)`;
    // A text of its own, or in the brackets that end a message.
    const shape = new RegExp(`'${code}'| \\(${code}\\)['\`]`, 'g');
    const found = ['src', 'backtest'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .flatMap((name) => {
          const text = readFileSync(join(ROOT, folder, name), 'utf8');
          return [...text.matchAll(shape)].map(([, text, bracketed]) => text ?? bracketed ?? '');
        }),
    );
    const codes = [...new Set(found)].filter((code) => !NOT_CODES.includes(code));
    expect(listed.toSorted()).toEqual(codes.toSorted());
  });

  it('has the codes that other pages name', () => {
    const entries = readList(readPage('docs/replay.md'), '## What it says');
    const named = entries.flatMap(([cell]) => [...plain(cell).matchAll(/\((\w+\.[\w-]+)\)/g)]);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter(([, code = '']) => !listed.includes(code))).toEqual([]);
  });
});

describe('messages that live operations quotes', () => {
  it.each([
    ': cancelling own orders; a second signal ends at once',
    'all own orders have ended, verified by query',
    'NOT PROVEN ENDED: ',
    ': look at the venue before anything else',
  ])('stand in the source: %s', (words) => {
    expect(readPage('docs/live-operations.md').text).toContain(words);
    const files = ['src/cli/bot/live.ts', 'src/cli/signals.ts'];
    const source = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('');
    expect(source).toContain(words);
  });
});
