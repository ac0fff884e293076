// RC11: a stated value date must be the spot date by the calendars, which must know it. Without one
// the venue decides when the order settles.
import { z } from 'zod';
import {
  type Calendars,
  findNextRoll,
  findRollZone,
  findValueDates,
} from '../../../domain/dates/index.js';
import type { Instant, Instrument, Result } from '../../../domain/index.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({});

interface Known {
  readonly until: Instant;
  readonly spot: Result<{ readonly valueDate: string }>;
}

export const rc11: RiskRule<typeof params> = {
  id: 'RC11',
  name: 'valueDate',
  summary: 'Value date',
  stage: 'shape',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'settlement on an unintended or invalid date',
  isRecomputed: true,
  action: 'REFUSE',
  params,
  create: (_, { calendars }) => {
    /** By instrument id; valid until the date rolls. */
    const known: Known[] = [];
    return {
      dependsOnTermsOnly: true,
      check: ({ at, symbol: { instrument }, valueDate }) => {
        if (valueDate === '') return undefined;
        let one = known[instrument.id];
        if (one === undefined || at >= one.until) {
          known[instrument.id] = one = findSpot(at, instrument, calendars);
        }
        if (!one.spot.ok) {
          const { message } = one.spot.fault;
          return { limit: 'known spot date', value: one.spot.fault.code, message };
        }
        const limit = one.spot.value.valueDate;
        if (valueDate === limit) return undefined;
        const message = `expected the spot date ${limit}, found ${valueDate}`;
        return { limit, value: valueDate, message };
      },
    };
  },
};

function findSpot(at: Instant, instrument: Instrument, calendars: Calendars): Known {
  const until = Math.min(findNextRoll(at, findRollZone(instrument)), findNextRoll(at, 'New York'));
  return { until, spot: findValueDates(at, instrument, { kind: 'SPOT' }, calendars) };
}
