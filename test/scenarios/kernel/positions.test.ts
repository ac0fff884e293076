// RC49 in a running bot: the venue's positions against its own fills, with and without orders.
import { describe, expect, it } from 'vitest';
import {
  HOUR,
  type Instant,
  MINUTE,
  parseInstant,
  SECOND,
  unwrap,
} from '../../../src/domain/index.js';
import { Bot, type BotOptions, THOUSAND } from '../../kernel/harness.js';

/** A bot that held nothing at its start. */
function start(RC49: object = {}, life: BotOptions = {}) {
  const bot = new Bot({ ...life, limits: { RC49 } }).warmUp();
  const read = (units: number, symbol = 'EUR/USD', baseline?: number) => {
    const reported = baseline === undefined ? {} : { baseline };
    bot.event({ type: 'position', symbol, units, ...reported });
  };
  read(0, 'EUR/USD', 0);
  read(0, 'USD/JPY', 0);
  return { bot, read };
}

/** A read every 30 s for so long, as the session reads. */
function readOften({ bot, read }: ReturnType<typeof start>, units: number, span: number): void {
  for (const end = bot.now + span; bot.now < end; bot.now += 30 * SECOND) read(units);
}

describe('venue position', () => {
  it('halts a quiet symbol when two reads differ alike, two intervals apart', () => {
    const { bot, read } = start();
    read(1);
    bot.now += 2 * SECOND - 1;
    read(1);
    expect(bot.halts).toEqual([]);
    bot.now += 1;
    read(1);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD', rule: 'RC49' }]);
  });

  it('is read again two intervals after a difference, so that a passing one is found', () => {
    const { bot, read } = start();
    read(1);
    bot.wait(2 * SECOND - 1);
    expect(bot.asks.filter(({ what }) => what === 'positions')).toEqual([]);
    bot.wait(1);
    expect(bot.asks.at(-1)).toMatchObject({
      ...{ kind: 'refresh', what: 'positions', symbol: 'EUR/USD' },
      reason: "the venue's position of EUR/USD differs from our fills",
    });
    read(1);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD', rule: 'RC49' }]);
  });

  it('halts nothing while each read differs otherwise, or agrees in between', () => {
    const session = start();
    for (const units of [1, 2, 1, 0, 1, 2, 0, 1]) readOften(session, units, 30 * SECOND);
    expect(session.bot.halts).toEqual([]);
  });

  it('halts one symbol once, and everything with the second', () => {
    const session = start();
    readOften(session, 1, 5 * MINUTE);
    expect(session.bot.halts).toMatchObject([{ scope: 'symbol' }]);
    for (let i = 0; i < 2; i++) {
      session.read(-1, 'USD/JPY');
      session.bot.now += 2 * SECOND;
    }
    expect(session.bot.halts.at(-1)).toMatchObject({ scope: 'all', rule: 'RC49' });
  });

  it('halts everything with the second symbol, after a restart too unless resumed', () => {
    const first = start();
    readOften(first, 1, MINUTE);
    const { bot } = first;
    const restored = bot.kernel.snapshot();
    expect(restored.gate.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD' }]);
    const resumed = { ...restored, gate: { ...restored.gate, halts: [] } };
    for (const [memory, scope] of [
      [restored, 'all'],
      [resumed, 'symbol'],
    ] as const) {
      const next = start({}, { epoch: 2, startAt: bot.now, restored: memory });
      for (let i = 0; i < 2; i++) {
        next.read(-1, 'USD/JPY');
        next.bot.now += 2 * SECOND;
      }
      expect(next.bot.halts).toMatchObject([{ scope, rule: 'RC49' }]);
    }
  });

  it('that differs by more than 100,000 of the account currency halts everything', () => {
    const session = start();
    readOften(session, 100_001 * 100, MINUTE);
    expect(session.bot.halts).toMatchObject([{ scope: 'all', rule: 'RC49' }]);
  });

  it('is compared by the bounds of a limits file', () => {
    const large = start({ large: 5 });
    readOften(large, 6 * 100, MINUTE);
    expect(large.bot.halts).toMatchObject([{ scope: 'all', rule: 'RC49' }]);
    const patient = start({ confirmIntervals: 20 });
    patient.read(1);
    patient.bot.now += 20 * SECOND - 1;
    patient.read(1);
    expect(patient.bot.halts).toEqual([]);
    patient.bot.now += 1;
    patient.read(1);
    expect(patient.bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('that differs by more than a resting order explains halts at once', () => {
    for (const units of [THOUSAND + 1, -1]) {
      const session = start();
      const command = session.bot.mustPlace();
      session.bot.status(command, 'NEW', 0);
      readOften(session, units, MINUTE);
      expect(session.bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
    }
  });

  it('that a resting order could explain halts when it stays so for five minutes', () => {
    const session = start();
    const command = session.bot.mustPlace();
    session.bot.status(command, 'NEW', 0);
    readOften(session, THOUSAND, 5 * MINUTE);
    expect(session.bot.halts).toEqual([]);
    readOften(session, THOUSAND, MINUTE);
    expect(session.bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('that the next fill explains halts nothing', () => {
    const session = start();
    const command = session.bot.mustPlace();
    session.bot.status(command, 'NEW', 0);
    readOften(session, THOUSAND, 4 * MINUTE);
    session.bot.status(command, 'FILLED', THOUSAND);
    readOften(session, THOUSAND, 10 * MINUTE);
    expect(session.bot.halts).toEqual([]);
  });

  it('may lack the newest fills for 15 seconds and is read again then', () => {
    const { bot, read } = start();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', THOUSAND);
    read(0); // said to be filled, by no trade yet
    bot.now += SECOND;
    bot.trade(command, 'T1', 400 * 100);
    bot.trade(command, 'T2', THOUSAND - 400 * 100);
    for (const units of [0, 400 * 100, 0]) {
      bot.wait(4 * SECOND);
      read(units);
    }
    bot.wait(3 * SECOND - 1);
    read(0);
    expect(bot.halts).toEqual([]);
    const rereads = () => bot.asks.filter(({ what }) => what === 'positions').length;
    expect(rereads()).toBe(2);
    bot.wait(2 * SECOND);
    read(0);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('that lacks what the newest fills do not explain halts at once', () => {
    const { bot, read } = start();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', THOUSAND);
    bot.trade(command, 'T1', THOUSAND);
    read(THOUSAND - 1);
    bot.now += 2 * SECOND;
    read(THOUSAND - 1);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('counts a trade from the provisional fill before it', () => {
    const { bot, read } = start();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', THOUSAND);
    bot.wait(2 * SECOND);
    bot.wait(8 * SECOND);
    bot.trade(command, 'T1', THOUSAND);
    bot.wait(5 * SECOND);
    read(0);
    bot.wait(2 * SECOND);
    read(0);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('that still has a busted trade is late; one that never had it is wrong', () => {
    for (const units of [THOUSAND, -THOUSAND]) {
      const { bot, read } = start();
      const command = bot.mustPlace();
      bot.status(command, 'FILLED', THOUSAND);
      bot.trade(command, 'T1', THOUSAND);
      const { coId, priceTicks } = command;
      bot.event({ type: 'bust', coId, tradeId: 'T1', units: THOUSAND, priceTicks });
      expect(bot.busts).toMatchObject([
        { coId, tradeId: 'T1', side: command.side, units: THOUSAND, priceTicks },
      ]);
      read(units);
      bot.wait(2 * SECOND);
      read(units);
      expect(bot.halts).toHaveLength(units > 0 ? 0 : 1);
    }
  });
});

describe('venue position that keeps lacking an amount, beside fills of that size', () => {
  /** An order that fills by a thousand whenever it is told to; the venue shows a thousand less. */
  function slice() {
    const session = start();
    const { bot, read } = session;
    const order = { size: 100_000, timeInForce: 'GTT', expirySeconds: 3_600 } as const;
    const command = bot.mustPlace(order);
    bot.status(command, 'NEW');
    let filled = 0;
    const fill = () => {
      filled += THOUSAND;
      bot.trade(command, `T${filled}`, THOUSAND);
    };
    const readLess = (units = THOUSAND) => {
      read(filled - units);
    };
    const isPaused = () => bot.place({ symbol: 'EUR/USD', size: 1_000 }) === undefined;
    return { bot, fill, readLess, isPaused };
  }

  /** A fill every ten seconds for so long, and the same difference at every read. */
  function fillFor({ bot, fill, readLess }: ReturnType<typeof slice>, span: number): void {
    for (const end = bot.now + span; bot.now < end; bot.wait(10 * SECOND)) {
      fill();
      readLess();
    }
  }

  it('pauses the symbol after 15 seconds until it agrees', () => {
    const session = slice();
    const { bot, readLess, isPaused } = session;
    fillFor(session, 20 * SECOND);
    expect(isPaused()).toBe(false);
    fillFor(session, 10 * SECOND);
    expect(isPaused()).toBe(true);
    expect(bot.refusals.at(-1)?.message).toContain(
      'differs from our fills by the same amount although new fills came: somebody else may have',
    );
    bot.wait(4 * SECOND);
    readLess();
    expect(isPaused()).toBe(true);
    bot.wait(SECOND);
    readLess(0);
    expect(isPaused()).toBe(true);
    bot.wait(10 * SECOND);
    expect(isPaused()).toBe(false);
    expect(bot.halts).toEqual([]);
  });

  it('halts it once no fills hide the difference', () => {
    const session = slice();
    fillFor(session, 30 * SECOND);
    session.bot.wait(5 * SECOND);
    session.readLess();
    expect(session.bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('halts it after five minutes although fills go on', () => {
    const session = slice();
    fillFor(session, 300 * SECOND);
    expect(session.bot.halts).toEqual([]);
    fillFor(session, 10 * SECOND);
    expect(session.bot.halts).toMatchObject([{ scope: 'symbol', rule: 'RC49' }]);
  });

  it('halts nothing while the missing amount varies', () => {
    const session = slice();
    const { bot, fill, readLess, isPaused } = session;
    for (let i = 0; i < 40; i++) {
      fill();
      bot.wait(7 * SECOND);
      readLess(i % 2 === 0 ? THOUSAND : 0);
    }
    expect(isPaused()).toBe(false);
    expect(bot.halts).toEqual([]);
  });
});

describe('position over its value date', () => {
  const instant = (text: string): Instant => unwrap(parseInstant(text));
  /** Dealt on Monday 2026-07-13: it settles with the turn of Wednesday. */
  const TURN = instant('2026-07-15T21:00:00Z');
  const DATED = [{ valueDate: '2026-07-15', units: THOUSAND }];

  function hold() {
    const session = start();
    const command = session.bot.mustPlace();
    session.bot.status(command, 'FILLED', THOUSAND);
    const { coId, priceTicks } = command;
    session.bot.event({
      type: 'trade',
      coId,
      orderId: '77',
      tradeId: 't1',
      units: THOUSAND,
      priceTicks,
      executedAt: session.bot.now,
      valueDate: '2026-07-15',
    });
    return session;
  }

  /** Reads of what the list shows by then, every 30 s up to a time. */
  function readTo({ bot }: ReturnType<typeof start>, list: (at: Instant) => boolean, end: Instant) {
    for (; bot.now < end; bot.now += 30 * SECOND) {
      const dated = list(bot.now) ? DATED : [];
      const units = dated.length === 0 ? 0 : THOUSAND;
      bot.event({ type: 'position', symbol: 'EUR/USD', units, dated });
    }
  }

  it('is dropped by the venue at the turn of the day, which halts nothing', () => {
    const session = hold();
    session.bot.now = TURN - HOUR;
    readTo(session, (at) => at < TURN, TURN + HOUR);
    expect(session.bot.halts).toEqual([]);
    const { ledger } = session.bot.kernel.snapshot().gate;
    expect(ledger.settlement?.dated).toHaveLength(1);
    expect(session.bot.kernel.snapshot().positions).toMatchObject([{ units: THOUSAND }]);
  });

  it('may be dropped a little early, and halts when it is dropped long before', () => {
    const early = hold();
    early.bot.now = TURN - HOUR;
    readTo(early, (at) => at < TURN - 4 * MINUTE, TURN + HOUR);
    expect(early.bot.halts).toEqual([]);
    const wrong = hold();
    wrong.bot.now = TURN - HOUR;
    readTo(wrong, (at) => at < TURN - 30 * MINUTE, TURN - 10 * MINUTE);
    expect(wrong.bot.halts).toMatchObject([{ symbol: 'EUR/USD', rule: 'RC49' }]);
  });

  it('is still known as settled after a restart', () => {
    const { bot } = hold();
    const next = new Bot({ epoch: 2, startAt: TURN + MINUTE, restored: bot.kernel.snapshot() });
    const none = { type: 'position', symbol: 'EUR/USD', units: 0, dated: [] } as const;
    next.event({ ...none, baseline: 0, datedBaseline: [] });
    next.now += MINUTE;
    next.event(none);
    next.now += MINUTE;
    next.event(none);
    expect(next.halts).toEqual([]);
  });

  it('without a date in any record stays open, and halts when the venue drops it', () => {
    const { bot } = start();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', THOUSAND);
    bot.trade(command, 't1', THOUSAND);
    const restored = bot.kernel.snapshot();
    expect(restored.gate.ledger.settlement).toBeUndefined();
    const next = new Bot({ epoch: 2, startAt: TURN + MINUTE, restored });
    const none = { type: 'position', symbol: 'EUR/USD', units: 0, dated: [] } as const;
    next.event({ ...none, baseline: 0, datedBaseline: [] });
    for (let reads = 0; reads < 3; reads++) {
      next.now += MINUTE;
      next.event(none);
    }
    // Without a rate nobody knows how much it is worth: everything halts.
    expect(next.halts).toMatchObject([{ scope: 'all', rule: 'RC49' }]);
  });
});

describe('venue position', () => {
  it('in a symbol outside the session changes nothing', () => {
    const bot = new Bot().calibrate().warmUp();
    const before = bot.kernel.snapshot();
    bot.event({ type: 'position', symbol: 'XAU/USD', units: 5 });
    expect(bot.kernel.snapshot()).toEqual(before);
    expect([bot.halts, bot.alerts]).toEqual([[], []]);
  });

  it('is no evidence on an unknown order while no earlier position is known', () => {
    const bot = new Bot({ limits: { RC53: 'off' } }).calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'unknown');
    bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND });
    bot.now += SECOND;
    bot.readEmpty(command);
    expect(bot.view(command).state).toBe('QUARANTINED');
  });
});
