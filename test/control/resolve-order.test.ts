// One meaning of `weir resolve`, for a bot that runs and for one that does not.
import { expect, it } from 'vitest';
import type { CommandedBot } from '../../src/control/commanded-bot.js';
import { resolveOrder } from '../../src/control/resolve-order.js';
import type { BotStatus } from '../../src/control/status.js';
import { ok } from '../../src/domain/index.js';
import type { PendingResolution } from '../../src/recovery/index.js';

const WORDS = { as: 'lost', by: 'Ada', reason: 'the venue has none', hasVenueWord: true } as const;

/** `applied`: state of order w-1 after a resolution. */
function resolve(mode: CommandedBot['mode'], coId: string, applied = 'LOST') {
  const taken: PendingResolution[] = [];
  let state = 'QUARANTINED';
  const bot = {
    mode,
    get snapshot() {
      return { orders: [{ coId: 'w-1', state }], kept: [{ coId: 'w-0', state: 'LOST' }] };
    },
    resolve: (resolution: PendingResolution) => {
      taken.push(resolution);
      state = applied;
      return ok(undefined);
    },
    describe: () => ok({ epoch: 7 } as BotStatus),
  } as unknown as CommandedBot;
  const result = resolveOrder(bot, { do: 'resolve', coId, ...WORDS });
  return [result.ok ? result.value.epoch : result.fault.message, taken];
}

it.each(['ready', 'dead'] as const)(
  'a bot that is %s takes a resolution of an open order',
  (mode) => {
    expect(resolve(mode, 'w-1')).toEqual([7, [{ coId: 'w-1', ...WORDS }]]);
    expect(resolve(mode, 'w-2')).toEqual(['expected the coId of an open order, found w-2', []]);
  },
);

it('a resolution that changes nothing has failed, unless the next start applies it', () => {
  const stays = "order w-1 was not resolved and stays QUARANTINED: see the bot's alerts";
  expect(resolve('ready', 'w-1', 'QUARANTINED')[0]).toBe(stays);
  expect(resolve('dead', 'w-1', 'QUARANTINED')[0]).toBe(7);
});

it('only a running bot reports the state of a closed order', () => {
  expect(resolve('ready', 'w-0')[0]).toContain('order w-0 was not resolved and stays LOST');
  expect(resolve('dead', 'w-0')[0]).toContain('expected the coId of an open order');
});
