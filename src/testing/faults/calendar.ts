// Faults of the calendar: worlds that begin where days, weeks, years and hours turn.
import { type Instant, MILLISECOND, SECOND } from '../../domain/index.js';
import type { Random } from '../../machine/index.js';
import type { Plan } from '../../session/index.js';
import type { FaultKind } from './fault.js';

const HOUR = 3_600 * SECOND;

/** Ends of the market's hours: Fridays, Sundays, daily turns, holidays. */
const HOURS_TURN: readonly string[] = [
  '2026-07-17T20:53:30Z', // Friday in summer: closes at 20:55
  '2026-12-11T21:53:30Z', // Friday in winter: closes at 21:55
  '2026-07-19T21:03:30Z', // Sunday: opens at 21:05
  '2026-12-13T22:03:30Z',
  '2026-07-14T20:56:30Z', // Tuesday: a pause from 20:58 to 21:05
  '2026-12-24T21:56:30Z', // before Christmas Day
  '2026-07-18T12:00:00Z', // Saturday
];

/** Days on which clocks change, weeks between two changes, and the end of years. */
const DAYS_TURN: readonly string[] = [
  '2026-03-08T06:58:00Z', // New York: 02:00 becomes 03:00, a Sunday
  '2026-03-08T21:03:30Z', // the first opening in summer time
  '2026-03-10T20:56:30Z', // 17:00 New York is 21:00, while London has winter time
  '2026-10-27T20:56:30Z', // the same in autumn
  '2026-11-01T05:58:00Z', // New York: 02:00 becomes 01:00
  '2026-11-03T21:56:30Z',
  '2026-12-31T23:58:30Z',
  '2026-06-30T23:58:30Z', // where leap seconds go
  '2026-02-28T23:58:30Z',
];

function pickInstant(random: Random, texts: readonly string[]): Instant {
  const text = texts[Math.floor(random() * texts.length)] ?? '';
  return Date.parse(text) * MILLISECOND;
}

/** Orders only in the hours of the market, also where the limits say otherwise. */
function keepHours(plan: Plan): Plan {
  const hours = { hours: 'fx', assets: 'fx', holidays: [] };
  const rules = { ...plan.limits.rules, RC70: hours };
  return { ...plan, limits: { ...plan.limits, rules } };
}

export const CALENDAR_FAULTS: readonly FaultKind[] = [
  {
    id: 'V30',
    summary: 'the market closes or opens',
    setting: (random) => ({ epoch: pickInstant(random, HOURS_TURN), change: keepHours }),
    put: (stage) => {
      stage.count();
    },
  },
  {
    id: 'C04',
    summary: 'clocks change, the year ends, the day turns',
    setting: (random) => ({ epoch: pickInstant(random, DAYS_TURN), change: keepHours }),
    put: (stage) => {
      stage.count();
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
