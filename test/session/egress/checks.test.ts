// The last check before the socket: each reason alone stops an order, and none stops a cancel.
import { describe, expect, it } from 'vitest';
import { EGRESS_CHECKS, findEgressRefusal } from '../../../src/session/egress/checks.js';
import { without } from '../../kernel/without.js';
import { cancel, CLOSED, OPEN, place } from './egress-scenarios.js';

describe('egress check', () => {
  it('lets an approved order leave while no check fails', () => {
    expect(findEgressRefusal(place, OPEN)).toBeUndefined();
  });

  it.each(CLOSED)('refuses an order by %s: %j', (rule, change) => {
    expect(findEgressRefusal(place, { ...OPEN, ...change })).toMatch(new RegExp(`^${rule}: `));
  });

  it.each(CLOSED)('lets a cancel leave despite %s: %j', (_, change) => {
    expect(findEgressRefusal(cancel, { ...OPEN, ...change })).toBeUndefined();
  });

  it.each(CLOSED)('no longer refuses by %s once its line is removed: %j', (id, change) => {
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
