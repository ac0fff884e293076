// Arguments of `weir kill`: no wrong one keeps a kill from its configuration.
import { describe, expect, it } from 'vitest';
import { readKillWords, toKillOrder } from '../../../../src/cli/bot/kill/kill-messages.js';

const read = (...words: readonly string[]) => {
  return readKillWords(words, (word) => word.endsWith('.yaml'));
};

describe('readKillWords', () => {
  it.each([
    ['no fault', ['run.yaml'], []],
    ['an empty --reason', ['run.yaml', '--reason', ''], ['a value after `--reason`']],
    ['--reason without a value', ['--reason', 'run.yaml'], []],
    ['--reason before another option', ['run.yaml', '--reason', '--json'], ['a value after']],
    ['an empty --state', ['run.yaml', '--state='], ['a value after `--state`']],
    ['an unknown option', ['run.yaml', '--forse'], ['found `--forse`']],
    [
      'an unknown option with a value',
      ['--reson', 'now', 'run.yaml'],
      ['did you mean `--reason`', '`now`'],
    ],
    ['a one-letter option', ['-f', 'run.yaml'], ['found `-f`']],
    ['an extra argument', ['bot', 'run.yaml'], ['found also `bot`']],
  ])('finds the configuration despite %s', (_, words, told) => {
    const { complaints, configs, help } = read(...words);
    expect([configs, help]).toEqual([['run.yaml'], false]);
    expect(complaints).toEqual(told.map((text) => expect.stringContaining(text) as string));
  });

  it('accepts an argument that is no file where there is no other', () => {
    expect(read('runyaml').configs).toEqual(['runyaml']);
    expect(read('--json').configs).toEqual([]);
  });

  it('lists each configuration, the first of which is used', () => {
    expect(read('a.yaml', 'b.yaml').configs).toEqual(['a.yaml', 'b.yaml']);
  });

  it('reads the options, and a requested help page', () => {
    const args = ['run.yaml', '--state', 's', '--by=Ann', '--reason', '-1 EUR', '--json'];
    const options = { state: 's', by: 'Ann', reason: '-1 EUR', json: true, complaints: [] };
    expect(read(...args)).toMatchObject(options);
    expect([read('run.yaml').allBots, read('run.yaml', '--all-bots').allBots]).toEqual([
      false,
      true,
    ]);
    expect([read('run.yaml', '-h').help, read('help').help]).toEqual([true, true]);
    expect(read('run.yaml', '--reason', 'help').help).toBe(false);
  });
});

describe('toKillOrder', () => {
  it('states who kills and why, or that nobody said', () => {
    expect(toKillOrder(read('run.yaml', '--by', ' '), 'ann')).toEqual({
      ...{ cause: 'RC63', who: 'ann', reason: 'weir kill, no reason given' },
    });
    const long = toKillOrder(read('run.yaml', '--reason', 'x'.repeat(5_000)), 'y'.repeat(99));
    expect([long.reason.length, long.who.length]).toEqual([500, 80]);
  });
});
