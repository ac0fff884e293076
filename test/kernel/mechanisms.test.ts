// Controls that are no rules fire in a running bot too, and no longer once their line is gone: of
// the health checks, or of the policy.
import { describe, expect, it } from 'vitest';
import { type HostEvent, SECOND, unwrap } from '../../src/domain/index.js';
import { HEALTH_CHECKS } from '../../src/risk/index.js';
import { loadPolicy, parsePolicy } from '../../src/session/load-policy.js';
import { Bot, type BotOptions } from './harness.js';
import { without } from './without.js';

/** The controls that refuse an order, or have halted or alerted, after a play. */
function listen(play: (bot: Bot) => void, options: BotOptions = {}): readonly string[] {
  const bot = new Bot(options).warmUp();
  play(bot);
  bot.place({ size: 7_000 });
  return [bot.refusals, bot.alerts, bot.halts].flat().map(({ rule }) => rule);
}

const SAMPLES: Readonly<Record<string, Partial<HostEvent>>> = {
  RC55: { clockOffset: 31 * SECOND },
  RC56: { orderGap: 7 * SECOND },
  RC57: { callMillis: new Array<number>(90).fill(5), callTimeouts: 10 },
  RC58: { loopLag: SECOND },
  RC67: { guardSilence: 15 * SECOND },
};

describe('the health checks', () => {
  it('each have a case', () => {
    expect(HEALTH_CHECKS.map((one) => one.id).sort()).toEqual(Object.keys(SAMPLES).sort());
  });
});

describe.each(Object.entries(SAMPLES))('%s', (id, found) => {
  const play = (bot: Bot) => {
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, ...found });
  };

  it('pauses a running bot', () => {
    expect(listen(play)).toContain(id);
    expect(listen(() => undefined)).not.toContain(id);
  });

  it('does not once its line is removed', () => {
    expect(without(HEALTH_CHECKS, id, () => listen(play))).not.toContain(id);
  });
});

const { text } = unwrap(loadPolicy('config/policy.yaml')).source;

/** The default policy, changed. */
function change(from: RegExp, to: string) {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return parsePolicy({ file: 'changed.yaml', text: changed });
}

/** The venue turns so many orders down. */
function rejectAll(bot: Bot, count: number, code: string): void {
  for (let i = 0; i < count; i++) {
    const command = bot.place({ size: 1_000 + i });
    if (command !== undefined) bot.answer(command, 'rejected', { status: 400, code });
  }
}

describe('RC39', () => {
  /** Who was halted, by which control. */
  const halt = (options: BotOptions = {}) => {
    const bot = new Bot(options).warmUp();
    rejectAll(bot, 5, 'NoLiquidity');
    return bot.halts.map(({ rule, strategy }) => `${rule} ${strategy}`);
  };

  it('halts a strategy whose orders are turned down again and again', () => {
    expect(halt()).toEqual(['RC39 alpha']);
  });

  it('does not once its line is removed from the policy', () => {
    const patient = change(/^ {2}- \{count: 5, in: 60s, per: strategy.*\n/m, '');
    expect(halt({ policy: unwrap(patient) })).toEqual([]);
  });
});

describe('RC51', () => {
  const play = (bot: Bot) => {
    rejectAll(bot, 1, 'tradingDisabled');
  };

  it('pauses everything once the venue has closed', () => {
    expect(listen(play)).toContain('RC51');
  });

  it('does not once its line is removed from the policy', () => {
    const open = change(/(tradingDisabled: .*?VENUE_CLOSED\}).*$/m, '$1]}');
    expect(listen(play, { policy: unwrap(open) })).not.toContain('RC51');
  });
});

describe('RC52', () => {
  it('halts everything at a 500', () => {
    const found = listen((bot) => {
      bot.answer(bot.mustPlace(), 'unknown', { status: 500 });
    });
    expect(found).toContain('RC52');
  });

  it('cannot be taken out of a policy: that is refused', () => {
    const removed = change(/^.*\b500\b.*$/m, '');
    expect(removed.ok).toBe(false);
  });
});
