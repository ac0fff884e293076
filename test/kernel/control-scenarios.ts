// For each rule a bot that it stops, and the same bot a step short of that.
import { z } from 'zod';
import { BugError } from '../../src/domain/fault.js';
import { createInstrument, SECOND, unwrap } from '../../src/domain/index.js';
import type { PlaceIntent } from '../../src/domain/orders/index.js';
import { type ExecutionAlgorithm, listAlgorithms } from '../../src/algorithms/index.js';
import { Bot, type BotOptions, EUR_USD, START } from './harness.js';

export interface Scenario {
  /** The bot once its control has spoken. */
  readonly fired: () => Bot;
  /** The same just within the limit. */
  readonly calm: () => Bot;
  /** What a limits file says of it; its defaults where it says nothing. */
  readonly limits?: BotOptions['limits'];
}

const GBP_USD = unwrap(createInstrument(1, 'GBP/USD'));
const EUR_GBP = unwrap(createInstrument(0, 'EUR/GBP'));

function open(options: BotOptions = {}): Bot {
  return new Bot(options).warmUp();
}

/** Which controls spoke. */
export function listen(bot: Bot): readonly string[] {
  const ids = [bot.refusals, bot.alerts, bot.halts].flat().map(({ rule }) => rule);
  return [...ids, ...bot.asks.map(({ reason }) => (reason.includes('cancels') ? 'RC38' : ''))];
}

function pair(play: (bot: Bot, isOver: boolean) => void, options: BotOptions = {}): Scenario {
  const run = (isOver: boolean) => {
    const bot = open(options);
    play(bot, isOver);
    return bot;
  };
  return { fired: () => run(true), calm: () => run(false), limits: options.limits };
}

/** One order that breaks the rule, and one that does not. */
function order(
  over: Partial<PlaceIntent>,
  within: Partial<PlaceIntent>,
  limits: BotOptions['limits'] = {},
): Scenario {
  const play = (bot: Bot, isOver: boolean) => {
    bot.place(isOver ? over : within);
  };
  return pair(play, { limits });
}

const RESTING = { timeInForce: 'GTT', expirySeconds: 60 } as const;

/** Fills an order whole, at its limit. */
function fill(bot: Bot, more: Partial<PlaceIntent> = {}, id = 'T1'): void {
  const command = bot.mustPlace(more);
  bot.answer(command, 'accepted');
  bot.trade(command, id, command.units);
  bot.status(command, 'FILLED', command.units);
}

/** A rate once a second for so long. */
function quote(bot: Bot, seconds: number, bidTicks: number, offerTicks: number): void {
  for (let i = 0; i < seconds; i++) {
    bot.now += SECOND;
    bot.rate(EUR_USD, bidTicks, offerTicks);
  }
}

const shape: Readonly<Record<string, Scenario>> = {
  RC01: order({}, { symbol: 'USD/JPY', price: 150.01 }, { RC01: { symbols: ['USD/JPY'] } }),
  RC02: order({ timeInForce: 'GTC' }, {}),
  RC03: order({ expirySeconds: 5 }, {}),
  RC04: order({ size: 1_000_001 }, { size: 1_000_000 }),
  RC05: order({ size: 900_000 }, { size: 500_000 }, { RC05: { hard: 900_000, soft: 900_000 } }),
  RC06: order({ size: 999.99 }, { size: 1_000 }),
  RC07: order({ price: 1.100_001 }, { price: 1.100_01 }),
  RC08: order({ size: -1 }, {}),
  RC09: order({ currency: 'USD' }, { currency: 'EUR' }),
  RC11: order({ valueDate: '2026-07-14' }, { valueDate: '2026-07-15' }),
  RC12: order({ ...RESTING, expirySeconds: 3_601 }, { ...RESTING, expirySeconds: 3_600 }),
  RC13: { fired: () => startAgain(0), calm: () => startAgain(1) },
};

/** A run after one that placed an order, with its last intent as the journal has it. */
function startAgain(lastIntentId: number): Bot {
  const first = open();
  first.mustPlace();
  const restored = { ...first.kernel.snapshot(), lastIntentId };
  const bot = open({ restored, limits: { RC53: 'off' } });
  try {
    bot.place();
  } catch (error) {
    // Without the rule the order store does not take it.
    if (!(error instanceof BugError)) throw error;
  }
  return bot;
}

