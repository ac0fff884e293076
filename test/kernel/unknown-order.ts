// A bot with one order of unknown outcome, and negative probes of it.
import { SECOND } from '../../src/domain/index.js';
import { Bot, type BotOptions } from './harness.js';

type Order = Parameters<Bot['mustPlace']>[0];

/** A bot with one order whose outcome is unknown since now. */
export function placeUnknown(order: Order = {}, options: BotOptions = {}) {
  const limits = { RC53: 'off' };
  const bot = new Bot({ hands: ['alpha', 'probe'], limits, ...options }).warmUp().calibrate();
  const command = bot.mustPlace(order);
  bot.answer(command, 'unknown', { status: 0, message: 'timeout' });
  const state = () => bot.view(command).state;
  /** Negative observations, so many seconds apart. */
  const deny = (times: number, seconds: number): void => {
    for (let i = 0; i < times; i++) {
      bot.now += seconds * SECOND;
      bot.readEmpty(command);
    }
  };
  return { bot, command, state, deny, exposure: () => bot.exposure('probe') };
}
