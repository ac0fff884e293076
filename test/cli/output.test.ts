// How faults become the end of a command, and how texts of others reach a terminal.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CommandError,
  EXIT,
  print,
  printText,
  showProgress,
  printNote,
  toCommandError,
  unwrap,
} from '../../src/cli/output.js';
import { fail, ok } from '../../src/domain/index.js';

it('a fault ends a command with its one line and exit code 1', () => {
  const failed = fail('data.header', 'expected a header, found none', 'rates.csv:1');
  const message = 'rates.csv:1: expected a header, found none (data.header)';
  expect(() => unwrap(failed)).toThrow(new CommandError(message, EXIT.fault));
  expect(toCommandError(failed.fault)).toMatchObject({ message, exitCode: 1 });
  expect(toCommandError(failed.fault, EXIT.usage).exitCode).toBe(2);
});

it('a value is passed on', () => {
  expect(unwrap(ok(5))).toBe(5);
});

it('exit codes are those of the documentation', () => {
  expect(EXIT).toEqual({ done: 0, fault: 1, usage: 2, halted: 3, bug: 70 });
});

/** A strategy, a venue or a person would clear the screen and halt everything, in words. */
const HOSTILE = 'done\u001b[2J\r\nHALT all \u202egnihton\u009b1m';

describe('text from outside', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  function capture(write: () => void): string {
    const parts: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((part) => parts.push(String(part)) > 0);
    }
    write();
    vi.restoreAllMocks();
    return parts.join('');
  }

  it.each([
    ['print', print],
    ['printNote', printNote],
    ['showProgress', showProgress],
  ])('is written on one line without control characters by %s', (_, write) => {
    const shown = capture(() => {
      write(HOSTILE);
    });
    expect(shown).toBe('done\\u001b[2J\\u000d\\u000aHALT all \\u202egnihton\\u009b1m\n');
  });

  it('of a fault is one line, also as the end of a command', () => {
    const { message } = toCommandError({ code: 'venue.refused', message: HOSTILE, where: HOSTILE });
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  it('in a document is unchanged', () => {
    const shown = capture(() => {
      printText(JSON.stringify({ HOSTILE }, undefined, 2));
    });
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(shown)).toEqual({ HOSTILE });
  });
});
