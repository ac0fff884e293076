// The worst-case exposure in account currency stays within every limit, whatever happens.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { Bot, EUR_USD, LENIENT, USD_JPY } from '../../kernel/harness.js';
import { countRuns } from '../../runs.js';

const EUR_GBP = unwrap(createInstrument(2, 'EUR/GBP'));
const GBP_USD = unwrap(createInstrument(3, 'GBP/USD'));
const INSTRUMENTS = [EUR_USD, USD_JPY, EUR_GBP, GBP_USD];
/** Mids of the warm-up: dollars for one of the base; a yen symbol is worth its dollars. */
const MID = 1.100_05;
const DOLLARS = [MID, 1, MID, MID];
const PRICES = [1.1001, 150.01, 1.1001, 1.1001];
const LIMITS = { symbol: 60_000, currency: 70_000, gross: 120_000, open: 80_000 };

interface Ask {
  readonly place: number;
  readonly sign: 1 | -1;
  readonly thousands: number;
  /** What becomes of it: part that fills, and how it ends; later steps go on with it. */
  readonly part: number;
  readonly end: 'rests' | 'ends' | 'unknown';
}

const ask: fc.Arbitrary<Ask> = fc.record({
  place: fc.integer({ min: 0, max: 3 }),
  sign: fc.constantFrom(1 as const, -1 as const),
  thousands: fc.integer({ min: 1, max: 50 }),
  part: fc.constantFrom(0, 0.5, 1),
  end: fc.constantFrom('rests', 'ends', 'unknown'),
});

/** Held and still to fill, units of the base by symbol: long positions are above 0. */
class Book {
  readonly held = [0, 0, 0, 0];
  readonly buying = [0, 0, 0, 0];
  readonly selling = [0, 0, 0, 0];

  side(sign: 1 | -1): number[] {
    return sign > 0 ? this.buying : this.selling;
  }

  /** Dollars at worst, bought or sold. */
  worst(place: number, sign: 1 | -1): number {
    const held = sign * (this.held[place] ?? 0);
    return (held + (this.side(sign)[place] ?? 0)) * (DOLLARS[place] ?? 0);
  }

  currency(name: string, sign: 1 | -1): number {
    return INSTRUMENTS.reduce((sum, { base, term }, place) => {
      if (base === name) return sum + this.worst(place, sign);
      return term === name ? sum + this.worst(place, sign > 0 ? -1 : 1) : sum;
    }, 0);
  }

  check(): void {
    const signs = [1, -1] as const;
    let gross = 0;
    for (const place of INSTRUMENTS.keys()) {
      const both = signs.map((sign) => this.worst(place, sign));
      gross += Math.max(...both);
      expect(Math.max(...both)).toBeLessThanOrEqual(LIMITS.symbol);
    }
    expect(gross).toBeLessThanOrEqual(LIMITS.gross);
    for (const name of ['EUR', 'GBP', 'JPY']) {
      for (const sign of signs) {
        expect(this.currency(name, sign)).toBeLessThanOrEqual(LIMITS.currency);
      }
    }
    for (const sign of signs) {
      const other = sign > 0 ? -1 : 1;
      const open = this.worst(0, sign) + this.worst(1, other) + this.worst(3, sign);
      expect(open).toBeLessThanOrEqual(LIMITS.open);
    }
  }
}

function play(bot: Bot, book: Book, command: PlaceCommand, one: Ask): void {
  const size = command.units / 100;
  book.side(one.sign)[one.place]! += size;
  book.check();
  if (one.end === 'unknown') {
    bot.answer(command, 'unknown');
    return;
  }
  bot.answer(command, 'accepted');
  const filled = size * one.part;
  if (filled > 0) {
    bot.trade(command, `T${command.coId}`, filled * 100);
    book.held[one.place]! += one.sign * filled;
    book.side(one.sign)[one.place]! -= filled;
    book.check();
  }
  if (one.end !== 'ends') return;
  bot.status(command, one.part === 1 ? 'FILLED' : 'CANCELED', filled * 100);
  book.side(one.sign)[one.place]! -= size - filled;
}

it('worst-case exposure stays within every limit, and the limits do refuse orders', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.array(ask, { minLength: 5, maxLength: 25 }), (asks) => {
      const limits = {
        ...{ RC10: 'off', RC22: 'off', RC28: 'off', RC30: 'off', RC37: 'off', RC53: 'off' },
        RC23: { G10: LIMITS.symbol },
        RC24: { hard: LIMITS.currency, EM: LIMITS.currency },
        RC25: { hard: LIMITS.gross },
        RC26: { hard: LIMITS.open },
      };
      const bot = new Bot({ instruments: INSTRUMENTS, limits, policy: LENIENT }).warmUp();
      const book = new Book();
      for (const one of asks) {
        const { symbol = '' } = INSTRUMENTS[one.place] ?? {};
        const side = one.sign > 0 ? 'Buy' : 'Sell';
        const price =
          (PRICES[one.place] ?? 0) - (one.sign > 0 ? 0 : 0.0001 * (one.place === 1 ? 100 : 1));
        const life = { timeInForce: 'GTT', expirySeconds: 60 } as const;
        const size = one.thousands * 1_000;
        const command = bot.place({ symbol, side, size, price, ...life });
        if (command === undefined) refused++;
        else play(bot, book, command, one);
        book.check();
      }
    }),
    { numRuns: countRuns(40) },
  );
  expect(refused).toBeGreaterThan(countRuns(50));
});

it.each([
  [false, 'RC23', 0],
  [true, undefined, 1],
])(
  'balance held in the account counts unless others share the login: %s',
  (sharesLogin, rule, sent) => {
    const limits = { RC23: { G10: 60_000 } };
    const bot = new Bot({ limits, sharesLogin }).warmUp();
    bot.event({ type: 'position', symbol: 'EUR/USD', units: 50_000_00, baseline: 50_000_00 });
    bot.place({ size: 20_000 });
    expect(bot.refusals.map((one) => one.rule)).toEqual(rule === undefined ? [] : [rule]);
    expect(bot.placed).toHaveLength(sent);
    // What makes it smaller goes.
    bot.place({ side: 'Sell', price: 1.1, size: 20_000 });
    expect(bot.placed).toHaveLength(sent + 1);
  },
);

it('opposite balance held in the account makes no room for more', () => {
  const bot = new Bot({ limits: { RC23: { G10: 60_000 } } }).warmUp();
  bot.event({ type: 'position', symbol: 'EUR/USD', units: -50_000_00, baseline: -50_000_00 });
  bot.place({ size: 60_000 });
  expect(bot.refusals.map((one) => one.rule)).toEqual(['RC23']);
});
