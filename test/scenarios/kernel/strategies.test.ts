// Strategies inside the kernel: what they see, and that a failing one harms only itself.
import {
  concat,
  EMPTY,
  from,
  map,
  merge,
  mergeMap,
  NEVER,
  Observable,
  of,
  skip,
  Subject,
  take,
  throwError,
  timer,
} from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../../src/domain/events/index.js';
import { type Rate, SECOND } from '../../../src/domain/index.js';
import type { Intent } from '../../../src/domain/orders/index.js';
import { limit } from '../../../src/strategy/index.js';
import {
  Bot,
  buy,
  type Context,
  EUR_USD,
  type Run,
  THOUSAND,
  USD_JPY,
} from '../../kernel/harness.js';

const order = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.1001 } as const;

/** A bot with one strategy beside the hand. */
function host(run: Run, name = 'own') {
  return new Bot({ strategies: { [name]: run } });
}

describe('strategy', () => {
  it('receives every rate of its symbols in order, with the kernel’s time', () => {
    const seen: Rate[] = [];
    const times: number[] = [];
    const bot = host((ctx) => {
      ctx.rates('EUR/USD').subscribe((rate) => {
        seen.push(rate);
        times.push(ctx.now());
      });
      return NEVER;
    });
    bot.rate(EUR_USD, 110_000, 110_010);
    bot.rate(USD_JPY, 150_000, 150_010);
    bot.now += 7;
    bot.rate(EUR_USD, 110_001, 110_011);
    expect(seen.map(({ bidTicks }) => bidTicks)).toEqual([110_000, 110_001]);
    expect(seen[0]).not.toBe(seen[1]);
    expect(seen[1]).toMatchObject({ bid: 1.10001, offer: 1.10011, receivedAt: bot.now });
    expect(times).toEqual([bot.now - 7, bot.now]);
  });

  it('may change its intent afterwards, because the kernel took a copy', () => {
    const own = { ...limit(order) };
    const bot = host((ctx) =>
      ctx.rates('EUR/USD').pipe(
        skip(3),
        take(1),
        mergeMap(() => {
          ctx.place(own);
          own.size = 2_000;
          return new Observable<Intent>((subscriber) => {
            subscriber.next(own);
            own.size = 1_000_000_000;
          });
        }),
      ),
    ).warmUp();
    bot.rate(EUR_USD, 110_000, 110_010);
    const sizes = bot.commands.map((command) => (command.kind === 'place' ? command.units : 0));
    expect(sizes).toEqual([100_000, 200_000]);
  });

  it('receives a rate that comes as an event as well', () => {
    const seen: number[] = [];
    const bot = host((ctx) => {
      ctx.rates('USD/JPY').subscribe((rate) => seen.push(rate.offerTicks));
      return NEVER;
    });
    const rate = { symbol: 'USD/JPY', bidTicks: 150_000, offerTicks: 150_009 };
    bot.event({ type: 'rate', ...rate, bidUnits: 1, offerUnits: 1, venueAt: bot.now });
    expect(seen).toEqual([150_009]);
  });

  it('places what its stream emits, and knows its orders by the ids of place', () => {
    const views: [number, string][] = [];
    let id = 0;
    const bot = host((ctx) => {
      ctx.orders.subscribe((view) => views.push([view.intentId, view.state]));
      ctx.rates('EUR/USD').subscribe(() => (id = ctx.place(buy())));
      return ctx.rates('USD/JPY').pipe(map(() => limit({ ...order, size: 2_000 })));
    });
    bot.rate(EUR_USD, 110_000, 110_010);
    bot.rate(USD_JPY, 150_000, 150_010);
    expect(bot.placed.map(({ units }) => units)).toEqual([THOUSAND, 2 * THOUSAND]);
    expect(bot.placed[0]!.intentId).toBe(id);
    expect(views).toEqual([
      [id, 'SENDING'],
      [id + 1, 'SENDING'],
    ]);
  });

  it('may keep the views of its orders: each stays unchanged', () => {
    const views: OrderView[] = [];
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => ctx.orders.subscribe((view) => views.push(view)));
    const command = bot.mustPlace();
    bot.status(command, 'NEW');
    bot.now += 5;
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    expect(views.map((view) => [view.state, view.filledUnits, view.orderId])).toEqual([
      ['SENDING', 0, ''],
      ['WORKING', 0, '77'],
      ['PARTIAL', 40_000, '77'],
    ]);
    expect(views.at(-1)?.at).toBe(bot.now);
    expect(views[1]?.at).toBe(bot.now - 5);
  });

  it('receives only its own orders, fills, refusals and parents', () => {
    const seen: string[] = [];
    const bot = host((ctx) => {
      ctx.orders.subscribe(() => seen.push('order'));
      ctx.fills.subscribe(() => seen.push('fill'));
      ctx.refusals.subscribe(() => seen.push('refusal'));
      ctx.parents.subscribe(() => seen.push('parent'));
      ctx.positions.subscribe(() => seen.push('position'));
      return NEVER;
    }).warmUp();
    bot.trade(bot.mustPlace(), 't1', 1_000);
    bot.place({ timeInForce: 'GTC' });
    expect(seen).toEqual([]);
    expect(bot.refusals).toHaveLength(1);
  });

  it('receives a refusal with its reason in the same step', () => {
    const seen: unknown[] = [];
    const bot = host((ctx) => {
      ctx.refusals.subscribe(({ intentId, rule, at }) => seen.push([intentId, rule, at]));
      return ctx.rates('EUR/USD').pipe(map(() => limit({ ...order, size: 5_000_000 })));
    });
    for (let i = 0; i < 3; i++) bot.rate(EUR_USD, 110_000, 110_010);
    expect(seen[0]).toEqual([1, 'RC04', bot.now]);
    expect(bot.refusals[0]).toMatchObject({
      message: 'size: expected at most 1000000 EUR, found 5000000 EUR',
      limitsVersion: 'test',
      rate: { bidTicks: 110_000, offerTicks: 110_010, receiveAge: 0, venueAge: 0 },
    });
  });

  it('receives reads that failed', () => {
    const seen: unknown[] = [];
    const bot = host((ctx) => {
      ctx.faults.subscribe((fault) => seen.push(fault));
      return NEVER;
    });
    const read = { subject: 'rate', key: 'EUR/USD', status: 503, message: 'busy' } as const;
    bot.event({ type: 'poll', ...read, outcome: 'failed' });
    bot.event({ type: 'poll', ...read, outcome: 'empty' });
    expect(seen).toEqual([{ at: bot.now, message: 'rate EUR/USD: busy' }]);
  });

  it('has positions and instruments, and notes that are put out', () => {
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => {
      expect(ctx.instrument('EUR/USD')).toBe(EUR_USD);
      expect(ctx.position('EUR/USD')).toBe(0);
      ctx.note('looked', { mid: 1.1, ready: true });
      ctx.note('again');
    });
    expect(bot.notes).toEqual([
      { at: bot.now, strategy: 'alpha', text: 'looked', fields: { mid: 1.1, ready: true } },
      { at: bot.now, strategy: 'alpha', text: 'again', fields: {} },
    ]);
  });

  it('is halted alone by a note with a key that no journal may hold', () => {
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => {
      ctx.note('fine', { passed: 1, bypassed: 2, compass: 3 });
      ctx.note('mine', { apiToken: 'x' });
    });
    expect(bot.notes.map(({ text }) => text)).toEqual(['fine']);
    const reason = expect.stringContaining('field apiToken names a secret') as string;
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', reason }]);
  });

  it('draws its own random numbers, equal for equal seed and name', () => {
    const draw = (seed: number, name: string, stream: string) => {
      let numbers: number[] = [];
      const run: Run = (ctx: Context) => {
        const random = ctx.random(stream);
        numbers = [random(), random(), random()];
        return NEVER;
      };
      new Bot({ seed, strategies: { [name]: run } });
      return numbers.join();
    };
    const first = draw(1, 'own', 'size');
    expect(draw(1, 'own', 'size')).toBe(first);
    const others = [draw(2, 'own', 'size'), draw(1, 'two', 'size'), draw(1, 'own', 'time')];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('may only use symbols of the session', () => {
    const bot = host((ctx) => ctx.rates('GBP/USD').pipe(mergeMap(() => EMPTY)));
    expect(bot.halts).toMatchObject([
      {
        scope: 'strategy',
        strategy: 'own',
        rule: 'strategy',
        reason: 'expected a symbol of this session (EUR/USD, USD/JPY), found GBP/USD',
      },
    ]);
    const placing = host((ctx) =>
      ctx.time.timer('1us').pipe(map(() => limit({ ...order, symbol: 'X' }))),
    );
    placing.wait(1);
    expect(placing.refusals).toMatchObject([
      {
        rule: 'RC01',
        symbol: 'X',
        limit: 'EUR/USD USD/JPY',
        message: 'expected one of EUR/USD USD/JPY, found X',
        limitsVersion: 'test',
      },
    ]);
    expect(placing.halts).toEqual([]);
  });

  it('that completes has ended once its orders have', () => {
    const bot = new Bot({
      hands: [],
      strategies: {
        own: (ctx) =>
          ctx.rates('USD/JPY').pipe(
            skip(2),
            take(1),
            map(() => limit(order)),
          ),
      },
    }).warmUp();
    expect(bot.placed).toHaveLength(1);
    expect(bot.halts).toEqual([]);
    expect([bot.kernel.hasNoWork, bot.kernel.isDone]).toEqual([true, false]);
    bot.status(bot.placed[0]!, 'FILLED', THOUSAND);
    expect(bot.kernel.isDone).toBe(false);
    bot.trade(bot.placed[0]!, 't1', THOUSAND);
    expect(bot.kernel.isDone).toBe(true);
  });
});

