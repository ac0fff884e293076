// What sets off the controls that are no rules, in a running bot.
import type { HostEvent } from '../../src/domain/events/index.js';
import { SECOND } from '../../src/domain/index.js';
import { Bot, type BotOptions } from './harness.js';

/** A bot that tries an order after a play. */
export function playOut(play: (bot: Bot) => void, options: BotOptions = {}): Bot {
  const bot = new Bot(options).warmUp();
  play(bot);
  bot.place({ size: 7_000 });
  return bot;
}

/** The controls that refuse an order, or have halted or alerted, after a play. */
export function listenTo(play: (bot: Bot) => void, options: BotOptions = {}): readonly string[] {
  const bot = playOut(play, options);
  return [bot.refusals, bot.alerts, bot.halts].flat().map(({ rule }) => rule);
}

/** A sample of host and venue that each check pauses for. */
export const SAMPLES: Readonly<Record<string, Partial<HostEvent>>> = {
  RC55: { clockOffset: 31 * SECOND },
  RC56: { orderGap: 7 * SECOND },
  RC57: { callMillis: new Array<number>(90).fill(5), callTimeouts: 10 },
  RC58: { loopLag: SECOND },
  RC67: { guardSilence: 15 * SECOND },
};

/** A host that is well but for what is found. */
export function sample(bot: Bot, found: Partial<HostEvent>): void {
  bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, ...found });
}

/** The venue turns so many orders down. */
export function rejectAll(bot: Bot, count: number, code: string): void {
  for (let i = 0; i < count; i++) {
    const command = bot.place({ size: 1_000 + i });
    if (command !== undefined) bot.answer(command, 'rejected', { status: 400, code });
  }
}

/** The venue refuses so many logins, one a minute. */
export function refuseLogins(bot: Bot, count: number): void {
  const message = 'status 401: InvalidCredentials';
  for (let i = 0; i < count; i++) {
    bot.event({ type: 'poll', subject: 'login', key: '', outcome: 'failed', status: 401, message });
    bot.wait(60 * SECOND);
  }
}
