// RC70: orders only while the market is open, by session time; at the close what rests is
// cancelled.
import { z } from 'zod';
import { DAY, findFxHours, type Instant, MINUTE } from '../../domain/index.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  hours: z
    .enum(['fx', 'always'])
    .optional()
    .describe('fx: Sunday 17:05 to Friday 16:55 New York; always outside live when absent'),
  assets: z.enum(['fx', 'always']).default('fx').describe('hours of digital assets'),
  holidays: z
    .array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/))
    .default([])
    .describe('FX days without trading besides 25 December and 1 January'),
});

export const rc70: RiskRule<typeof params> = {
  id: 'RC70',
  summary: 'Trading hours',
  stage: 'hours',
  class: 'L',
  live: 'D',
  mitigates: 'orders into a closed market',
  action: 'REFUSE; CXL at the close',
  params,
  create: (limits, { act, isLive, symbols }) => {
    const hours = limits.hours ?? (isLive ? 'fx' : 'always');
    if (hours === 'always') return {};
    const holidays = new Set(limits.holidays);
    let until: Instant = -Infinity;
    let isOpen = false;
    const look = (at: Instant): boolean => {
      if (at < until) return isOpen;
      const found = findFxHours(at, holidays);
      until = found.until;
      isOpen = found.isOpen;
      return isOpen;
    };
    const isBound = symbols.map(
      ({ instrument }) => instrument.class !== 'DA' || limits.assets === 'fx',
    );
    /** Wakes at each end of the hours. */
    const arm = (at: Instant) => {
      const wasOpen = look(at);
      act.at(Math.min(until, at + DAY), (now) => {
        if (wasOpen && !look(now)) {
          for (const { instrument } of symbols) {
            if (isBound[instrument.id] === true) act.cancel({ symbol: instrument.symbol });
          }
        }
        arm(now);
      });
    };
    act.begun(arm);
    return {
      check: ({ at, symbol: { instrument } }) => {
        if (isBound[instrument.id] !== true || look(at)) return undefined;
        const message = `expected the hours of the market, found it closed for ${
          until === Infinity ? 'good' : `another ${String(Math.ceil((until - at) / MINUTE))} min`
        }`;
        return { limit: 'trading hours', value: 'closed', message };
      },
    };
  },
};
