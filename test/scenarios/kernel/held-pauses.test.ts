// Pauses of rules in a running bot end once their condition was absent for 10 s.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, type BotOptions, EUR_USD } from '../../kernel/harness.js';

/** Narrow rates differ from one to the next. */
function start(options: BotOptions = {}) {
  const bot = new Bot(options).warmUp();
  let count = 0;
  const rate = (bidTicks = 110_000 + (count++ % 2), spread = 10) => {
    bot.now += SECOND;
    bot.rate(EUR_USD, bidTicks, bidTicks + spread);
  };
  const rates = (seconds: number, bidTicks?: number, spread?: number) => {
    for (let i = 0; i < seconds; i++) rate(bidTicks, spread);
  };
  /** The rule that turns an order down now; empty: none does. */
  const refusedBy = () => {
    const before = bot.refusals.length;
    const order = { size: 1_000 + bot.commands.length, price: 1.1001 };
    return bot.place(order) === undefined ? bot.refusals.slice(before).map(({ rule }) => rule) : [];
  };
  return { bot, rate, rates, refusedBy };
}

type Session = ReturnType<typeof start>;

/** What pauses EUR/USD by a rule, what of that is enough to keep it paused, and how it goes. */
interface Condition {
  readonly options?: BotOptions;
  readonly begin: (session: Session) => void;
  readonly again: (session: Session) => void;
  readonly end: (session: Session) => void;
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  RC16: {
    options: { polled: true, limits: { RC16: {} } },
    begin: ({ bot }) => {
      for (let i = 0; i < 31; i++) bot.wait(SECOND);
    },
    again: ({ bot }) => {
      for (let i = 0; i < 4; i++) bot.wait(SECOND);
    },
    end: ({ bot, rate }) => {
      rate();
      bot.wait(SECOND);
    },
  },
  RC17: {
    begin: ({ rates }) => {
      rates(62, 110_000);
    },
    again: ({ rates }) => {
      rates(62, 110_000);
    },
    end: ({ rate }) => {
      rate(110_001);
    },
  },
  RC18: {
    begin: ({ rates }) => {
      rates(11, 110_000, -1);
    },
    again: ({ rate }) => {
      rate(110_000, -1);
    },
    end: ({ rate }) => {
      rate();
    },
  },
  RC19: {
    begin: ({ rates }) => {
      rates(61, 110_000, 120);
    },
    again: ({ rate }) => {
      rate(110_000, 120);
    },
    end: ({ rate }) => {
      rate();
    },
  },
  RC30: {
    options: { limits: { RC30: { source: 'balances' } } },
    begin: ({ bot }) => {
      bot.event({ type: 'balance', currency: 'USD' });
    },
    again: ({ bot }) => {
      bot.event({ type: 'balance', currency: 'USD' });
    },
    end: ({ bot }) => {
      bot.event({ type: 'balance', currency: 'USD', free: 10_000_000 });
    },
  },
};

describe.each(Object.entries(CONDITIONS))('pause by %s', (rule, condition) => {
  const { options, begin, again, end } = condition;

  it('ends 10 s after its condition, and not at the first good sample', () => {
    const session = start(options);
    begin(session);
    expect(session.refusedBy()).toEqual([rule]);
    end(session);
    expect(session.refusedBy()).toEqual([rule]);
    session.rates(8);
    expect(session.refusedBy()).toEqual([rule]);
    session.rates(2);
    expect(session.refusedBy()).toEqual([]);
  });

  it('continues when its condition returns within that time', () => {
    const session = start(options);
    begin(session);
    end(session);
    session.rates(5);
    again(session);
    end(session);
    session.rates(8);
    expect(session.refusedBy()).toEqual([rule]);
    session.rates(2);
    expect(session.refusedBy()).toEqual([]);
  });

  it('outlives a restart for 10 s', () => {
    const session = start(options);
    begin(session);
    const { bot } = session;
    const restored = bot.kernel.snapshot();
    const restart = () => start({ ...options, restored, epoch: 2, startAt: bot.now });
    const next = restart();
    end(next);
    expect(next.refusedBy()).toEqual([rule]);
    next.rates(7);
    expect(next.refusedBy()).toEqual([rule]);
    next.rates(4);
    expect(next.refusedBy()).toEqual([]);
  });
});

describe('pause by RC17 of the previous run', () => {
  it('continues until a rate of this run differs from the last one of that run', () => {
    const session = start();
    session.rates(62, 110_000);
    const { bot } = session;
    const restored = bot.kernel.snapshot();
    const next = start({ restored, epoch: 2, startAt: bot.now });
    // The feed still stands still, at another rate than that of the warm-up.
    next.rates(30, 110_000);
    expect(next.refusedBy()).toEqual(['RC17']);
  });
});

describe('strategy pause that only an operator ends', () => {
  const pause = { scope: 'strategy', control: 'RC39', reason: 'asked for', cause: 'x' } as const;

  it.each([
    ['alpha', 'alpha is paused'],
    ['former', /^trading is paused .* none of the strategies is called former \(alpha\), so it/],
  ])('of the previous run, named %s', (key, words) => {
    const { bot } = start();
    const { gate, ...rest } = bot.kernel.snapshot();
    const times = { since: bot.now, hitAt: bot.now, until: 'resume' } as const;
    const pauses = [{ ...pause, ...times, key }];
    const restored = { ...rest, gate: { ...gate, pauses } };
    const next = start({ restored, epoch: 2, startAt: bot.now });
    expect(next.refusedBy()).toEqual(['RC39']);
    expect(next.bot.refusals.at(-1)?.message).toMatch(words);
  });
});