describe('strategy that fails', () => {
  const failures: readonly (readonly [string, Run, string])[] = [
    [
      'throws at its start',
      () => {
        throw new Error('no such level');
      },
      'no such level',
    ],
    ['has a stream that errors', () => throwError(() => new Error('lost')), 'lost'],
    [
      'throws at a rate',
      (ctx) =>
        ctx.rates('EUR/USD').pipe(
          map(() => {
            throw new Error('divided by zero');
          }),
        ),
      'divided by zero',
    ],
    [
      'throws at a timer',
      (ctx) =>
        ctx.time.timer('500us').pipe(
          map(() => {
            throw new Error('too late');
          }),
        ),
      'too late',
    ],
    [
      'emits what is no intent',
      () => of('buy' as unknown as Intent),
      'expected an intent, found "buy"',
    ],
    [
      'emits nothing',
      () => of(undefined as unknown as Intent),
      'expected an intent, found undefined',
    ],
    [
      'emits an unknown kind',
      () => of({ kind: 'buy' } as unknown as Intent),
      'expected an intent, found {"kind":"buy"}',
    ],
  ];

  it.each(failures)('because it %s is halted, and the other continues', (_, run, reason) => {
    const bot = host(run).warmUp();
    expect(bot.halts).toMatchObject([
      { scope: 'strategy', strategy: 'own', rule: 'strategy', reason },
    ]);
    expect(bot.place()).toBeDefined();
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.halts).toHaveLength(1);
  });

  it('releases its streams, also when it fails before its subscription', () => {
    const other = new Subject<Intent>();
    const bot = host(() => merge(of('buy' as unknown as Intent), other));
    expect(bot.halts).toHaveLength(1);
    expect(other.observed).toBe(false);
  });

  it('has its working orders cancelled', () => {
    const failing: Run = (ctx) =>
      concat(
        ctx.rates('USD/JPY').pipe(
          skip(2),
          take(1),
          map(() => limit(order)),
        ),
        ctx.time.timer(SECOND).pipe(mergeMap(() => throwError(() => new Error('lost')))),
      );
    const bot = host(failing).warmUp();
    const [command] = bot.placed;
    bot.wait(2 * SECOND);
    expect(bot.cancels).toMatchObject([{ coId: command!.coId }]);
  });

  it('places nothing that it emitted before in the same step', () => {
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => {
      ctx.place(buy());
      throw new Error('second thoughts');
    });
    expect(bot.placed).toEqual([]);
    expect(bot.refusals).toMatchObject([{ rule: 'RC69' }]);
  });
});

