// Shipped strategies that work one parent order: their parameter `key` names it.
import { describe, expect, it } from 'vitest';
import { resting } from '../../../strategies/resting.js';
import { twap } from '../../../strategies/twap.js';
import { Bot, type BotOptions } from '../../kernel/harness.js';

const ORDER = { symbol: 'EUR/USD', side: 'Buy', size: 4_000, duration: '60s' } as const;

type Strategies = NonNullable<BotOptions['strategies']>;

const STRATEGIES = {
  twap: (params: object): Strategies => {
    const full = twap.params.parse({ ...ORDER, ...params });
    return { one: (ctx) => twap.run({ ...ctx, params: full }) };
  },
  resting: (params: object): Strategies => {
    const full = resting.params.parse({ ...ORDER, ...params });
    return { one: (ctx) => resting.run({ ...ctx, params: full }) };
  },
};

/** Keys of the parents of a strategy with such parameters. */
function listKeys(name: keyof typeof STRATEGIES, params: object): readonly string[] {
  const bot = new Bot({ hands: [], strategies: STRATEGIES[name](params) }).warmUp();
  bot.wait(0);
  return bot.kernel.listParents().map(({ key }) => key);
}

describe.each(['twap', 'resting'] as const)('strategy %s', (name) => {
  it('gives its parent the configured key', () => {
    expect(listKeys(name, { key: 'eur-2' })).toEqual(['eur-2']);
  });

  it('leaves the key to the order’s terms where none is configured', () => {
    expect(listKeys(name, {})).toEqual([expect.stringMatching(`^${name}-[0-9a-f]{12}$`)]);
  });
});
