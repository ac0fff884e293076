// Exposure under any interleaving of reports of the venue: conserved, bounded, zero at the end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, unwrap } from '../../../src/domain/index.js';
import { type PlaceCommand, toSign } from '../../../src/domain/orders/index.js';
import { parsePolicy } from '../../../src/plan/load-policy.js';
import { Bot, LENIENT, LENIENT_TEXT } from '../harness.js';
import { countRuns } from '../../runs.js';

/** One order and how the venue deals with it. */
interface Script {
  readonly side: 'Buy' | 'Sell';
  readonly thousands: number;
  /** Weights of the fills; what they leave of 100 stays unfilled. */
  readonly fills: readonly number[];
  readonly answer: 'accepted' | 'unknown' | 'weak' | 'none';
  readonly end: 'CANCELED' | 'EXPIRED';
}

/** Something that happens to the order of a script. */
type Step = { readonly script: number } & (
  { readonly do: 'answer' | 'end' } | { readonly do: 'trade' | 'status'; readonly fill: number }
);

const script: fc.Arbitrary<Script> = fc.record({
  side: fc.constantFrom('Buy', 'Sell'),
  thousands: fc.integer({ min: 1, max: 9 }),
  fills: fc
    .array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 })
    .filter((weights) => weights.reduce((sum, weight) => sum + weight, 0) <= 100),
  answer: fc.constantFrom('accepted', 'unknown', 'weak', 'none'),
  end: fc.constantFrom('CANCELED', 'EXPIRED'),
});

/** All that happens to all orders, each trade and each end twice, in any order. */
const course = fc.array(script, { minLength: 1, maxLength: 4 }).chain((scripts) => {
  const steps = scripts.flatMap(({ fills }, i): Step[] => [
    { script: i, do: 'answer' },
    ...fills.flatMap((_, fill): Step[] => [
      { script: i, do: 'trade', fill },
      { script: i, do: 'trade', fill },
      { script: i, do: 'status', fill },
    ]),
    { script: i, do: 'end' },
    { script: i, do: 'end' },
  ]);
  const shuffled = fc.shuffledSubarray(steps, { minLength: steps.length });
  return fc.tuple(fc.constant(scripts), shuffled);
});

/** What is known of one order, kept apart from the code under test. */
class Model {
  readonly command: PlaceCommand;
  readonly script: Script;
  /** Size of each fill, and the sum up to and including it. */
  readonly sizes: readonly number[];
  readonly sums: readonly number[];
  readonly total: number;
  readonly #trades = new Set<number>();
  #word = 0;
  hasEnded = false;

