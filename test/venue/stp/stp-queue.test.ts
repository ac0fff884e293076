// An organization's STP queue against a list of the state of each trade.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VenueTrade } from '../../../src/domain/venue/index.js';
import { StpQueue, type StpRecord } from '../../../src/venue/stp/stp-queue.js';
import { TRADE } from '../../protocol/samples.js';

const MANY = 1_000;

function make(tradeId: string, day = 1, changes: Partial<VenueTrade> = {}): VenueTrade {
  return { ...TRADE, tradeId, tradeDate: `2026-01-0${String(day)}`, ...changes };
}

const show = (records: readonly StpRecord[]) =>
  records.map(({ kind, trade }) => `${trade.tradeId} ${trade.status} ${kind}`);

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      day: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('download' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resend' as const),
      from: fc.integer({ min: 1, max: 5 }),
      to: fc.integer({ min: 1, max: 5 }),
    }),
  },
);

/** What is known of a trade: its state by the table of the spec, and when it got there. */
interface Known {
  trade: VenueTrade;
  state: 'NEW' | 'RESEND' | 'CHANGED' | 'downloaded';
  since: number;
}

describe('STP queue', () => {
  it('moves every trade as the table of the spec says', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const queue = new StpQueue(MANY);
        const known: Known[] = [];
        let turn = 0;
        for (const next of steps) {
          turn++;
          const bySince = (a: Known, b: Known) => a.since - b.since;
          if (next.kind === 'add') {
            const trade = make(`T${String(known.length)}`, next.day);
            queue.add(trade);
            known.push({ trade, state: 'NEW', since: turn });
          } else if (next.kind === 'cancel') {
            const one = known[next.which % known.length];
            if (one === undefined) continue;
            one.trade = { ...one.trade, status: 'Canceled' };
            queue.add(one.trade);
            if (one.state === 'downloaded') one.since = turn;
            if (one.state !== 'NEW') one.state = 'CHANGED';
          } else if (next.kind === 'download') {
            const due = known.filter(({ state }) => state !== 'downloaded').sort(bySince);
            const taken = due.slice(0, next.count);
            const expected = taken.map(
              ({ trade, state }) => `${trade.tradeId} ${trade.status} ${state}`,
            );
            expect(show(queue.download(next.count))).toEqual(expected);
            for (const one of taken) {
              one.state = 'downloaded';
              // Later than those before it in the same download.
              one.since = turn + taken.indexOf(one) / 100;
            }
          } else {
            const [first, last] = [`2026-01-0${String(next.from)}`, `2026-01-0${String(next.to)}`];
            const inRange = known.filter(
              ({ trade }) => trade.tradeDate >= first && trade.tradeDate <= last,
            );
            expect(queue.resend(first, last)).toBe(inRange.length > 0);
            const again = inRange.filter(({ state }) => state === 'downloaded').sort(bySince);
            for (const [i, one] of again.entries()) {
              one.state = 'RESEND';
              one.since = turn + i / 100;
            }
          }
        }
      }),
    );
  });

  it('keeps the newest of the waiting and of the downloaded trades', () => {
    const queue = new StpQueue(2);
    for (const id of ['a', 'b', 'c', 'd']) queue.add(make(id));
    expect(show(queue.download(9))).toEqual(['c Verified NEW', 'd Verified NEW']);
    for (const id of ['e', 'f']) queue.add(make(id));
    queue.download(9);
    expect(queue.resend('2026-01-01', '2026-01-01')).toBe(true);
    expect(show(queue.download(9))).toEqual(['e Verified RESEND', 'f Verified RESEND']);
  });
});
