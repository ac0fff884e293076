// RC70: orders only while the market is open, by session time; resting orders are cancelled at the
// close.
import { z } from 'zod';
import { findFxHours } from '../../../domain/dates/index.js';
import { DAY, type Instant, MINUTE } from '../../../domain/index.js';
import type { RiskRule, RuleSetup } from '../../rule.js';

const params = z.strictObject({
  hours: z
    .enum(['fx', 'always'])
    .optional()
    .describe('fx: Sunday 17:05 to Friday 16:55 New York; always outside live when absent'),
  assets: z.enum(['fx', 'always']).default('fx').describe('hours of digital assets'),
  holidays: z
    .array(z.iso.date('expected a day such as 2026-12-25'))
    .default([])
    .describe('FX days without trading besides 25 December and 1 January'),
});

type HoursLimits = z.output<typeof params>;

/** Trading hours of a session's symbols. */
export interface Hours {
  /** True when the market of the symbol is open; an empty symbol means all symbols. */
  readonly isOpen: (at: Instant, symbol: string) => boolean;
  /** When the FX market next opens or closes; Infinity when no symbol keeps FX hours. */
  readonly until: (at: Instant) => Instant;
  /** By instrument id: true when the symbol keeps FX hours. */
  readonly isBound: readonly boolean[];
}

/** From the parameters of this rule, or `off`. */
export function createHours(
  limits: unknown,
  { isLive, symbols }: Pick<RuleSetup, 'isLive' | 'symbols'>,
): Hours {
  const {
    hours,
    assets,
    holidays: days,
    // unreached: limits that are parsed name every rule
  } = (limits ?? 'off') === 'off' ? OFF : (limits as HoursLimits);
  const isFx = (hours ?? (isLive ? 'fx' : 'always')) === 'fx';
  const isBound: boolean[] = [];
  for (const { instrument } of symbols) {
    isBound[instrument.id] = isFx && (instrument.class !== 'DA' || assets === 'fx');
  }
  const holidays = new Set(days);
  let known = { isOpen: true, until: isFx ? -Infinity : Infinity };
  const check = (at: Instant) => {
    if (at >= known.until) known = findFxHours(at, holidays);
    return known;
  };
  const keepsHours = (symbol: string) =>
    symbols.some(
      ({ instrument: { id, symbol: name } }) =>
        isBound[id] === true && (symbol === '' || name === symbol),
    );
  return {
    isBound,
    isOpen: (at, symbol) => check(at).isOpen || !keepsHours(symbol),
    until: (at) => check(at).until,
  };
}

const OFF: HoursLimits = { hours: 'always', assets: 'fx', holidays: [] };

export const rc70: RiskRule<typeof params> = {
  id: 'RC70',
  name: 'tradingHours',
  summary: 'Trading hours',
  stage: 'hours',
  alsoChecks: ['retry', 'request'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'orders into a closed market',
  action: 'REFUSE; CXL at the close',
  params,
  moreIsTighter: ['holidays'],
  keys: { fx: 'hours', digitalAssets: 'assets', closedDates: 'holidays' },
  create: (limits, setup) => {
    const { act, checkedAt, symbols } = setup;
    const hours = createHours(limits, setup);
    const { isBound } = hours;
    if (!isBound.includes(true)) return {};
    /** Sets a timer for the next open or close. */
    const arm = (at: Instant) => {
      const wasOpen = hours.isOpen(at, '');
      act.at(Math.min(hours.until(at), at + DAY), (now) => {
        if (wasOpen && !hours.isOpen(now, '')) {
          for (const { instrument } of symbols) {
            if (isBound[instrument.id] === true) act.cancel({ symbol: instrument.symbol });
          }
        }
        arm(now);
      });
    };
    act.begun(arm);
    return {
      check: ({ at: decidedAt, symbol: { instrument } }) => {
        const at = checkedAt(decidedAt);
        if (isBound[instrument.id] !== true || hours.isOpen(at, '')) return undefined;
        const until = hours.until(at);
        const found = `closed for another ${String(Math.ceil((until - at) / MINUTE))} min`;
        const message = `the market is ${found}`;
        return { limit: 'trading hours', value: 'closed', message };
      },
    };
  },
};
