// Calendar faults: worlds that begin shortly before the market, a day, a year or the clocks change.
import { type Instant, MILLISECOND, SECOND } from '../../domain/index.js';
import type { Random } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';
import type { InjectedFaultKind } from './fault.js';

const HOUR = 3_600 * SECOND;

/** Shortly before the market opens or closes: weekends, daily breaks, holidays. */
const HOURS_TURN: readonly string[] = [
  '2026-07-17T20:53:30Z', // Friday in summer: closes at 20:55
  '2026-12-11T21:53:30Z', // Friday in winter: closes at 21:55
  '2026-07-19T21:03:30Z', // Sunday: opens at 21:05
  '2026-12-13T22:03:30Z',
  '2026-07-14T20:56:30Z', // Tuesday: break from 20:58 to 21:05
  '2026-12-24T21:56:30Z', // before Christmas Day
  '2026-07-18T12:00:00Z', // Saturday
];

/** Days on which clocks change, the weeks between two changes, and the ends of years and months. */
const DAYS_TURN: readonly string[] = [
  '2026-03-08T06:58:00Z', // New York: 02:00 becomes 03:00, a Sunday
  '2026-03-08T21:03:30Z', // the first opening in summer time
  '2026-03-10T20:56:30Z', // 17:00 New York is 21:00, while London has winter time
  '2026-10-27T20:56:30Z', // the same offset in autumn
  '2026-11-01T05:58:00Z', // New York: 02:00 becomes 01:00
  '2026-11-03T21:56:30Z',
  '2026-12-31T23:58:30Z',
  '2026-06-30T23:58:30Z', // a day on which leap seconds are inserted
  '2026-02-28T23:58:30Z',
];

/** Shortly before 16:30 New York, the cut-off for overnight positions. */
const NIGHTS: readonly string[] = [
  '2026-07-14T20:29:30Z',
  '2026-07-17T20:29:30Z', // Friday
  '2026-12-11T21:29:30Z',
];
const NIGHT_CHANCE = 0.5;
/** Share of strategies that may keep a position overnight. */
const CLEARED = 0.4;
/** Maximum weekend limit, in per cent of RC23: low enough to bind. */
const MOST_WEEKEND = 4;

const toDate = (at: Instant) => new Date(at / MILLISECOND).toISOString().slice(0, 10);

function pickInstant(random: Random, texts: readonly string[]): Instant {
  const text = texts[Math.floor(random() * texts.length)] ?? '';
  return Date.parse(text) * MILLISECOND;
}

/** Orders are allowed only while the market is open, whatever the limits file says. */
function keepHours(plan: Plan): Plan {
  const hours = { hours: 'fx', assets: 'fx', holidays: [] };
  const rules = { ...plan.limits.rules, RC70: hours };
  return { ...plan, limits: { ...plan.limits, rules } };
}

/** Only cleared strategies keep positions overnight, and over weekends within a small limit. */
function keepNights(plan: Plan, random: Random): Plan {
  const cleared = plan.strategies.filter(() => random() < CLEARED).map(({ name }) => name);
  const weekendPercent = Math.ceil(random() * MOST_WEEKEND);
  const rules = { ...plan.limits.rules, RC31: { cleared, weekendPercent } };
  return { ...plan, limits: { ...plan.limits, rules } };
}

/** Allows orders that state a value date (AtBest/FOK). */
function allowDates(plan: Plan): Plan {
  const own = plan.limits.rules['RC02'] as { readonly allowed?: readonly string[] } | 'off';
  if (own === 'off') return plan;
  const allowed = new Set([...(own.allowed ?? []), 'AtBest/FOK']);
  const rules = { ...plan.limits.rules, RC02: { ...own, allowed: [...allowed] } };
  return { ...plan, limits: { ...plan.limits, rules } };
}

/** Strategies state a value date up to this many days from now, exclusive, as if it were spot. */
const MOST_DAYS_OFF = 7;

export const CALENDAR_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'V30',
    summary: 'the market closes or opens',
    setting: (random) => {
      const epoch = pickInstant(random, HOURS_TURN);
      if (random() >= NIGHT_CHANCE) return { epoch, change: keepHours };
      const night = pickInstant(random, NIGHTS);
      return { epoch: night, change: (plan) => keepNights(keepHours(plan), random) };
    },
    put: (stage) => {
      stage.count();
    },
  },
  {
    id: 'C04',
    summary: 'clocks change, the year ends, the day turns, value dates are wrong',
    setting: (random) => ({
      epoch: pickInstant(random, DAYS_TURN),
      change: (plan) => allowDates(keepHours(plan)),
    }),
    put: (stage) => {
      const { random, span, world } = stage;
      stage.count();
      const times = 1 + Math.floor(random() * 6);
      for (let time = 0; time < times; time++) {
        const days = Math.floor(random() * MOST_DAYS_OFF);
        world.time.at(Math.floor(random() * span), () => {
          world.strategyFaults.atOnce((context, { instrument, offerTicks }) => {
            const valueDate = toDate(context.now() + days * 24 * HOUR);
            const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
            const order = { side: 'Buy', type: 'AtBest', timeInForce: 'FOK', price } as const;
            const { symbol } = instrument;
            context.place({ ...order, symbol, size: 10_000, valueDate });
          });
        });
      }
    },
  },
  {
    id: 'C05',
    summary: 'the machine sleeps for eight hours',
    put: (stage) => {
      stage.at(Math.floor(stage.random() * stage.span), () => {
        stage.world.suspend(8 * HOUR);
      });
    },
  },
];
