// Fields of requests under the venue's names: there and back, and what is not a name any more.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTableNames, toVenueNames } from '../../src/protocol/index.js';

const NAMES = { queryRfs: { clOrderId: 'clientId', side: 'way' }, swap: { a: 'b', b: 'a' } };

describe('names of request fields', () => {
  it('become those of the venue, for the route that they are listed for', () => {
    const body = { clOrderId: 'x', symbol: 'EUR/USD' };
    expect(toVenueNames(body, 'queryRfs', NAMES)).toEqual({ clientId: 'x', symbol: 'EUR/USD' });
    expect(toVenueNames(body, 'other', NAMES)).toBe(body);
    expect(toVenueNames([body], 'queryRfs', NAMES)).toEqual([body]);
    expect(toVenueNames(undefined, 'queryRfs', NAMES)).toBeUndefined();
    expect(toVenueNames({ constructor: 1 }, 'queryRfs', NAMES)).toEqual({ constructor: 1 });
  });

  it('are not known any more where the venue has others', () => {
    expect(toTableNames({ clOrderId: 'x' }, 'queryRfs', NAMES)).toEqual({ '[clOrderId]': 'x' });
  });

  it('come back as they were', () => {
    const field = fc.constantFrom('clOrderId', 'side', 'symbol', 'a', 'b', 'toString');
    const body = fc.dictionary(field, fc.integer(), { noNullPrototype: true });
    fc.assert(
      fc.property(body, fc.constantFrom('queryRfs', 'swap', 'other'), (values, route) => {
        expect(toTableNames(toVenueNames(values, route, NAMES), route, NAMES)).toEqual(values);
      }),
    );
  });
});
