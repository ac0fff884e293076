// The last gate in front of the socket: each reason alone keeps an order back, and no cancel.
import { describe, expect, it } from 'vitest';
import { EGRESS_CHECKS, findEgressRefusal } from '../../../src/session/egress/checks.js';
import { without } from '../../kernel/without.js';
import { cancel, CLOSED, OPEN, place } from './egress-scenarios.js';

describe('the egress gate', () => {
  it('lets an approved order out while nothing speaks against it', () => {
    expect(findEgressRefusal(place, OPEN)).toBeUndefined();
  });

  it.each(CLOSED)('turns an order back by %s: %j', (rule, change) => {
    expect(findEgressRefusal(place, { ...OPEN, ...change })).toMatch(new RegExp(`^${rule}: `));
  });

  it.each(CLOSED)('lets a cancel out past %s: %j', (_, change) => {
    expect(findEgressRefusal(cancel, { ...OPEN, ...change })).toBeUndefined();
  });

  it.each(CLOSED)('no longer turns back by %s once its line is removed: %j', (id, change) => {
    const found = without(EGRESS_CHECKS, id, () =>
      findEgressRefusal(place, { ...OPEN, ...change }),
    );
    expect(found).toBeUndefined();
  });

  it('has a case for every line', () => {
    expect(EGRESS_CHECKS.map((one) => one.id).sort()).toEqual(
      [...new Set(CLOSED.map(([id]) => id))].sort(),
    );
  });
});
