// Faults are values; bugs throw.
import { describe, expect, it } from 'vitest';
import { BugError, FaultError } from '../../src/domain/fault.js';
import { assert, fail, formatFault, ok, type Result, unwrap } from '../../src/domain/index.js';

describe('result', () => {
  it('contains a value or a fault', () => {
    expect(ok(5)).toEqual({ ok: true, value: 5 });
    expect(fail('config.duration', 'expected 5s')).toEqual({
      ok: false,
      fault: { code: 'config.duration', message: 'expected 5s' },
    });
    expect(fail('config.duration', 'expected 5s', 'paper.yaml:7').fault.where).toBe('paper.yaml:7');
  });

  it('returns its value, or throws its fault for the command line to print', () => {
    const bad: Result<number> = fail('data.row', 'expected 6 cells, found 5', 'a.csv:3');
    expect(unwrap(ok(5))).toBe(5);
    expect(() => unwrap(bad)).toThrow(FaultError);
    expect(() => unwrap(bad)).toThrow('a.csv:3: expected 6 cells, found 5 (data.row)');
    const error = new FaultError(fail('a.b', 'c').fault);
    expect(error).toMatchObject({ name: 'FaultError', fault: { code: 'a.b', message: 'c' } });
  });
});

describe('fault', () => {
  it('prints in one line, with its place when it has one', () => {
    expect(formatFault({ code: 'a.b', message: 'expected c' })).toBe('expected c (a.b)');
    expect(formatFault({ code: 'a.b', message: 'expected c', where: 'f.yaml:2:5' })).toBe(
      'f.yaml:2:5: expected c (a.b)',
    );
  });
});

describe('assert', () => {
  it('throws a bug when the condition does not hold', () => {
    expect(() => {
      assert(false, 'impossible');
    }).toThrow(new BugError('impossible'));
    expect(() => {
      assert(true, 'fine');
    }).not.toThrow();
    expect(new BugError('x').name).toBe('BugError');
  });
});
