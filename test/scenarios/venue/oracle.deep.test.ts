// The venue against the naive venue, which was written from the rules alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, type Instrument, unwrap } from '../../../src/domain/index.js';
import { fromScaled } from '../../../src/domain/numbers/index.js';
import { isTerminalStatus } from '../../../src/domain/orders/index.js';
import type { VenueTradeView } from '../../../src/domain/venue/index.js';
import { Venue } from '../../../src/venue/index.js';
import { runNaive } from '../../oracle/naive-venue.js';
import { createRandom, generateScript, type Script } from '../../oracle/script.js';
import { countRuns } from '../../runs.js';

const USER = { user: 'bot', org: 'Org', account: 'OrgLE' };

function createInstruments(script: Script): readonly Instrument[] {
  return script.instruments.map((terms, id) =>
    unwrap(
      createInstrument(id, terms.symbol, {
        ratePrecision: terms.ratePrecision,
        baseDecimals: terms.baseDecimals,
        minSize: fromScaled(terms.minSize, terms.baseDecimals),
        sizeIncrement: fromScaled(terms.sizeIncrement, terms.baseDecimals),
      }),
    ),
  );
}

/** Brings the machine up to an instant, each due instant in its own order. */
function advance(venue: Venue, to: number): void {
  for (;;) {
    const due = Math.min(venue.nextTimerAt, venue.nextReplyAt);
    if (due > to) return;
    venue.fireTimers(due);
    venue.deliverReplies(due);
  }
}

/** Runs a script on the machine and tells it in the words of the naive venue. */
function runMachine(script: Script) {
  const instruments = createInstruments(script);
  const { latencyOrders, latencyReplies, fillTiming } = script.settings;
  const venue = new Venue({
    instruments,
    users: [USER],
    latency: { rates: 0, orders: latencyOrders, replies: latencyReplies },
    fillTiming,
    tokenLife: 60_000_000,
    seed: 1,
    maxEndedOrders: 100_000,
  });
  const account = venue.findAccount(USER.user, USER.org)!;
  const bySymbol = new Map(instruments.map((one) => [one.symbol, one]));
  const trades: VenueTradeView[] = [];
  venue.listen({ order: () => undefined, trade: (trade) => trades.push(trade) });
  const accepted: string[] = [];
  const rejected: string[] = [];
  for (const step of script.steps) {
    advance(venue, step.at - 1);
    venue.fireTimers(step.at);
    if (step.kind === 'rate') {
      const { id } = bySymbol.get(step.symbol)!;
      const { bidTicks, offerTicks, bidUnits, offerUnits } = step;
      venue.rate(step.at, id, bidTicks, offerTicks, bidUnits, offerUnits);
    } else if (step.kind === 'cancel') {
      const order = account.findByCoId(step.coId);
      if (order !== undefined) venue.cancel(step.at, account, order.orderId);
    } else {
      const instrument = bySymbol.get(step.symbol)!;
      const answer = venue.place(step.at, account, {
        coId: step.coId,
        type: step.type,
        side: step.side,
        symbol: step.symbol,
        currency: instrument.base,
        timeInForce: step.timeInForce,
        size: fromScaled(step.units, instrument.baseDecimals),
        price: fromScaled(step.priceTicks, instrument.ratePrecision),
        expiryTime: step.timeInForce === 'GTT' ? step.expirySeconds : undefined,
      });
      ('accepted' in answer ? accepted : rejected).push(step.coId);
    }
  }
  const end = script.steps.at(-1)!.at;
  venue.fireTimers(end);
  venue.deliverReplies(end + latencyReplies);
  const orders = accepted.map((coId) => {
    const { view } = account.findByCoId(coId)!;
    const status = isTerminalStatus(view.status) ? view.status : 'ALIVE';
    return { coId, status, cumUnits: view.cumUnits, cumCash: BigInt(view.cumCash) };
  });
  const fills = trades.map((trade) => ({
    coId: trade.coId,
    units: trade.units,
    ticks: trade.priceTicks,
    at: trade.executedAt,
    maker: trade.maker,
  }));
  return { fills, orders, rejected };
}

/** Fills of one instant and symbol may stand in any order between the sides: compare by order. */
function byOrder<T extends { readonly coId: string; readonly at: number }>(fills: readonly T[]) {
  return [...fills].sort((a, b) => a.at - b.at || (a.coId < b.coId ? -1 : a.coId > b.coId ? 1 : 0));
}

function compare(seed: number, size: number) {
  const script = generateScript(createRandom(seed), size);
  const expected = runNaive(script);
  const found = runMachine(script);
  expect(found.rejected).toEqual(expected.rejected);
  expect(byOrder(found.fills)).toEqual(byOrder(expected.fills));
  expect(found.orders).toEqual(expected.orders);
}

describe('venue and naive venue', () => {
  it('agree on rejections, fills and ends of random scripts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (seed) => {
        compare(seed, 120);
      }),
      { numRuns: countRuns(150), seed: 1 },
    );
  });

  it('agree on one long script', () => {
    compare(42, 4_000);
  });
});
