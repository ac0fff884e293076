// RC30: requires credit or free balance for the exposure with the order, plus a buffer.
import { z } from 'zod';
import { SECOND } from '../../../domain/index.js';
import { mostMoney, STATED } from '../limit-schemas.js';
import type { AccountValues } from '../../ledger/account-values.js';
import { roundUp } from '../../ledger/exposure.js';
import type { Breach, RiskRule } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const params = z.strictObject({
  static: z
    .number()
    .positive()
    .default(25_000_000)
    .describe('credit, units of the account currency'),
  source: z.enum(['static', 'balances']).default('static').describe('source of the free credit'),
  bufferPercent: z.number().min(0).max(100).default(2).describe('kept on top of the notional'),
  oldest: z.number().positive().default(60).describe('oldest balance that counts, seconds'),
});

export const rc30: RiskRule<typeof params> = {
  id: 'RC30',
  name: 'creditLimit',
  summary: 'Credit',
  stage: 'exposure',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'orders that the credit cannot settle',
  isRecomputed: true,
  action: 'REFUSE; balance unreadable: PAUSE(all)',
  smallerMayPass: true,
  params,
  moreIsTighter: ['bufferPercent'],
  keys: { max: 'static', maxBalanceAgeSeconds: 'oldest' },
  required: { source: STATED, static: { ...mostMoney(2_500_000_000), unless: 'balances' } },
  create: (limits, { accountCurrency, act, exposure, symbols, money }) => {
    const factor = 1 + limits.bufferPercent / 100;
    const isStatic = limits.source === 'static';
    const held = symbols.map((): Held => ({ counted: 0, position: undefined }));
    let free = Number.NaN;
    let readAt = -Infinity;
    let isPaused = false;
    return {
      ...(isStatic ? { passesBelow: limits.static / factor } : {}),
      check: (candidate): Breach | undefined => {
        if (isStatic && exposure.isClearlyBelow(candidate, limits.static / factor))
          return undefined;
        if (!isStatic && candidate.at - readAt > limits.oldest * SECOND) {
          const message = `expected a balance at most ${String(limits.oldest)} s old, found none`;
          return { limit: limits.oldest, value: 'no balance', message };
        }
        const after = exposure.gross(candidate);
        // An order that does not increase the gross needs no credit.
        if (after <= exposure.gross()) return undefined;
        const asked = (isStatic ? after : after - sumCounted(symbols, held, money)) * factor;
        const limit = isStatic ? limits.static : free;
        if (asked <= limit) return undefined;
        if (Number.isNaN(asked)) {
          const message = `no rate to convert all positions into ${accountCurrency}`;
          return { limit, value: 'no conversion rate', message };
        }
        const value = roundUp(asked);
        const credit = `${String(value)} ${accountCurrency} of credit`;
        const needed = `the exposure with this order needs ${credit}`;
        const message = isStatic
          ? `${needed}, limit ${String(limit)}`
          : `${needed} beyond what the balance has already deducted, found ${String(limit)} free`;
        return { limit, value, message, ...(isStatic ? { needs: { static: value } } : {}) };
      },
      onEvent: (event, at) => {
        if (event.type !== 'balance' || isStatic) return;
        if (event.free !== undefined && event.currency === accountCurrency) {
          free = event.free;
          readAt = at;
          count(symbols, held);
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

/** Position in minor units of the base, for a comparison with the free balance. */
interface Held {
  counted: number;
  /** Position when the balance was read last; undefined before. */
  position: number | undefined;
}

/** Value in the account currency that the free balance surely excludes already. */
function sumCounted(
  symbols: readonly SymbolState[],
  held: readonly Held[],
  money: AccountValues,
): number {
  let sum = 0;
  for (const symbol of symbols) {
    const { counted } = held[symbol.instrument.id] as Held;
    if (counted > 0) sum += counted * money.factor(symbol);
  }
  return sum;
}

/**
 * Updates the positions after a read of the balance. A fill may have come while the response was
 * under way, so only a position that existed at the previous read too is surely excluded from the
 * free balance. Everything else counts against it.
 */
function count(symbols: readonly SymbolState[], held: readonly Held[]): void {
  for (const { instrument, position } of symbols) {
    const one = held[instrument.id] as Held;
    const former = one.position ?? position;
    const isSameSide = position > 0 === former > 0;
    one.counted = isSameSide ? Math.min(Math.abs(position), Math.abs(former)) : 0;
    one.position = position;
  }
}
