// Controls other than rules fire in a running bot too, and no longer once their line is removed.
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { HEALTH_CHECKS } from '../../../src/risk/health/index.js';
import { loadPolicy, parsePolicy } from '../../../src/plan/load-policy.js';
import { Bot, type BotOptions } from '../../kernel/harness.js';
import { replayJournal } from '../../../src/kernel/index.js';
import {
  listenTo,
  refuseLogins,
  rejectAll,
  sample,
  SAMPLES,
} from '../../kernel/mechanism-scenarios.js';
import { without } from '../../kernel/without.js';

describe('health checks', () => {
  it('each have a case', () => {
    expect(HEALTH_CHECKS.map((one) => one.id).sort()).toEqual(Object.keys(SAMPLES).sort());
  });
});

describe.each(Object.entries(SAMPLES))('%s', (id, found) => {
  const play = (bot: Bot) => {
    sample(bot, found);
  };

  it('pauses a running bot', () => {
    expect(listenTo(play)).toContain(id);
    expect(listenTo(() => undefined)).not.toContain(id);
  });

  it('does not pause once its line is removed', () => {
    expect(without(HEALTH_CHECKS, id, () => listenTo(play))).not.toContain(id);
  });
});

const { text } = unwrap(loadPolicy('config/policy.yaml')).source;

/** The default policy, changed. */
function change(from: RegExp, to: string) {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return parsePolicy({ file: 'changed.yaml', text: changed });
}

describe('RC39', () => {
  /** Who was halted, by which control. */
  const halt = (options: BotOptions = {}) => {
    const bot = new Bot(options).warmUp();
    rejectAll(bot, 5, 'NoLiquidity');
    return bot.halts.map(({ rule, strategy }) => `${rule} ${strategy}`);
  };

  it('halts a strategy whose orders are rejected repeatedly', () => {
    expect(halt()).toEqual(['RC39 alpha']);
  });

  it('does not halt once its line is removed from the policy', () => {
    const patient = change(/^ {2}- \{count: 5, in: 60s, per: strategy.*\n/m, '');
    expect(halt({ policy: unwrap(patient) })).toEqual([]);
  });
});

describe('RC51', () => {
  const play = (bot: Bot) => {
    rejectAll(bot, 1, 'tradingDisabled');
  };

  it('pauses everything once the venue has closed', () => {
    expect(listenTo(play)).toContain('RC51');
  });

  it('does not pause once its line is removed from the policy', () => {
    const open = change(/(tradingDisabled: .*?VENUE_CLOSED\}).*$/m, '$1]}');
    expect(listenTo(play, { policy: unwrap(open) })).not.toContain('RC51');
  });
});

describe('RC54', () => {
  const halt = (refused: number, options: BotOptions = {}) => {
    const bot = new Bot(options).warmUp();
    refuseLogins(bot, refused);
    bot.place();
    return [bot.refusals, bot.halts].map((told) => told.map(({ rule }) => rule));
  };

  it('pauses everything at a refused login and halts it at the third', () => {
    expect(halt(1)).toEqual([['RC54'], []]);
    expect(halt(3)[1]).toEqual(['RC54']);
  });

  it('pauses everything when two token renewals in a row fail, until one succeeds', () => {
    const bot = new Bot().warmUp();
    const renewal = { type: 'poll', subject: 'renew', key: '', message: 'timeout' } as const;
    const fail = () => bot.event({ ...renewal, outcome: 'failed', status: 0 });
    const work = () => bot.event({ ...renewal, outcome: 'unchanged', status: 200 });
    const isFree = () => bot.place() !== undefined;
    fail();
    expect(isFree()).toBe(true);
    work();
    fail();
    expect(isFree()).toBe(true);
    fail();
    fail();
    expect([isFree(), bot.refusals.at(-1)?.rule]).toEqual([false, 'RC54']);
    expect(bot.alerts.filter(({ rule }) => rule === 'RC54')).toHaveLength(1);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
    work();
    bot.warmUp();
    expect(isFree()).toBe(true);
    expect(bot.halts).toEqual([]);
  });

  it('does not pause once its line is removed from the policy', () => {
    const lax = change(/^ {2}- \{status: "401", calls: \[login\].*\n/m, '');
    expect(halt(3, { policy: unwrap(lax) })).toEqual([[], []]);
  });
});

describe('RC52', () => {
  it('halts everything at a 500', () => {
    const found = listenTo((bot) => {
      bot.answer(bot.mustPlace(), 'unknown', { status: 500 });
    });
    expect(found).toContain('RC52');
  });

  it('is required in a policy: one without it is refused', () => {
    const removed = change(/^.*\b500\b.*$/m, '');
    expect(removed.ok).toBe(false);
  });
});
