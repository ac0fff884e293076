// RC54, bounds of logins: refusals, waits between them, and all logins by the life of a token.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/domain/index.js';
import { LoginGuard } from '../../src/client/login-guard.js';

const START = 1_783_944_000 * SECOND;
/** As the default policy has it. */
const TRIES = { max: 3, first: 30 * SECOND, later: 5 * MINUTE };

describe('a refused login', () => {
  it('is tried again after 30 s, then after 5 minutes, then not until ten are over', () => {
    const guard = new LoginGuard(TRIES);
    expect(guard.find(START)).toBeUndefined();
    guard.refused(START);
    expect(guard.find(START + 30 * SECOND - 1)).toEqual({
      kind: 'wait',
      until: START + 30 * SECOND,
    });
    expect(guard.find(START + 30 * SECOND)).toBeUndefined();
    guard.refused(START + 30 * SECOND);
    const later = START + 30 * SECOND + 5 * MINUTE;
    expect(guard.find(later - 1)).toEqual({ kind: 'wait', until: later });
    expect(guard.find(later)).toBeUndefined();
    guard.refused(later);
    const found = '3 refused within 10 minutes';
    expect(guard.find(later + 1)).toEqual({ kind: 'cap', found });
    expect(guard.find(START + 10 * MINUTE - 1)).toEqual({ kind: 'cap', found });
    expect(guard.find(later + 5 * MINUTE)).toBeUndefined();
  });

  it('waits no more once a login has worked, and still counts', () => {
    const guard = new LoginGuard(TRIES);
    guard.refused(START);
    guard.worked(MINUTE);
    expect(guard.find(START + 1)).toBeUndefined();
    guard.refused(START + SECOND);
    expect(guard.find(START + 2 * SECOND)).toEqual({ kind: 'wait', until: START + 31 * SECOND });
    guard.refused(START + 31 * SECOND);
    expect(guard.find(START + 32 * SECOND)).toMatchObject({ kind: 'cap' });
  });
});

describe('logins that work', () => {
  it('are at most two and one for each life of a token in ten minutes', () => {
    const guard = new LoginGuard(TRIES);
    guard.worked(2 * MINUTE);
    for (let i = 0; i < 7; i++) {
      expect(guard.find(START + i * SECOND)).toBeUndefined();
      guard.sent(START + i * SECOND);
    }
    const found = '7 sent within 10 minutes';
    expect(guard.find(START + MINUTE)).toEqual({ kind: 'cap', found });
    expect(guard.find(START + 10 * MINUTE)).toBeUndefined();
  });

  it('count a life that is not over in them for none', () => {
    const guard = new LoginGuard(TRIES);
    guard.worked(60 * MINUTE);
    guard.sent(START);
    expect(guard.find(START)).toBeUndefined();
    guard.sent(START);
    expect(guard.find(START)).toEqual({ kind: 'cap', found: '2 sent within 10 minutes' });
  });

  it('are not counted before the life of a token is known', () => {
    const guard = new LoginGuard(TRIES);
    for (let i = 0; i < 50; i++) guard.sent(START);
    expect(guard.find(START)).toBeUndefined();
  });
});