describe('kernel step', () => {
  it('accepts a thousand intents and halts the strategy of the next', () => {
    const place = (bot: Bot, count: number) =>
      bot.act('alpha', (ctx) => {
        for (let i = 0; i < count; i++) ctx.place({ ...buy(), size: 1_000 + i });
      });
    const calm = new Bot().warmUp();
    place(calm, 1_000);
    expect(calm.placed).toHaveLength(1_000);
    expect(calm.halts).toEqual([]);
    const wild = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    place(wild, 10_000);
    expect(wild.placed).toHaveLength(1_000);
    expect(wild.halts).toMatchObject([
      {
        scope: 'strategy',
        strategy: 'alpha',
        reason: expect.stringContaining('more than 1000 intents in one step'),
      },
    ]);
    expect(wild.place({}, 'beta')).toBeDefined();
  });

  it('ends for a strategy that answers each refusal with the same intent', () => {
    const bot = host((ctx) => {
      ctx.refusals.subscribe(() => ctx.place({ ...buy(), timeInForce: 'GTC' }));
      return ctx.rates('EUR/USD').pipe(map(() => limit({ ...order, timeInForce: 'GTC' })));
    });
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.refusals).toHaveLength(1_000);
    expect(bot.halts).toMatchObject([{ strategy: 'own' }]);
  });

  it('is required for an intent: a call outside throws and halts the strategy', () => {
    let kept: Context | undefined;
    const bot = host((ctx) => {
      kept = ctx;
      return NEVER;
    }).warmUp();
    const message = "strategy own: an intent was made outside the kernel's step: use ctx.time";
    expect(() => kept?.place(buy())).toThrow(message);
    expect(() => kept?.cancel(1)).toThrow('use ctx.time');
    const parent = { algorithm: 'twap', key: 'a', params: {} } as const;
    expect(() => kept?.execute({ ...parent, ...order })).toThrow('use ctx.time');
    bot.wait(1);
    expect(bot.halts).toMatchObject([
      {
        scope: 'strategy',
        strategy: 'own',
        reason: expect.stringContaining(
          "an intent was made outside the kernel's step: use ctx.time",
        ),
      },
    ]);
    expect(bot.placed).toEqual([]);
    expect(bot.place()).toBeDefined();
  });

  it('is required for a note', () => {
    let kept: Context | undefined;
    const bot = host((ctx) => {
      kept = ctx;
      return NEVER;
    });
    expect(() => kept?.note('psst')).toThrow("a note was made outside the kernel's step");
    bot.wait(1);
    expect(bot.halts).toMatchObject([{ strategy: 'own' }]);
    expect(bot.notes).toEqual([]);
  });

  it('is required for a stream to emit', () => {
    const outside = new Subject<Intent>();
    const bot = host(() => outside).warmUp();
    outside.next(limit(order));
    bot.wait(1);
    expect(bot.halts).toHaveLength(1);
    expect(bot.halts[0]?.reason).toContain('use ctx.time');
    expect(bot.placed).toEqual([]);
    expect(outside.observed).toBe(false);
  });

  it('is left by a promise and by a timer of the platform', async () => {
    const late = [
      () => from(Promise.resolve(limit(order))),
      () => timer(0).pipe(map(() => limit(order))),
    ];
    for (const run of late) {
      const bot = host(run).warmUp();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setTimeout(resolve, 1));
      bot.wait(1);
      expect(bot.halts[0]?.reason).toContain('use ctx.time');
      expect(bot.placed).toEqual([]);
    }
  });
});
