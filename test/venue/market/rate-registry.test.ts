// Which rate ids are valid for an order: those of young book rates, and of other sources.
import { describe, expect, it } from 'vitest';
import { createInstrument, SECOND, unwrap } from '../../../src/domain/index.js';
import { formatRateId, Venue } from '../../../src/venue/index.js';
import type { QuotedRate } from '../../../src/venue/market/rate-registry.js';
import { NO_LATENCY } from '../../../src/venue/models/latency.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));
/** 2026-01-06T10:00:00Z. */
const AT = 1_767_693_600_000_000;

function createVenue(rateLife?: number): Venue {
  return new Venue({
    instruments: [EURUSD, USDJPY],
    users: [],
    latency: NO_LATENCY,
    fillTiming: 'arrival',
    tokenLife: SECOND,
    seed: 1,
    maxEndedOrders: 10,
    ...(rateLife === undefined ? {} : { rateLife }),
  });
}

function nameOf(venue: Venue): string {
  return formatRateId(venue.visibleRate(EURUSD)!);
}

describe('rate of a rate id', () => {
  it('is found until its lifetime is over', () => {
    const venue = createVenue(10 * SECOND);
    venue.rate(AT, 0, 110_000, 110_020, 100, 200);
    const name = nameOf(venue);
    venue.rate(AT + SECOND, 0, 110_010, 110_030, 300, 400);
    expect(venue.rates.find(name, AT + 10 * SECOND - 1)).toMatchObject({
      ...{ instrument: EURUSD, bidTicks: 110_000, offerTicks: 110_020 },
      ...{ bidLeft: 100, offerLeft: 200, rateCount: 1 },
    });
    expect(venue.rates.find(name, AT + 10 * SECOND)).toBe('expired');
  });

  it('is unknown where none was issued', () => {
    const venue = createVenue(10 * SECOND);
    venue.rate(AT, 0, 110_000, 110_020, 100, 200);
    const name = nameOf(venue);
    const next = formatRateId({ instrument: EURUSD, at: AT, rateCount: 2 });
    const others = [next, name.replace('EURUSD', 'USDJPY'), name.replace('01-06', '01-07'), 'x'];
    for (const other of [...others, name.replace('EURUSD', 'GBPUSD')]) {
      expect(venue.rates.find(other, AT)).toBe('unknown');
    }
  });

  it('is expired beyond the 4,096 newest, however long its life', () => {
    const venue = createVenue(1_000_000 * SECOND);
    venue.rate(AT, 0, 110_000, 110_020, 100, 200);
    const name = nameOf(venue);
    for (let i = 1; i < 4_096; i++) venue.rate(AT + i, 0, 110_000, 110_020, 100, 200);
    expect(venue.rates.find(name, AT + 5_000)).toMatchObject({ rateCount: 1 });
    venue.rate(AT + 4_096, 0, 110_000, 110_020, 100, 200);
    expect(venue.rates.find(name, AT + 5_000)).toBe('expired');
  });

  it('is unknown at a venue that keeps no rates', () => {
    const venue = createVenue();
    venue.rate(AT, 0, 110_000, 110_020, 100, 200);
    expect(venue.rates.find(nameOf(venue), AT)).toBe('unknown');
  });

  it('comes from another source for an id that the books do not know', () => {
    const venue = createVenue(10 * SECOND);
    const rate: QuotedRate = {
      ...{ instrument: EURUSD, bidTicks: 1, offerTicks: 2, bidLeft: 3, offerLeft: 4 },
      rateCount: 0,
    };
    venue.rates.add({
      find: (id) => (id === 'set|1' ? rate : id === 'old' ? 'expired' : 'unknown'),
    });
    expect(venue.rates.find('set|1', AT)).toBe(rate);
    expect(venue.rates.find('old', AT)).toBe('expired');
    expect(venue.rates.find('new', AT)).toBe('unknown');
  });
});
