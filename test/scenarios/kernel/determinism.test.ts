// Equal inputs give equal outputs and digests, different ones do not; order within an instant.
import fc from 'fast-check';
import { map, merge, NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, NEVER as NEVER_DUE, SECOND } from '../../../src/domain/index.js';
import type { Intent } from '../../../src/domain/orders/index.js';
import { execute, limit } from '../../../src/strategy/index.js';
import { Bot, EUR_USD, type Run, START, USD_JPY } from '../../kernel/harness.js';
import { countRuns } from '../../runs.js';

interface Input {
  readonly do: 'rate' | 'wait' | 'trade' | 'end';
  readonly gap: number;
  readonly figure: number;
}

const input: fc.Arbitrary<Input> = fc.record({
  do: fc.constantFrom('rate', 'rate', 'rate', 'wait', 'trade', 'end'),
  gap: fc.nat(900).map((ms) => ms * MILLISECOND),
  figure: fc.nat(20),
});

/** Draws, samples, notes, places and works parents: everything that a digest covers. */
const busy: Run = (ctx) => {
  const random = ctx.random('size');
  let count = 0;
  const next = (): Intent => {
    const side = random() < 0.5 ? 'Buy' : 'Sell';
    const touch = { symbol: 'EUR/USD', side, price: side === 'Buy' ? 1.1 : 1.1003 } as const;
    ctx.note('decided', { count });
    if (++count % 5 > 0) return limit({ ...touch, size: 1_000 + Math.floor(random() * 9_000) });
    const params = { duration: '10s', slices: 5, sizeJitter: 0.5, intervalJitter: 0.5 };
    const parent = { algorithm: 'twap', symbol: 'EUR/USD', side, size: 50_000 } as const;
    return execute({ ...parent, key: `p${count}`, params });
  };
  return merge(
    ctx.rates('EUR/USD').pipe(ctx.time.sample(SECOND), map(next)),
    ctx.fills.pipe(ctx.time.debounce(2 * SECOND), map(next)),
  );
};

/** Plays the inputs: all outputs as text, those that the digest covers, and the digest. */
function play(inputs: readonly Input[], seed = 1) {
  const limits = { RC53: 'off' };
  const bot = new Bot({ seed, strategies: { busy }, limits }).warmUp();
  for (const { do: what, gap, figure } of inputs) {
    bot.now += gap;
    const command = bot.placed.at(-1 - (figure % 3));
    if (what === 'rate') bot.rate(EUR_USD, 110_000 + figure, 110_012 + figure);
    else if (what === 'wait') bot.wait(0);
    else if (command === undefined) continue;
    else if (what === 'trade') bot.trade(command, `${command.coId}/${figure}`, 1_000 + figure);
    else bot.status(command, 'EXPIRED', 0);
  }
  bot.wait(60 * SECOND);
  const { log, commands, orders, parents, fills, refusals, notes, halts } = bot;
  const covered = {
    commands,
    fills: fills.map(({ at, intentId, units, priceTicks }) => [at, intentId, units, priceTicks]),
    refusals: refusals.map(({ at, intentId, rule, limit, value }) => {
      return [at, intentId, rule, limit, value];
    }),
    notes,
    halts,
  };
  const views = parents.map((view) => ({ ...view, bookedCash: String(view.bookedCash) }));
  return {
    all: JSON.stringify([log, covered, orders, fills, refusals, views]),
    covered: JSON.stringify(covered),
    digest: bot.kernel.digest,
    placed: bot.placed.length,
  };
}

const course = fc.array(input, { minLength: 20, maxLength: 60 });

