// Conservation over restarts: a parent is the sum of its children, a position the sum of its fills.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SubmitOutcome } from '../../../src/domain/events/index.js';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import type { OrderStatus, PlaceCommand } from '../../../src/domain/orders/index.js';
import type { KernelSnapshot } from '../../../src/kernel/index.js';
import { Bot, EUR_USD, PATIENT } from '../../kernel/harness.js';
import { countRuns } from '../../runs.js';

const DEEDS = [
  ...['rate', 'wait', 'wait', 'twap', 'resting', 'answer', 'answer', 'answer'],
  ...['status', 'status', 'status', 'trade', 'trade', 'trade', 'empty', 'cancel', 'restart'],
] as const;
const CLASSES: readonly SubmitOutcome[] = [
  'accepted',
  'accepted',
  'unknown',
  'not-sent',
  'rejected',
];
const WORDS: readonly OrderStatus[] = [
  ...(['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'] as const),
];
const OPEN: ReadonlySet<string> = new Set([
  ...['JOURNALED', 'SENDING', 'PENDING_VENUE', 'WORKING', 'WORKING_PAUSED', 'PARTIAL'],
  ...['STATUS_UNKNOWN', 'UNKNOWN', 'QUARANTINED', 'ZOMBIE'],
]);

const inputs = fc.array(
  fc.record({
    deed: fc.constantFrom(...DEEDS),
    gap: fc.nat(3_000).map((ms) => ms * MILLISECOND),
    figure: fc.nat(60),
  }),
  { minLength: 20, maxLength: 120 },
);

/** A bot that is started again and again; the venue remembers each order of all its lives. */
class Lives {
  bot = this.#open(undefined);
  readonly placed: PlaceCommand[] = [];
  /** Fills that strategies were told, in all lives. */
  readonly told: string[] = [];
  #epoch = 1;
  #seen = 0;
  #heard = 0;

  #open(restored: KernelSnapshot | undefined): Bot {
    const life = restored === undefined ? {} : { restored, startAt: this.bot.now + SECOND };
    const epoch = { epoch: restored === undefined ? 1 : this.#epoch };
    return new Bot({ ...life, ...epoch, policy: PATIENT, limits: { RC53: 'off' } })
      .calibrate()
      .warmUp();
  }

  restart(): void {
    this.#epoch++;
    this.bot = this.#open(this.bot.kernel.snapshot());
    this.#seen = 0;
    this.#heard = 0;
    this.bot.event({ type: 'recovery', step: 'resume-parents', reason: '' });
  }

  play(deed: (typeof DEEDS)[number], figure: number): void {
    const { bot } = this;
    const ask = (algorithm: string, params: object) => {
      const order = { symbol: 'EUR/USD', side: figure % 2 === 0 ? 'Buy' : 'Sell' } as const;
      const key = `${algorithm}${String(figure % 3)}`;
      bot.act('alpha', (ctx) => {
        ctx.execute({ algorithm, key, ...order, size: 5_000 + figure, params });
      });
    };
    if (deed === 'rate') bot.rate(EUR_USD, 110_000 + (figure % 5), 110_010 + (figure % 7));
    else if (deed === 'wait') bot.wait(figure * 100 * MILLISECOND);
    else if (deed === 'twap') ask('twap', { duration: '20s', slices: 4 });
    else if (deed === 'resting') ask('resting', { duration: '2m', life: '10s', orders: 2 });
    else if (deed === 'restart') this.restart();
    else this.#speak(deed, figure);
    this.placed.push(...this.bot.placed.slice(this.#seen));
    this.#seen = this.bot.placed.length;
    const { fills } = this.bot;
    for (; this.#heard < fills.length; this.#heard++) {
      const { coId, tradeId } = fills[this.#heard]!;
      this.told.push(`${coId} ${tradeId}`);
    }
  }

  #speak(deed: string, figure: number): void {
    const { bot } = this;
    const command = this.placed.at(-1 - (figure % 4));
    if (command === undefined) return;
    const { coId, units, intentId } = command;
    const part = Math.floor((units * (figure % 11)) / 10);
    const word = WORDS[figure % WORDS.length]!;
    if (deed === 'answer') bot.answer(command, CLASSES[figure % CLASSES.length]!);
    else if (deed === 'status') bot.status(command, word, word === 'FILLED' ? units : part);
    else if (deed === 'trade') bot.trade(command, `${coId}/${String(figure % 5)}`, units / 5);
    else if (deed === 'empty') bot.readEmpty(command);
    else bot.act('alpha', (ctx) => ctx.cancel(intentId));
  }
}

/** Checks each snapshot on its own, and against the one before for fills after an end. */
class Books {
  /** Filled after the venue had said that the order ended, by parent: nobody could foresee it. */
  readonly #late = new Map<string, number>();
  readonly #before = new Map<number, { readonly hasEnded: boolean; readonly cumUnits: number }>();

  check({ orders, settled, kept, parents, positions }: KernelSnapshot): number {
    const all = [...orders, ...settled, ...kept];
    for (const { intentId, parent, state, cumUnits } of all) {
      const before = this.#before.get(intentId);
      const late = before?.hasEnded === true ? cumUnits - before.cumUnits : 0;
      this.#late.set(parent, (this.#late.get(parent) ?? 0) + late);
      this.#before.set(intentId, {
        hasEnded: before?.hasEnded === true || !OPEN.has(state),
        cumUnits,
      });
    }
    for (const parent of parents) {
      const children = all.filter((order) => order.parent === parent.key);
      const filled = children.reduce((sum, { cumUnits }) => sum + cumUnits, 0);
      const working = children.reduce((sum, { intentId, units, cumUnits }) => {
        // One that lives again after its end is as unforeseen.
        const isOpen = this.#before.get(intentId)?.hasEnded === false;
        return isOpen ? sum + Math.max(0, units - cumUnits) : sum;
      }, 0);
      expect(parent.filledUnits).toBe(filled);
      const most = parent.units + (this.#late.get(parent.key) ?? 0);
      expect(filled + working).toBeLessThanOrEqual(most);
    }
    const held = all.reduce((sum, { side, cumUnits }) => {
      return sum + (side === 'Buy' ? cumUnits : -cumUnits);
    }, 0);
    expect(positions.reduce((sum, { units }) => sum + units, 0)).toBe(held);
    return all.length;
  }
}

describe('any sequence of answers, reports, trades and restarts', () => {
  it('keeps parents the sum of their children and positions the sum of all orders', () => {
    let [orders, restarts, told] = [0, 0, 0];
    fc.assert(
      fc.property(inputs, (course) => {
        const lives = new Lives();
        const books = new Books();
        for (const { deed, gap, figure } of course) {
          lives.bot.now += gap;
          lives.play(deed, figure);
          orders += books.check(lives.bot.kernel.snapshot());
          if (deed === 'restart') restarts++;
        }
        // Trades are told again and again; each is a fill once, over all lives.
        expect(new Set(lives.told).size).toBe(lives.told.length);
        told += lives.told.length;
      }),
      { numRuns: countRuns(40) },
    );
    expect(orders).toBeGreaterThan(countRuns(1_000));
    expect(restarts).toBeGreaterThan(countRuns(20));
    expect(told).toBeGreaterThan(countRuns(100));
  });
});