const market: Readonly<Record<string, Scenario>> = {
  RC10: pair((bot, isOver) => {
    for (let i = 0; i < 20; i++) bot.mustPlace({ size: 1_000 + i });
    bot.place({ size: isOver ? 6_000 : 2_000 });
  }),
  RC14: order({ price: 1.106 }, { price: 1.1004 }),
  RC15: order({ price: 1.100_66 }, { price: 1.100_65 }),
  RC16: pair(
    (bot, isOver) => {
      bot.now += (isOver ? 31 : 30) * SECOND - 2_000;
      bot.place();
    },
    { limits: { RC16: {} } },
  ),
  RC17: pair((bot, isOver) => {
    quote(bot, isOver ? 62 : 58, 110_000, 110_010);
  }),
  RC18: pair((bot, isOver) => {
    bot.rate(EUR_USD, isOver ? 110_011 : 110_010, 110_010);
    bot.place({ price: 1.1001 });
  }),
  RC19: pair((bot, isOver) => {
    bot.rate(EUR_USD, 110_000, isOver ? 110_111 : 110_109);
    bot.place({ price: 1.1001 });
  }),
  RC20: pair((bot, isOver) => {
    bot.rate(EUR_USD, isOver ? 111_200 : 111_000, isOver ? 111_210 : 111_010);
    bot.place({ price: 1.111 });
  }),
  RC21: pair((bot, isOver) => {
    const midTicks = isOver ? 111_200 : 110_100;
    bot.event({ type: 'benchmark', symbol: 'EUR/USD', source: 'benchmark', midTicks });
    bot.place();
  }),
  RC22: pair(
    (bot, isOver) => {
      bot.now += (isOver ? 61 : 59) * SECOND;
      bot.rate(EUR_GBP, 110_001, 110_011);
      bot.place({ symbol: 'EUR/GBP', price: 1.100_11 });
    },
    { instruments: [EUR_GBP, GBP_USD], limits: { RC22: {} } },
  ),
};

const exposure: Readonly<Record<string, Scenario>> = {
  RC23: order({ size: 20_000 }, { size: 10_000 }, { RC23: { G10: 20_000 } }),
  RC24: order({ size: 20_000 }, { size: 10_000 }, { RC24: { hard: 20_000 } }),
  RC25: order({ size: 20_000 }, { size: 10_000 }, { RC25: { hard: 20_000 } }),
  RC26: order({ size: 20_000 }, { size: 10_000 }, { RC26: { hard: 20_000 } }),
  RC27: pair(
    (bot, isOver) => {
      for (let i = 0; i < 3; i++) bot.mustPlace({ size: 1_000 + i });
      if (isOver) bot.place({ size: 5_000 });
    },
    { limits: { RC27: { symbol: 3 } } },
  ),
  RC28: order({ size: 20_000 }, { size: 10_000 }, { RC28: { hard: 20_000 } }),
  RC29: pair(
    (bot, isOver) => {
      fill(bot, { size: 10_000 });
      bot.place({ size: isOver ? 10_000 : 5_000 });
    },
    { limits: { RC29: { hard: 20_000, softShare: 1 } } },
  ),
  RC30: order({ size: 20_000 }, { size: 10_000 }, { RC30: { static: 20_000 } }),
  RC31: {
    fired: () => overnight([]),
    calm: () => overnight(['alpha']),
    limits: { RC31: { cleared: [] } },
  },
  RC32: pair((bot, isOver) => {
    fill(bot, { symbol: 'USD/JPY', price: 150.01, size: 10_000 });
    bot.place({ size: isOver ? 20_000 : 5_000 });
  }),
  RC33: pair(
    (bot, isOver) => {
      for (let i = 0; i < (isOver ? 3 : 2); i++) bot.place({ size: 1_000 + i });
    },
    { limits: { RC33: {} } },
  ),
  RC35: pair((bot, isOver) => {
    for (let i = 0; i < (isOver ? 20 : 19); i++) {
      bot.now += SECOND;
      fill(bot, {}, `T${String(i)}`);
    }
  }),
  RC36: pair(
    (bot, isOver) => {
      bot.place();
      bot.place({ size: isOver ? 1_000 : 1_001 });
    },
    { limits: { RC36: {} } },
  ),
  RC37: pair((bot, isOver) => {
    bot.mustPlace({ ...RESTING, price: 1.1 });
    bot.place({ side: 'Sell', price: isOver ? 1.1 : 1.100_01 });
  }),
  RC40: { fired: () => work(1), calm: () => work(0.5) },
  RC53: pair((bot, isOver) => {
    const command = bot.mustPlace();
    bot.answer(command, isOver ? 'unknown' : 'accepted');
    bot.place({ size: 2_000 });
  }),
  RC70: {
    fired: () => atNight({ hours: 'fx' }),
    calm: () => atNight({ hours: 'always' }),
    limits: { RC70: { hours: 'fx' } },
  },
};