  constructor(command: PlaceCommand, script: Script) {
    this.command = command;
    this.script = script;
    this.sizes = script.fills.map((weight) => (command.units / 100) * weight);
    this.sums = this.sizes.map((_, i) =>
      this.sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0),
    );
    this.total = this.sums.at(-1) ?? 0;
  }

  play(bot: Bot, step: Step): void {
    const { command, script } = this;
    if (step.do === 'answer') {
      if (script.answer !== 'none') bot.answer(command, script.answer);
    } else if (step.do === 'trade') {
      this.#trades.add(step.fill);
      bot.trade(command, `${command.coId}/${step.fill}`, this.sizes[step.fill]!);
    } else if (step.do === 'status') {
      this.#word = Math.max(this.#word, this.sums[step.fill]!);
      const transactAt = bot.now + step.fill;
      bot.status(command, 'PARTIALLY_FILLED', this.sums[step.fill], { transactAt });
    } else {
      this.#word = this.total;
      this.hasEnded = true;
      const isFilled = this.total === command.units;
      const transactAt = bot.now + this.sums.length;
      bot.status(command, isFilled ? 'FILLED' : script.end, this.total, { transactAt });
    }
  }

  get filled(): number {
    const traded = [...this.#trades].reduce((sum, fill) => sum + this.sizes[fill]!, 0);
    return Math.max(this.#word, traded);
  }

  get working(): number {
    return this.hasEnded ? 0 : this.command.units - this.filled;
  }

  get sign(): 1 | -1 {
    return toSign(this.script.side);
  }
}

/** One unknown order pauses its symbol as ever; a course of four of them halts nothing. */
const NEVER_TOO_MANY_UNKNOWN = unwrap(
  parsePolicy({
    file: 'unknown.yaml',
    text: LENIENT_TEXT.replace(
      'count: 3, per: all, do: [{halt: all}',
      'count: 5, per: all, do: [{halt: all}',
    ),
  }),
);

function sum(models: readonly Model[], figure: (model: Model) => number): number {
  return models.reduce((total, model) => total + figure(model), 0);
}

function expected(models: readonly Model[]) {
  return {
    position: sum(models, (model) => model.sign * model.filled),
    workingBuy: sum(models, (model) => (model.sign > 0 ? model.working : 0)),
    workingSell: sum(models, (model) => (model.sign < 0 ? model.working : 0)),
  };
}

describe('any interleaving of answers, reports, trades and ends', () => {
  it('keeps the position equal to the fills and releases all working exposure at the end', () => {
    fc.assert(
      fc.property(course, ([scripts, steps]) => {
        const bot = new Bot({
          hands: ['alpha', 'probe'],
          limits: { RC53: 'off' },
          policy: LENIENT,
        }).warmUp();
        const models = scripts.map(
          (one) =>
            new Model(
              bot.mustPlace({
                side: one.side,
                size: one.thousands * 1_000,
                price: one.side === 'Buy' ? 1.1001 : 1.1,
              }),
              one,
            ),
        );
        expect(bot.exposure('probe')).toEqual(expected(models));
        for (const step of steps) {
          models[step.script]!.play(bot, step);
          expect(bot.exposure('probe')).toEqual(expected(models));
        }
        const position = sum(models, (model) => model.sign * model.total);
        expect(bot.exposure('probe')).toEqual({ position, workingBuy: 0, workingSell: 0 });
        expect(bot.halts).toEqual([]);
        expect(bot.kernel.listOpenOrders()).toEqual([]);
        const booked = bot.fills.reduce((all, fill) => all + toSign(fill.side) * fill.units, 0);
        expect(booked).toBe(position);
      }),
      { numRuns: countRuns(200) },
    );
  });

  it('leaves no order unknown once the venue has reported each of them', () => {
    fc.assert(
      fc.property(course, ([scripts, steps]) => {
        const bot = new Bot({ policy: NEVER_TOO_MANY_UNKNOWN }).warmUp();
        const models = scripts.map(
          (one) =>
            new Model(bot.mustPlace({ size: one.thousands * 1_000 }), { ...one, side: 'Buy' }),
        );
        for (const step of steps) models[step.script]!.play(bot, step);
        expect(bot.place({ size: 77_000 })).toBeDefined();
      }),
    );
  });

  it('never lowers what an order view has shown and never revives an ended order', () => {
    fc.assert(
      fc.property(course, ([scripts, steps]) => {
        const bot = new Bot({ limits: { RC53: 'off' }, policy: LENIENT }).warmUp();
        const models = scripts.map(
          (one) =>
            new Model(bot.mustPlace({ size: one.thousands * 1_000 }), { ...one, side: 'Buy' }),
        );
        for (const step of steps) models[step.script]!.play(bot, step);
        for (const { command } of models) {
          const views = bot.orders.filter((view) => view.coId === command.coId);
          const filled = views.map((view) => view.filledUnits);
          expect(filled).toEqual(filled.toSorted((a, b) => a - b));
          const ends = views.map((view) => view.isTerminal);
          expect(ends.indexOf(true)).toBe(ends.length - 1);
        }
      }),
    );
  });
});

type Move =
  | { readonly do: 'place'; readonly side: 'Buy' | 'Sell'; readonly thousands: number }
  | { readonly do: 'fill' | 'end'; readonly order: number; readonly share: number };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    side: fc.constantFrom('Buy' as const, 'Sell' as const),
    thousands: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    do: fc.constantFrom('fill' as const, 'fill' as const, 'end' as const),
    order: fc.nat(30),
    share: fc.integer({ min: 1, max: 100 }),
  }),
);

/** Limit of RC23 in USD cents; the symbol is USD/JPY, whose base is the account currency. */
const LIMIT = 1_000_000;

describe('RC23 positionLimit', () => {
  it('lets an intent pass if and only if the worst-case position stays within the limit', () => {
    let passed = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(move, { minLength: 5, maxLength: 60 }), (moves) => {
        const limits = { RC23: { G10: LIMIT / 100 } };
        const bot = new Bot({ hands: ['alpha', 'probe'], limits }).warmUp();
        const live: { readonly command: PlaceCommand; cum: number }[] = [];
        for (const one of moves) {
          bot.now += MILLISECOND;
          const before = bot.exposure('probe', 'USD/JPY');
          if (one.do === 'place') {
            const { side, thousands } = one;
            const price = side === 'Buy' ? 150.01 : 150;
            const command = bot.place({ symbol: 'USD/JPY', side, size: thousands * 1_000, price });
            const worst =
              side === 'Buy'
                ? before.position + before.workingBuy
                : -before.position + before.workingSell;
            expect(command !== undefined).toBe(worst + thousands * 100_000 <= LIMIT);
            if (command !== undefined) live.push({ command, cum: 0 });
            if (command === undefined) expect(bot.refusals.at(-1)?.rule).toBe('RC23');
            if (command === undefined) refused++;
            else passed++;
          } else if (live.length > 0) {
            const order = live[one.order % live.length]!;
            const open = order.command.units - order.cum;
            order.cum += Math.floor((open * one.share) / 100);
            bot.status(
              order.command,
              one.do === 'end' ? 'CANCELED' : 'PARTIALLY_FILLED',
              order.cum,
            );
            if (one.do === 'end') live.splice(live.indexOf(order), 1);
          }
          const { position, workingBuy, workingSell } = bot.exposure('probe', 'USD/JPY');
          expect(position + workingBuy).toBeLessThanOrEqual(LIMIT);
          expect(-position + workingSell).toBeLessThanOrEqual(LIMIT);
        }
      }),
      { numRuns: countRuns(150) },
    );
    expect(passed).toBeGreaterThan(countRuns(100));
    expect(refused).toBeGreaterThan(countRuns(100));
  });
});
