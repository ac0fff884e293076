// How faults become the end of a command.
import { expect, it } from 'vitest';
import { CommandError, EXIT, toCommandError, unwrap } from '../../src/cli/output.js';
import { fail, ok } from '../../src/domain/index.js';

it('a fault ends a command with its one line and exit code 1', () => {
  const failed = fail('data.header', 'expected a header, found none', 'rates.csv:1');
  const message = 'rates.csv:1: expected a header, found none (data.header)';
  expect(() => unwrap(failed)).toThrow(new CommandError(message, EXIT.fault));
  expect(toCommandError(failed.fault)).toMatchObject({ message, exitCode: 1 });
  expect(toCommandError(failed.fault, EXIT.usage).exitCode).toBe(2);
});

it('a value passes', () => {
  expect(unwrap(ok(5))).toBe(5);
});

it('exit codes are those of the documentation', () => {
  expect(EXIT).toEqual({ done: 0, fault: 1, usage: 2, halted: 3, bug: 70 });
});