/** A parent whose algorithm asks for half of it, and then for a part of it. */
function work(part: number): Bot {
  const algorithms = listAlgorithms() as ExecutionAlgorithm[];
  algorithms.push({
    id: 'greedy',
    summary: 'Asks for half, then for more.',
    params: z.any(),
    start(parent) {
      const order = { priceTicks: 110_010, timeInForce: 'IOC' } as const;
      parent.placeChild({ ...order, units: parent.units / 2 });
      parent.placeChild({ ...order, units: parent.units * part });
    },
  });
  const bot = open();
  bot.act('alpha', (ctx) => {
    const parent = { symbol: 'EUR/USD', side: 'Buy', size: 4_000, params: {} } as const;
    ctx.execute({ algorithm: 'greedy', key: 'p', ...parent });
  });
  algorithms.pop();
  return bot;
}

/** Holds a position from before 16:30 New York, and asks for more, where rates are polled. */
function overnight(cleared: readonly string[]): Bot {
  const startAt = START + 8 * 3_600 * SECOND + (29 * 60 + 50) * SECOND;
  const bot = open({ startAt, polled: true, limits: { RC31: { cleared }, RC70: 'off' } });
  fill(bot);
  bot.wait(15 * SECOND);
  bot.rate(EUR_USD, 110_000, 110_010);
  bot.place({ size: 2_000 });
  return bot;
}

/** 17:01 New York. */
function atNight(RC70: object): Bot {
  const bot = open({ startAt: START + (9 * 3_600 + 60) * SECOND, limits: { RC70 } });
  bot.place();
  return bot;
}

const outcome: Readonly<Record<string, Scenario>> = {
  RC38: pair((bot, isOver) => {
    for (let i = 0; i < (isOver ? 110 : 99); i++) {
      const command = bot.mustPlace({ ...RESTING, price: 1.0999, size: 1_000 + i });
      bot.answer(command, 'accepted');
      bot.status(command, 'NEW');
      bot.act('alpha', (ctx) => {
        ctx.cancel(command.intentId);
      });
      bot.status(command, 'CANCELED');
    }
  }),
  RC43: pair(
    (bot, isOver) => {
      fill(bot, { size: 100_000 });
      bot.now += SECOND;
      bot.rate(EUR_USD, isOver ? 109_500 : 109_990, isOver ? 109_510 : 110_000);
    },
    { limits: { RC43: { strategy: 500, all: 500 } } },
  ),
  RC44: pair(
    (bot, isOver) => {
      fill(bot, { size: 100_000 });
      bot.now += SECOND;
      bot.rate(EUR_USD, isOver ? 109_500 : 109_990, isOver ? 109_510 : 110_000);
    },
    { limits: { RC43: 'off', RC44: { equity: 10_000, runPercent: 5, lifetimePercent: 50 } } },
  ),
  RC45: pair(
    (bot, isOver) => {
      const command = bot.mustPlace({ price: 1.1004 });
      bot.answer(command, 'accepted');
      bot.now += SECOND;
      bot.trade(command, 'T1', command.units, isOver ? 110_040 : 110_010);
    },
    { limits: { RC45: { single: { G10: 3 }, softShare: 1 } } },
  ),
  RC46: pair((bot, isOver) => {
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    bot.trade(command, 'T1', 1_000, isOver ? 110_011 : 110_010);
  }),
  RC47: pair((bot, isOver) => {
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    bot.status(command, 'PARTIALLY_FILLED', isOver ? command.units + 1 : command.units - 1);
  }),
  RC48: pair(
    (bot, isOver) => {
      const command = bot.mustPlace();
      bot.answer(command, 'accepted');
      bot.status(command, 'NEW', 0, isOver ? { coId: 'by-hand' } : {});
    },
    { limits: { RC48: {} } },
  ),
  RC49: pair((bot, isOver) => {
    const read = (units: number) => {
      bot.event({ type: 'position', symbol: 'EUR/USD', units });
      bot.now += 2 * SECOND;
    };
    read(0);
    for (let i = 0; i < 2; i++) read(isOver ? 100_000 : 0);
  }),
  RC50: pair((bot, isOver) => {
    fill(bot);
    const [command] = bot.placed;
    const { coId = '', units = 0, priceTicks = 0 } = command ?? {};
    const tradeId = isOver ? 'T1' : 'T9';
    bot.event({ type: 'bust', coId, tradeId, units, priceTicks });
  }),
};

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...shape,
  ...market,
  ...exposure,
  ...outcome,
};
