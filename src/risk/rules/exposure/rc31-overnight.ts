// RC31: limits positions over night and over the weekend.
import { z } from 'zod';
import { findNextClose, isWeekend, toWeekday } from '../../../domain/dates/index.js';
import { HOUR, type Instant, MINUTE } from '../../../domain/index.js';
import { findWorst } from '../../ledger/exposure.js';
import { isReducing } from '../../gate/reduce-only.js';
import type { RiskRule } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

/** The cut-off is 16:30, this long before 17:00 New York. */
const BEFORE_CLOSE = 30 * MINUTE;
const DAY_MICROS = 24 * HOUR;
const FRIDAY = 5;

const params = z.strictObject({
  cleared: z.array(z.string()).default([]).describe('strategies that may hold positions overnight'),
  weekendPercent: z
    .number()
    .min(0)
    .max(100)
    .default(25)
    .describe(
      'largest position per symbol from Friday 16:30 New York, per cent of the limit of RC23',
    ),
});

/** Restrictions that apply until an instant. */
interface Hours {
  readonly until: Instant;
  /** Strategies that are not cleared must have no position at `until`. */
  readonly isLate: boolean;
  readonly isWeekend: boolean;
}

export const rc31: RiskRule<typeof params> = {
  id: 'RC31',
  name: 'overnightPosition',
  summary: 'Overnight and weekend',
  stage: 'exposure',
  alsoChecks: [],
  class: 'T',
  research: 'observed',
  live: 'D',
  liveOnly: true,
  mitigates: 'positions held over a close, when rates may gap',
  isRecomputed: true,
  action: 'REDUCE_ONLY, alert',
  params,
  keys: { allowedStrategies: 'cleared', maxWeekendPercent: 'weekendPercent' },
  create: ({ cleared, weekendPercent }, setup) => {
    const { act, exposure, money, positionLimits, symbols } = setup;
    let hours: Hours = { until: -Infinity, isLate: false, isWeekend: false };
    const check = (at: Instant) => (at < hours.until ? hours : (hours = findHours(at)));
    const limitOf = ({ instrument }: SymbolState) =>
      (positionLimits[instrument.class] * weekendPercent) / 100;
    const isAbove = (units: number, symbol: SymbolState) =>
      units > 0 && (money.exact(units, symbol) ?? Infinity) > limitOf(symbol);
    const describeWeekend = (symbol: SymbolState) =>
      `expected a position of at most ${String(limitOf(symbol))} over the weekend`;
    const alerted = new Set<string>();
    /** Alerts once, until the reason is gone. */
    const notify = (strategy: string, symbol: SymbolState, reason: string) => {
      const { symbol: name } = symbol.instrument;
      const key = `${strategy}/${name}`;
      if (reason === '') alerted.delete(key);
      if (reason === '' || alerted.has(key)) return;
      alerted.add(key);
      act.alert('warn', 'RC31', { strategy, symbol: name }, reason);
    };
    return {
      check: (candidate) => {
        const { isLate, isWeekend } = check(setup.checkedAt(candidate.at));
        if (!isLate && !isWeekend) return undefined;
        const { sign, strategy, symbol, units } = candidate;
        const isUncleared = isLate && !cleared.includes(strategy);
        const worst = Math.max(findWorst(symbol, 1), findWorst(symbol, -1));
        const most = Math.max(worst, findWorst(symbol, sign) + units);
        if (!isUncleared && !(isWeekend && isAbove(most, symbol))) return undefined;
        if (isReducing(exposure, candidate)) return undefined;
        const why = isUncleared ? describeNight(strategy) : describeWeekend(symbol);
        const message = `only orders that reduce the exposure may leave: ${why}`;
        return { limit: 'reduce only', value: 'increases', message };
      },
      onTick: (at) => {
        const { isLate, isWeekend } = check(at);
        for (const symbol of symbols) {
          const worst = Math.max(findWorst(symbol, 1), findWorst(symbol, -1));
          const isOver = isWeekend && isAbove(worst, symbol);
          notify('', symbol, isOver ? describeWeekend(symbol) : '');
          for (const strategy of setup.listHolders(symbol)) {
            const isHeld = isLate && !cleared.includes(strategy);
            notify(strategy, symbol, isHeld ? describeNight(strategy) : '');
          }
        }
      },
    };
  },
};

const describeNight = (strategy: string) => `${strategy} may not hold positions overnight`;

function findHours(at: Instant): Hours {
  const close = findNextClose(at);
  const lateFrom = close - BEFORE_CLOSE;
  const isLate = at >= lateFrom;
  // 17:00 New York is on the same day in UTC.
  const day = Math.floor(close / DAY_MICROS);
  const isLateFriday = isLate && toWeekday(day) === FRIDAY;
  return { until: isLate ? close : lateFrom, isLate, isWeekend: isLateFriday || isWeekend(day) };
}
