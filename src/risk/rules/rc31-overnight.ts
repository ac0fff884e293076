// RC31: what may be held over the night and over the weekend.
import { z } from 'zod';
import { findNextClose, HOUR, type Instant, MINUTE } from '../../domain/index.js';
import { findWorst } from '../ledger/exposure.js';
import type { RiskRule } from '../rule.js';
import type { SymbolState } from '../symbol-state.js';

/** Before 17:00 New York: the cut-off of 16:30. */
const BEFORE_CLOSE = 30 * MINUTE;
const DAY_MICROS = 24 * HOUR;
const FRIDAY = 5;

const params = z.strictObject({
  cleared: z.array(z.string()).default([]).describe('strategies that may hold positions overnight'),
  weekend: z
    .number()
    .min(0)
    .default(2_500_000)
    .describe('most per symbol from Friday 16:30 New York, units of the account currency'),
});

export const rc31: RiskRule<typeof params> = {
  id: 'RC31',
  summary: 'Overnight and weekend',
  stage: 'post',
  class: 'T',
  live: 'D',
  liveOnly: true,
  mitigates: 'positions that meet a gap unwatched',
  action: 'REDUCE_ONLY, alert',
  params,
  create: ({ cleared, weekend }, setup) => {
    const { act, symbols } = setup;
    const reduced = new Set<string>();
    const set = (strategy: string, symbol: SymbolState, reason: string) => {
      const { symbol: name } = symbol.instrument;
      const key = `${strategy}/${name}`;
      if (reason === '' ? !reduced.delete(key) : reduced.has(key)) return;
      act.reduceOnly('RC31', { strategy, symbol: name }, reason);
      if (reason === '') return;
      reduced.add(key);
      act.alert('warn', 'RC31', { strategy, symbol: name }, reason);
    };
    return {
      onTick: (at) => {
        const close = findNextClose(at);
        const isLate = at >= close - BEFORE_CLOSE;
        // 1970-01-01 was a Thursday; 17:00 New York is on the same day in UTC.
        const weekday = (Math.floor(close / DAY_MICROS) + 4) % 7;
        const isWeekend = (isLate && weekday === FRIDAY) || isClosedDay(at, close);
        for (const symbol of symbols) {
          for (const strategy of setup.listHolders(symbol)) {
            const isHeld = isLate && !cleared.includes(strategy);
            set(strategy, symbol, isHeld ? `${strategy} is not cleared for the night` : '');
          }
          const worst = Math.max(findWorst(symbol, 1), findWorst(symbol, -1));
          const value = isWeekend ? (setup.money.exact(worst, symbol) ?? Infinity) : 0;
          const most = String(weekend);
          set('', symbol, value > weekend ? `expected at most ${most} over the weekend` : '');
        }
      },
    };
  },
};

/** Saturday and Sunday before the week's first turn. */
function isClosedDay(at: Instant, close: Instant): boolean {
  const weekday = (Math.floor(close / DAY_MICROS) + 4) % 7;
  return weekday === 6 || weekday === 0 || (weekday === 1 && close - at > DAY_MICROS);
}
