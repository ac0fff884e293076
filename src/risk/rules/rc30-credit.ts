// RC30: credit or free balance for the order and a buffer.
import { z } from 'zod';
import { SECOND } from '../../domain/index.js';
import { mostMoney, STATED } from '../figures.js';
import { roundUp } from '../ledger/exposure.js';
import type { Breach, RiskRule } from '../rule.js';

const params = z.strictObject({
  static: z
    .number()
    .positive()
    .default(25_000_000)
    .describe('credit, units of the account currency'),
  source: z
    .enum(['static', 'balances'])
    .default('static')
    .describe('where the free amount is from'),
  bufferPercent: z.number().min(0).max(100).default(2).describe('kept on top of the notional'),
  oldest: z.number().positive().default(60).describe('oldest balance that counts, seconds'),
});

export const rc30: RiskRule<typeof params> = {
  id: 'RC30',
  summary: 'Credit',
  stage: 'exposure',
  class: 'L',
  live: 'M',
  mitigates: 'orders that nobody can settle',
  action: 'REFUSE; balance unreadable: PAUSE(all)',
  params,
  must: { source: STATED, static: { ...mostMoney(2_500_000_000), unless: 'balances' } },
  create: (limits, { accountCurrency, act, exposure }) => {
    const factor = 1 + limits.bufferPercent / 100;
    let free = Number.NaN;
    let readAt = -Infinity;
    let isPaused = false;
    return {
      ...(limits.source === 'static' ? { within: limits.static / factor } : {}),
      check: (candidate): Breach | undefined => {
        const isStatic = limits.source === 'static';
        if (isStatic && exposure.isWell(candidate, limits.static / factor)) return undefined;
        const gross = exposure.gross();
        // What reduces gross needs no credit.
        const asked = exposure.gross(candidate) - (isStatic ? 0 : gross);
        const limit = isStatic ? limits.static : free;
        if (!isStatic && candidate.at - readAt > limits.oldest * SECOND) {
          const message = `expected a balance at most ${String(limits.oldest)} s old, found none`;
          return { limit: limits.oldest, value: 'no balance', message };
        }
        if (asked * factor <= limit || asked <= 0) return undefined;
        if (isStatic && asked <= gross) return undefined;
        if (Number.isNaN(asked)) {
          const message = `no rate to convert all positions into ${accountCurrency}`;
          return { limit, value: 'no conversion rate', message };
        }
        const value = roundUp(asked * factor);
        const most = `${String(limit)} ${accountCurrency} of credit to be enough`;
        return { limit, value, message: `expected ${most}, found ${String(value)} asked for` };
      },
      onEvent: (event, at) => {
        if (event.type !== 'balance' || limits.source === 'static') return;
        if (event.free !== undefined && event.currency === accountCurrency) {
          free = event.free;
          readAt = at;
          if (isPaused) act.resolve('RC30', {});
          isPaused = false;
        } else if (!isPaused) {
          isPaused = true;
          act.pause('RC30', {}, 'the balance could not be read', 'resolved');
          act.alert('page', 'RC30', {}, 'the balance could not be read');
        }
      },
    };
  },
};