describe('kernel', () => {
  it('gives equal outputs and an equal digest for equal inputs', () => {
    let placed = 0;
    fc.assert(
      fc.property(course, fc.nat(9), (inputs, seed) => {
        const first = play(inputs, seed);
        const second = play(inputs, seed);
        expect(second.all).toBe(first.all);
        expect(second.digest).toBe(first.digest);
        placed += first.placed;
      }),
      { numRuns: countRuns(60) },
    );
    expect(placed).toBeGreaterThan(countRuns(500));
  });

  it('gives another digest as soon as any output differs', () => {
    fc.assert(
      fc.property(course, fc.nat(), fc.nat(9), fc.nat(9), (inputs, place, seed, other) => {
        const at = place % inputs.length;
        const changed = inputs.with(at, { ...inputs[at]!, figure: inputs[at]!.figure + 1 });
        const first = play(inputs, seed);
        for (const run of [play(inputs, other), play(changed, seed)]) {
          expect(run.digest === first.digest).toBe(run.covered === first.covered);
        }
      }),
      { numRuns: countRuns(60) },
    );
  });

  it('gives a digest that depends on every field of a fill and of a command', () => {
    const order = { price: 1.1001, size: 1_000, botTag: 'w1' };
    const trade = (
      units: number,
      ticks: number,
      wait: number,
      change: Partial<typeof order> = {},
    ) => {
      const { price, size, botTag } = { ...order, ...change };
      const bot = new Bot({ botTag }).warmUp();
      const command = bot.mustPlace({ price, size });
      bot.now += wait;
      bot.trade(command, 't1', units, ticks);
      return bot.kernel.digest;
    };
    const digests = [
      trade(10_000, 110_000, 0),
      trade(10_001, 110_000, 0),
      trade(10_000, 110_001, 0),
      trade(10_000, 110_000, 1),
      trade(10_000, 110_000, 0, { price: 1.10009 }),
      trade(10_000, 110_000, 0, { size: 1_000.01 }),
      trade(10_000, 110_000, 0, { botTag: 'w2' }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
    expect(trade(10_000, 110_000, 0)).toBe(digests[0]);
    const place = (after: number) => {
      const bot = new Bot().warmUp();
      bot.now += after;
      bot.mustPlace();
      return bot.kernel.digest;
    };
    expect(place(1)).not.toBe(place(0));
  });

  it('gives a digest that depends on notes, refusals, cancels and halts', () => {
    const run = (act: (bot: Bot) => void) => {
      const bot = new Bot().warmUp();
      const command = bot.mustPlace();
      act(bot);
      bot.status(command, 'EXPIRED');
      return bot.kernel.digest;
    };
    const digests = [
      run(() => undefined),
      run((bot) => bot.act('alpha', (ctx) => ctx.note('a'))),
      run((bot) => bot.act('alpha', (ctx) => ctx.note('b'))),
      run((bot) => bot.act('alpha', (ctx) => ctx.note('a', { x: 1 }))),
      run((bot) => bot.act('alpha', (ctx) => ctx.note('a', { x: 2 }))),
      run((bot) => bot.act('alpha', (ctx) => ctx.cancel(1))),
      run((bot) => bot.place({ timeInForce: 'GTC' })),
      run((bot) => bot.place({ timeInForce: 'DAY' })),
      run((bot) => bot.event({ type: 'operator', action: 'halt', reason: 'a' })),
      run((bot) => bot.event({ type: 'operator', action: 'halt', reason: 'b' })),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('leaves rates that change nothing out of the digest', () => {
    const [quiet, busy] = [new Bot().warmUp(), new Bot().warmUp()];
    for (let i = 0; i < 10; i++) busy.rate(EUR_USD, 110_000 + i, 110_010 + i);
    expect(busy.kernel.digest).toBe(quiet.kernel.digest);
  });
});

describe('inputs at one instant', () => {
  /** A strategy that notes what it sees, with a timer due one second after its start. */
  function watch() {
    const seen: string[] = [];
    const run: Run = (ctx) => {
      const time = () => (ctx.now() - START) / MILLISECOND;
      ctx.time.timer(SECOND).subscribe(() => seen.push(`timer ${time()}`));
      ctx.rates('EUR/USD').subscribe((rate) => seen.push(`rate ${rate.bidTicks} ${time()}`));
      ctx.faults.subscribe(({ message }) => seen.push(`fault${message} ${time()}`));
      return NEVER;
    };
    return { bot: new Bot({ strategies: { run } }), seen };
  }
  const lost = {
    type: 'poll',
    subject: 'login',
    key: '',
    outcome: 'failed',
    status: 0,
    message: '',
  } as const;

  it('timer fires before the rate of its time', () => {
    const { bot, seen } = watch();
    bot.now = START + SECOND;
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(seen).toEqual(['timer 1000', 'rate 110000 1000']);
  });

  it('timer fires after an event of its time, with the next rate or wake-up', () => {
    for (const next of ['rate', 'wake'] as const) {
      const { bot, seen } = watch();
      bot.now = START + SECOND;
      bot.event(lost);
      expect(seen).toEqual(['faultlogin :  1000']);
      if (next === 'rate') bot.rate(USD_JPY, 150_000, 150_010);
      else bot.wait(0);
      expect(seen).toEqual(['faultlogin :  1000', 'timer 1000']);
    }
  });

  it('timer that is due before an event or a rate fires first, at its own time', () => {
    const { bot, seen } = watch();
    bot.now = START + SECOND + 1_000;
    bot.event(lost);
    expect(seen).toEqual(['timer 1000', 'faultlogin :  1001']);
    const other = watch();
    other.bot.now = START + 5 * SECOND;
    other.bot.rate(EUR_USD, 110_000, 110_010);
    expect(other.seen).toEqual(['timer 1000', 'rate 110000 5000']);
  });

  it('each timer is a step: the next timer sees the orders of the previous one', () => {
    const seen: number[] = [];
    const run: Run = (ctx) => {
      ctx.time.timer(SECOND).subscribe(() => {
        ctx.place({ symbol: 'EUR/USD', side: 'Buy', type: 'Limit', timeInForce: 'IOC', ...order });
      });
      let orders = 0;
      ctx.orders.subscribe(() => orders++);
      ctx.time.timer(SECOND).subscribe(() => seen.push(orders));
      return NEVER;
    };
    const order = { size: 1_000, price: 1.1 };
    const bot = new Bot({ strategies: { run } }).warmUp();
    bot.wait(5 * SECOND);
    expect(seen).toEqual([1]);
    expect(bot.orders[0]?.at).toBe(START + SECOND);
  });

  it('rate as an event does the same as a rate', () => {
    const { bot, seen } = watch();
    bot.now = START + SECOND;
    const rate = { symbol: 'EUR/USD', bidTicks: 110_000, offerTicks: 110_010 };
    bot.event({ type: 'rate', ...rate, bidUnits: 1, offerUnits: 1, venueAt: bot.now });
    expect(seen).toEqual(['timer 1000', 'rate 110000 1000']);
  });
});

describe('kernel clock', () => {
  it('is at the newest input, and states when it needs a wake-up', () => {
    const run: Run = (ctx) => {
      ctx.time.timer(SECOND).subscribe();
      return NEVER;
    };
    const bot = new Bot({ strategies: { run } });
    expect(bot.kernel.nextDueAt).toBe(START + SECOND);
    bot.wait(SECOND - 1);
    expect(bot.kernel.now).toBe(START + SECOND - 1);
    expect(bot.kernel.nextDueAt).toBe(START + SECOND);
    bot.wait(1);
    expect(bot.kernel.nextDueAt).toBe(NEVER_DUE);
    bot.now += 5;
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.kernel.now).toBe(START + SECOND + 5);
  });

  it('never goes back', () => {
    const bot = new Bot();
    bot.wait(SECOND);
    bot.now = START;
    bot.wait(0);
    expect(bot.kernel.now).toBe(START + SECOND);
  });

  it('renews a rate that a poll found unchanged', () => {
    const bot = new Bot({ limits: { RC16: {} } }).warmUp();
    const refusalAge = () => {
      bot.place({ timeInForce: 'GTC' });
      return bot.refusals.at(-1)?.rate?.receiveAge;
    };
    bot.now += 5 * SECOND;
    expect(refusalAge()).toBe(5 * SECOND + 1_000);
    const read = { subject: 'rate', key: 'EUR/USD', status: 200, message: '' } as const;
    bot.event({ type: 'poll', ...read, outcome: 'empty' });
    expect(refusalAge()).toBe(5 * SECOND + 1_000);
    bot.event({ type: 'poll', ...read, outcome: 'unchanged' });
    expect(refusalAge()).toBe(0);
  });
});
