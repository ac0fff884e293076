// The life of a quote request under any order of events: only moves of wire facts 6.5.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RfsEvent } from '../../../src/domain/quotes/index.js';
import type { RfsRequest } from '../../../src/venue/index.js';
import { VenueHarness } from '../../venue/rfs/harness.js';
import { countRuns } from '../../runs.js';

const MOVES: Readonly<Record<RfsEvent, readonly RfsEvent[]>> = {
  REQUEST_RECEIVED: ['QUOTE', 'REQUEST_REJECTED', 'REQUEST_WITHDRAWN', 'REQUEST_EXPIRED'],
  QUOTE: ['QUOTE_ACCEPTED', 'REQUEST_WITHDRAWN', 'REQUEST_EXPIRED'],
  QUOTE_ACCEPTED: ['TRADE_VERIFIED', 'TRADE_REJECTED'],
  TRADE_VERIFIED: [],
  TRADE_REJECTED: [],
  REQUEST_WITHDRAWN: [],
  REQUEST_EXPIRED: [],
  REQUEST_REJECTED: [],
};

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 1_500 }) }),
  fc.record({ kind: fc.constant('rate' as const), pips: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ kind: fc.constant('ask' as const), rfq: fc.boolean(), size: fc.constantFrom(1, 9) }),
  fc.record({
    kind: fc.constant('accept' as const),
    which: fc.nat(9),
    // One of the newest quotes, or any number.
    quote: fc.oneof(fc.nat(30), fc.constantFrom('newest' as const, 'last' as const)),
    side: fc.constantFrom('BUY', 'BUY', 'SELL', undefined),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), which: fc.nat(9) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Run {
  readonly harness: VenueHarness;
  readonly requests: RfsRequest[] = [];
  readonly seen: RfsEvent[] = [];

  constructor(seed: number) {
    this.harness = new VenueHarness({
      providers: [
        { id: 'LP1', quotes: { maxSize: 5_000_000, rejectShare: 0.4 } },
        { id: 'LP2', quotes: { maxSize: 5_000_000, hold: '300ms', refresh: '400ms' } },
      ],
      rfs: { rfq: { expiry: 60_000_000 }, maxOpen: 4 },
      venue: { seed },
    });
  }

  take(one: Step): void {
    const { harness, requests } = this;
    switch (one.kind) {
      case 'wait':
        for (let ms = 0; ms < one.ms; ms += 50) {
          harness.venue.fireTimers(harness.now + 50_000);
          this.check();
        }
        break;
      case 'rate':
        harness.rate(0, 1.1 + one.pips / 10_000, 1.1002 + one.pips / 10_000);
        break;
      case 'ask':
        this.ask(one.rfq, one.size);
        break;
      case 'accept':
        this.accept(one);
        break;
      case 'withdraw': {
        const request = requests[one.which];
        if (request !== undefined) harness.rfs.withdraw(harness.account, request.requestId);
      }
    }
    this.check();
  }

  ask(rfq: boolean, size: number): void {
    const { harness, requests } = this;
    if (requests.filter(({ hasEnded }) => !hasEnded).length >= 4) return;
    const life = rfq ? { rfq, expiry: 60 } : { expiry: 3 };
    requests.push(harness.ask(String(requests.length), { amount: size * 1_000_000, ...life }));
    this.seen.push('REQUEST_RECEIVED');
  }

  accept({ which, quote, side }: Extract<Step, { kind: 'accept' }>): void {
    const request = this.requests[which % Math.max(1, this.requests.length)];
    if (request === undefined) return;
    const before = request.event;
    const { quotes } = request.toView(this.harness.now);
    const shown = quotes.at(quote === 'newest' ? 0 : -1)?.quoteId ?? 'Q-0';
    const quoteId = typeof quote === 'number' ? `Q-${String(quote)}` : shown;
    const record = request.findQuote(quoteId);
    const { transactionId } = request;
    const body = { quoteId, side, ...(transactionId === '' ? {} : { transactionId }) };
    const answer = this.harness.rfs.accept(
      this.harness.now,
      this.harness.account,
      request.requestId,
      body,
    );
    const isLive = record !== undefined && this.harness.now < record.view.expiresAt;
    const isGood = before === 'QUOTE' && side !== undefined && isLive;
    expect(answer === request).toBe(isGood);
  }

  /** Each request has moved as it may, and exactly the verified ones have a trade. */
  check(): void {
    for (const [index, request] of this.requests.entries()) {
      const before = this.seen[index];
      if (before !== undefined && before !== request.event) {
        // Between two looks 50 ms apart a request may have made two moves.
        const direct = MOVES[before];
        const through = direct.flatMap((event) => MOVES[event]);
        expect([...direct, ...through]).toContain(request.event);
        this.seen[index] = request.event;
      }
      expect(request.trade !== undefined).toBe(request.event === 'TRADE_VERIFIED');
      const { quotes } = request.toView(this.harness.now);
      expect(quotes.length === 0 || request.event === 'QUOTE').toBe(true);
      expect(quotes.every((quote) => quote.expiresAt > this.harness.now)).toBe(true);
    }
    const ids = this.harness.booked.map(({ tradeId }) => tradeId);
    expect(new Set(ids).size).toBe(ids.length);
    const verified = this.requests.filter(({ event }) => event === 'TRADE_VERIFIED');
    expect(ids.length).toBe(verified.length);
  }
}

describe('quote request at the venue', () => {
  it('makes only allowed moves, trades once, and ends', () => {
    const ends = new Set<RfsEvent>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), fc.nat(1_000), (steps, seed) => {
        const run = new Run(seed);
        for (const one of steps) run.take(one);
        run.harness.venue.fireTimers(run.harness.now + 120_000_000);
        run.check();
        for (const { event, hasEnded } of run.requests) {
          expect(hasEnded).toBe(true);
          ends.add(event);
        }
        expect(run.harness.venue.nextTimerAt).toBe(Number.MAX_SAFE_INTEGER);
      }),
      { numRuns: countRuns(100, 100), seed: 1 },
    );
    expect([...ends].sort()).toEqual([
      'REQUEST_EXPIRED',
      'REQUEST_REJECTED',
      'REQUEST_WITHDRAWN',
      'TRADE_REJECTED',
      'TRADE_VERIFIED',
    ]);
  });
});
