// RC36: refuses an intent while an identical order waits for the venue's response, and shortly
// after one was sent.
import { z } from 'zod';
import { type Instant, MILLISECOND } from '../../../domain/index.js';
import { toDetailsText } from '../../../domain/orders/index.js';
import type { Candidate, RiskRule } from '../../rule.js';

/** Maximum of sent intents remembered; older ones are outside every sensible window. */
const MAX_REMEMBERED = 1_000;

const params = z.strictObject({
  windowMs: z.int().min(0).max(60_000).default(1_000).describe('milliseconds after the send'),
});

function toKey(candidate: Candidate): string {
  const { strategy, symbol, side, type, timeInForce, units, priceTicks } = candidate;
  const { id } = symbol.instrument;
  const details = toDetailsText(candidate.details);
  return [strategy, id, side, type, timeInForce, units, priceTicks, details].join('|');
}

export const rc36: RiskRule<typeof params> = {
  id: 'RC36',
  name: 'duplicateOrder',
  summary: 'Duplicate intent',
  stage: 'duplicate',
  alsoChecks: [],
  countsRetries: true,
  class: 'L',
  research: 'observed',
  live: 'D',
  mitigates: 'the same order sent twice',
  action: 'REFUSE',
  params,
  moreIsTighter: ['windowMs'],
  create: ({ windowMs }, setup) => {
    const sentAt = new Map<string, Instant>();
    return {
      check: (candidate) => {
        const last = sentAt.get(toKey(candidate));
        const limit = windowMs;
        const age = last === undefined ? Infinity : setup.checkedAt(candidate.at) - last;
        if (age < windowMs * MILLISECOND) {
          const value = Math.floor(age / MILLISECOND);
          const message = `expected at least ${limit} ms since the same intent, found ${value} ms`;
          return { limit, value, message, needs: { windowMs: value } };
        }
        if (!setup.hasIdenticalOrder(candidate)) return undefined;
        const message = 'an identical order is still waiting for the venue’s response';
        return { limit, value: 'pending', message };
      },
      onDecision: (candidate, sent) => {
        if (!sent) return;
        const key = toKey(candidate);
        sentAt.delete(key);
        sentAt.set(key, setup.checkedAt(candidate.at));
        const [oldest] = sentAt.keys();
        if (sentAt.size > MAX_REMEMBERED && oldest !== undefined) sentAt.delete(oldest);
      },
    };
  },
};
