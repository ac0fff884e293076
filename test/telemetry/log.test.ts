// The log: levels, formats, redaction; it writes synchronously and never fails its caller.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLog, type Log, type LogOptions } from '../../src/telemetry/index.js';

/** A log and the lines that it wrote. */
function collect(options: LogOptions = {}): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  return { log: createLog({ ...options, stream }), lines };
}

function parse(line: string | undefined): Record<string, unknown> {
  return JSON.parse(line ?? '{}') as Record<string, unknown>;
}

describe('createLog', () => {
  it('escapes what JSON allows and a terminal interprets', () => {
    const { log, lines } = collect({ format: 'json' });
    const note = 'a\u009b2J\u202eb\nHALT all';
    log.warn(note, { note });
    expect(lines[0]?.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(parse(lines[0])).toMatchObject({ msg: note, note });
  });

  it('writes one line of JSON with time, level, fields and message', () => {
    const { log, lines } = collect();
    log.warn('rate is old', { symbol: 'EUR/USD', age: 250 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{[^\n]*\}\n$/);
    const { time, ...rest } = parse(lines[0]);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(rest).toEqual({ level: 'warn', symbol: 'EUR/USD', age: 250, msg: 'rate is old' });
  });

  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('at level %s writes %j', (level, expected) => {
    const { log, lines } = collect({ level });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines.map((line) => parse(line)['level'])).toEqual(expected);
  });

  it('defaults to level info', () => {
    const { log, lines } = collect();
    log.debug('a');
    log.info('b');
    expect(lines).toHaveLength(1);
  });

  it('adds the fields of `with` to every line, also nested', () => {
    const { log, lines } = collect();
    log.with({ session: 7 }).with({ strategy: 'twap' }).info('a', { n: 1 });
    log.info('b');
    expect(parse(lines[0])).toMatchObject({ session: 7, strategy: 'twap', n: 1, msg: 'a' });
    expect(parse(lines[1])).not.toHaveProperty('session');
  });

  it('writes an error with its stack and its causes', () => {
    const { log, lines } = collect();
    log.error('failed', { err: new Error('outer', { cause: new Error('inner') }) });
    const err = parse(lines[0])['err'] as { stack: string };
    expect(err.stack).toMatch(/outer[^]*inner/);
  });
});

describe('redaction', () => {
  const keys = [
    'password',
    'pass',
    'token',
    'SSO_TOKEN',
    'authorization',
    'Authorization',
    'secret',
  ];
  const nest = (value: unknown, depth: number): Record<string, unknown> => {
    return depth === 0 ? (value as Record<string, unknown>) : { inner: nest(value, depth - 1) };
  };

  it.each(keys)('hides %s at depths 1 to 4, in maps, lists, errors and `with`', (key) => {
    for (const format of ['json', 'pretty'] as const) {
      const { log, lines } = collect({ format });
      const secret = { [key]: 'canary' };
      for (const depth of [0, 1, 2, 3]) log.info('sent', nest(secret, depth));
      log.info('sent', { requests: [secret, { headers: secret }] });
      log.error('failed', { err: Object.assign(new Error('refused'), { request: secret }) });
      log.with(secret).info('sent');
      log.with({ request: secret }).info('sent');
      expect(lines).toHaveLength(8);
      expect(lines.filter((line) => line.includes('[secret]'))).toHaveLength(8);
      expect(lines.join('')).not.toContain('canary');
    }
  });

  it('leaves the data of the caller and other keys unchanged', () => {
    const { log, lines } = collect();
    const fields = { password: 'canary', user: 'ann', tokens: 3 };
    log.info('sent', fields);
    expect(fields.password).toBe('canary');
    expect(parse(lines[0])).toMatchObject({ user: 'ann', tokens: 3 });
  });
});

describe('pretty format', () => {
  it('is one line for a reader', () => {
    const { log, lines } = collect({ format: 'pretty' });
    log.warn('rate is old', { symbol: 'EUR/USD', age: 250, text: 'a b', empty: '', list: [1, 2] });
    const [clock, ...rest] = (lines[0] ?? '').split(' ');
    expect(clock).toMatch(/^\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(rest.join(' ')).toBe(
      'WARN  rate is old symbol=EUR/USD age=250 text="a b" empty="" list=[1,2]\n',
    );
  });

  it('keeps to one line whatever the message', () => {
    const { log, lines } = collect({ format: 'pretty' });
    log.info('a\nb\u001b[2J\u009b\u202e', {
      text: 'c\rd',
      plain: 'e\u0007',
      err: new Error('f\ng'),
    });
    const [line = ''] = lines;
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(line).toContain('a\\u000ab\\u001b[2J\\u009b\\u202e');
    expect(line.endsWith('\n')).toBe(true);
  });
});

describe('log file descriptor', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-log-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has each line before the call returns, as JSON when it is no terminal', () => {
    const file = join(folder, 'log');
    const fd = openSync(file, 'w');
    const log = createLog({ stream: fd });
    log.info('first');
    expect(parse(readFileSync(file, 'utf8'))).toMatchObject({ msg: 'first' });
    log.info('second');
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
    closeSync(fd);
  });

  it('that cannot be written to does not stop the caller', () => {
    const file = join(folder, 'read-only');
    writeFileSync(file, 'kept');
    const fd = openSync(file, 'r');
    const log = createLog({ stream: fd });
    log.info('lost');
    log.error('lost too');
    closeSync(fd);
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
});
