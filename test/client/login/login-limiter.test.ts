// RC54, bounds of logins: refusals, waits between them, and all logins by the life of a token.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { LoginLimiter } from '../../../src/client/login/login-limiter.js';

const START = 1_783_944_000 * SECOND;
/** As the default policy has it. */
const TRIES = { max: 3, first: 30 * SECOND, later: 5 * MINUTE };

describe('refused login', () => {
  it('is retried after 30 s, then after 5 minutes, then not until ten minutes are over', () => {
    const guard = new LoginLimiter(TRIES);
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
    const found = '3 logins rejected within 10 minutes';
    expect(guard.find(later + 1)).toEqual({ kind: 'cap', found });
    expect(guard.find(START + 10 * MINUTE - 1)).toEqual({ kind: 'cap', found });
    expect(guard.find(later + 5 * MINUTE)).toBeUndefined();
  });

  it('causes no wait once a login has succeeded, and still counts', () => {
    const guard = new LoginLimiter(TRIES);
    guard.refused(START);
    guard.worked(MINUTE);
    expect(guard.find(START + 1)).toBeUndefined();
    guard.refused(START + SECOND);
    expect(guard.find(START + 2 * SECOND)).toEqual({ kind: 'wait', until: START + 31 * SECOND });
    guard.refused(START + 31 * SECOND);
    expect(guard.find(START + 32 * SECOND)).toMatchObject({ kind: 'cap' });
  });
});

describe('refused logins of other clients', () => {
  function createKept(...ages: readonly number[]) {
    const kept = { added: 0, place: 'there' };
    const add = () => {
      kept.added += 1;
    };
    return { kept, refusals: { place: kept.place, ages: () => ages, add } };
  }

  it('count towards the bound for ten minutes, and the fault names the remedy', () => {
    const { refusals } = createKept(9 * MINUTE, 8 * MINUTE, 7 * MINUTE);
    const guard = new LoginLimiter(TRIES, refusals);
    const found = '3 logins rejected within 10 minutes, earlier runs included';
    const kept = { place: 'there', until: START + MINUTE };
    expect(guard.find(START)).toEqual({ kind: 'cap', found, kept });
    expect(guard.find(START + MINUTE - 1)).toMatchObject({ kind: 'cap' });
    expect(guard.find(START + MINUTE)).toBeUndefined();
  });

  it('are read before the first login only: a later refusal elsewhere stops no client', () => {
    const ages: number[] = [MINUTE];
    const add = () => undefined;
    const guard = new LoginLimiter(TRIES, { place: 'there', ages: () => ages, add });
    expect(guard.find(START)).toBeUndefined();
    ages.push(0, 0, 0);
    expect(guard.find(START)).toBeUndefined();
  });

  it('delay no login, and count together with own ones, which are added', () => {
    const { kept, refusals } = createKept(2 * MINUTE, MINUTE);
    const guard = new LoginLimiter(TRIES, refusals);
    expect(guard.find(START)).toBeUndefined();
    guard.refused(START);
    expect(kept.added).toBe(1);
    const until = START + 8 * MINUTE;
    expect(guard.find(START + 1)).toMatchObject({ kind: 'cap', kept: { until } });
    // The two newest of four leave room for one.
    expect(guard.find(until)).toBeUndefined();
  });
});

describe('successful logins', () => {
  it('are limited to two, and one for each token life within ten minutes', () => {
    const guard = new LoginLimiter(TRIES);
    guard.worked(2 * MINUTE);
    for (let i = 0; i < 7; i++) {
      expect(guard.find(START + i * SECOND)).toBeUndefined();
      guard.sent(START + i * SECOND);
    }
    const found = '7 logins sent within 10 minutes';
    expect(guard.find(START + MINUTE)).toEqual({ kind: 'cap', found });
    expect(guard.find(START + 10 * MINUTE)).toBeUndefined();
  });

  it('are not added by a token life longer than the 10-minute window', () => {
    const guard = new LoginLimiter(TRIES);
    guard.worked(60 * MINUTE);
    guard.sent(START);
    expect(guard.find(START)).toBeUndefined();
    guard.sent(START);
    expect(guard.find(START)).toEqual({ kind: 'cap', found: '2 logins sent within 10 minutes' });
  });

  it('are not counted before the life of a token is known', () => {
    const guard = new LoginLimiter(TRIES);
    for (let i = 0; i < 50; i++) guard.sent(START);
    expect(guard.find(START)).toBeUndefined();
  });
});
