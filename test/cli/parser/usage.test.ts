// Wrong command lines in Weir's words.
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/output.js';
import { runCommandLine } from '../../../src/cli/parser/parser.js';
import { checkCommand, checkOnce, parseNumber } from '../../../src/cli/parser/usage.js';

/** The message and exit code with which something ends. */
async function readEnd(run: () => unknown): Promise<readonly [string, number]> {
  try {
    await run();
  } catch (error) {
    if (error instanceof CommandError) return [error.message.split('\n')[0] ?? '', error.exitCode];
    throw error;
  }
  throw new Error('expected a CommandError, found none');
}

describe('checkCommand', () => {
  const COMMANDS = [
    ...[
      'paper',
      'backtest',
      'sweep',
      'run',
      'kill',
      'watchdog',
      'status',
      'resume',
      'flatten',
      'resolve',
      'override',
      'state',
      'record',
      'simulate',
    ],
    ...[
      'check',
      'journal',
      'replay',
      'report',
      'parity',
      'torture',
      'drill',
      'doctor',
      'data',
      'strategies',
      'limits',
      'glossary',
      'controls',
      'venue',
    ],
  ];

  it.each([...COMMANDS, '--help', '-h', '--version'])('passes %s', (word) => {
    expect(() => checkCommand([word])).not.toThrow();
  });

  it('names the commands and the nearest one', async () => {
    const expected = `expected a command (${COMMANDS.join(', ')})`;
    expect(await readEnd(() => checkCommand([]))).toEqual([`${expected}, found none`, 2]);
    expect(await readEnd(() => checkCommand(['zzz']))).toEqual([`${expected}, found \`zzz\``, 2]);
    expect(await readEnd(() => checkCommand(['replya']))).toEqual([
      ...[`${expected}, found \`replya\`; did you mean \`replay\`?`, 2],
    ]);
  });
});

describe('runCommandLine', () => {
  it.each([
    [['replay'], 'expected `weir replay <session>`, found nothing more'],
    [['paper', 'a', 'b'], 'expected `weir paper <config>`, found also `b`'],
    [['backtest', 'a', '--out'], 'expected a value after `--out`, found none'],
    [['backtest', 'a', '--json=maybe'], 'expected --json without a value, found `maybe`'],
    [['backtest', 'a', '--out', ''], 'expected a value after `--out`, found none'],
    [['backtest', '--ot', 'a'], 'expected a known option, found `--ot`; did you mean `--out`?'],
    [['backtest', 'a', '--ot=b'], 'expected a known option, found `--ot`; did you mean `--out`?'],
    [['backtest', '--out', 'a'], 'expected `weir backtest <config>`, found nothing more'],
    [['resume', 'a'], 'expected `--reason` and `--by`, found none'],
    [
      ['drill', 'crush'],
      'expected one of kill, crash as <path>, found `crush`; did you mean `crash`?',
    ],
    [['simulate', '--origin', 'then'], 'expected one of recording, now as --origin, found `then`'],
    [['run', 'a', '--out', 'x', '--out', 'y'], 'expected --out once, found it 2 times'],
  ] as const)('refuses %j', async (words, message) => {
    expect(await readEnd(() => runCommandLine(words))).toEqual([message, 2]);
  });
});

describe('checkOnce', () => {
  it('accepts options that occur once', () => {
    expect(() => checkOnce({ _: ['check', 'x'], out: 'a', json: false, $0: 'weir' })).not.toThrow();
  });
});

describe('parseNumber', () => {
  const isPort = (value: number) => Number.isInteger(value) && value >= 0 && value <= 65_535;
  const parse = (text: unknown) => parseNumber('--port', text, 'a port', isPort);

  it.each([
    ['0', 0],
    ['65535', 65_535],
    [' 80 ', 80],
  ])('reads %j', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it.each(['', ' ', 'abc', '1.5', '-1', '65536', 'NaN', '1e9', undefined])(
    'refuses %j and shows it',
    async (text) => {
      const message = `--port: expected a port, found ${JSON.stringify(text)}`;
      expect(await readEnd(() => parse(text))).toEqual([message, 2]);
    },
  );
});

describe('weir torture', () => {
  it.each([
    ['--only 01', '--only: only `weir torture bugs` has this option'],
    ['--depth 2', '--depth: only `weir torture crash` has this option'],
    ['bugs --depth 2', '--depth: only `weir torture crash` has this option'],
    ['--most 3', '--most: only `weir torture crash|bugs` has this option'],
    ['--fault N,K', '--fault: expected groups (N, V, P, D, C, X, H), or ids, or none, found `K`'],
    ['--fault N,V01', '--fault: expected groups (N, V, P, D, C, X, H), or ids, or none, found `N`'],
  ])('%s is refused', async (words, message) => {
    const end = await readEnd(() => runCommandLine(['torture', ...words.split(' ')]));
    expect(end).toEqual([message, 2]);
  });
});
