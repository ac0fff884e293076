// RC18: refuses orders on a rate that lacks a side, is not positive or is crossed.
import { z } from 'zod';
import { type Instant, SECOND } from '../../../domain/index.js';
import { formatPrice } from '../limit-schemas.js';
import type { RiskRule, RuleSetup } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const params = z.strictObject({
  pauseSeconds: z
    .number()
    .positive()
    .default(10)
    .describe('seconds of broken rates that pause the symbol'),
});

export const rc18: RiskRule<typeof params> = {
  id: 'RC18',
  name: 'invalidRate',
  summary: 'Broken rate',
  stage: 'market',
  alsoChecks: ['retry', 'manual'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'trading on a crossed, zero or one-sided rate',
  isRecomputed: true,
  action: 'REFUSE; 10 s: PAUSE(symbol)',
  params,
  keys: { pauseAfterSeconds: 'pauseSeconds' },
  create: ({ pauseSeconds }, setup) => {
    const { symbols } = setup;
    const { observe, evaluate } = createWatch(pauseSeconds, setup);
    return {
      check: ({ symbol }) => {
        if (symbol.isBroken) {
          const message = 'expected 0 < bid <= offer, found a one-sided rate';
          return { limit: '0 < bid <= offer', value: 'no side', message };
        }
        if (symbol.hasRate) return undefined;
        const { bidTicks, offerTicks, instrument } = symbol;
        const value = `${formatPrice(bidTicks, instrument)}/${formatPrice(offerTicks, instrument)}`;
        return {
          limit: '0 < bid <= offer',
          value,
          message: `expected 0 < bid <= offer, found ${value}`,
        };
      },
      onRate: observe,
      onEvent: (event, at) => {
        if (event.type !== 'poll') return;
        const symbol = symbols.find(({ instrument }) => instrument.symbol === event.key);
        if (symbol !== undefined) observe(symbol, at);
      },
      onTick: (at) => {
        for (const symbol of symbols) evaluate(symbol, at);
      },
    };
  },
};

/** Pauses a symbol whose rate stays broken. */
function createWatch(pauseSeconds: number, { symbols, act }: RuleSetup) {
  /** By instrument id: since when the rate is broken; Infinity when it is not. */
  const since: Instant[] = symbols.map(() => Infinity);
  const paused = symbols.map(() => false);
  const evaluate = ({ instrument: { id, symbol } }: SymbolState, at: Instant) => {
    // unreached: in range
    if (paused[id] === true || at - (since[id] ?? Infinity) < pauseSeconds * SECOND) return;
    paused[id] = true;
    const reason = `the rate of ${symbol} is broken for ${String(pauseSeconds)} s`;
    act.pause('RC18', { symbol }, reason, 'resolved');
    act.alert('warn', 'RC18', { symbol }, reason);
  };
  const observe = (symbol: SymbolState, at: Instant) => {
    const { id, symbol: name } = symbol.instrument;
    if (symbol.hasRate && !symbol.isBroken) {
      since[id] = Infinity;
      if (paused[id] === true) act.resolve('RC18', { symbol: name });
      paused[id] = false;
      return;
    }
    if (since[id] === Infinity) {
      since[id] = at;
      paused[id] = act.recur('RC18', { symbol: name });
    }
    evaluate(symbol, at);
  };
  return { observe, evaluate };
}
