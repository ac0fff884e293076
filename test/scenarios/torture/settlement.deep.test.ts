// Sessions that hold positions over their value dates, at a venue that drops them from its list:
// nothing halts, and the ledger by value date and by currency is the venue's to the minor unit.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import type { RollZone } from '../../../src/domain/dates/fx-day.js';
import { findNextRoll, Settlement } from '../../../src/domain/dates/index.js';
import {
  DAY,
  HOUR,
  type Instant,
  type Micros,
  MINUTE,
  parseInstant,
  SECOND,
  unwrap,
} from '../../../src/domain/index.js';
import { createRandom } from '../../../src/determinism/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runDays } from '../../../src/torture/index.js';
import { countRuns } from '../../runs.js';

/** By its restless strategy, and one that does little in an hour. */
let plan: Plan;
let slowPlan: Plan;

beforeAll(async () => {
  const registry = await loadRegistry();
  plan = unwrap(await loadPlan('test/torture/settlement.yaml', registry));
  slowPlan = unwrap(await loadPlan('test/torture/settlement-hours.yaml', registry));
});

const instant = (text: string): Instant => unwrap(parseInstant(text));
type Window = readonly [Instant, Instant];

/** Around a turn of the day, with a restart at a time of it. */
function around(turn: Instant, before: number, after: number, restartAt: Instant): Window[] {
  const [from, to] = [turn - before, turn + after];
  return [
    [from, Math.max(from + 20 * SECOND, restartAt)],
    [restartAt, to],
  ];
}

/** Days on which something turns: holidays, clocks, months, an ordinary week. */
const DAYS = [
  ...['2026-07-13', '2026-06-17', '2026-07-01', '2026-10-29', '2026-11-09', '2026-12-23'],
  ...['2026-03-05', '2026-03-30', '2026-04-02', '2026-09-24', '2026-05-21', '2027-01-14'],
];

/** Of the hour around the turn a bot sees all in one world of so many, parts in the others. */
const HOUR_EVERY = 25;
/** `SETTLEMENT_HOURS=1`: all of it in each. */
const isWhole = (seed: number) =>
  process.env['SETTLEMENT_HOURS'] === '1' || seed % HOUR_EVERY === 0;

/** A world of one FX day around a settlement: what is dealt at noon settles some days later. */
function drawSettlement(seed: number): readonly Window[] {
  const random = createRandom(seed, 'settlement');
  const draw = (most: number) => Math.floor(random() * most);
  const noon = instant(`${DAYS[draw(DAYS.length)] ?? ''}T16:00:00Z`);
  const zone: RollZone = random() < 0.3 ? 'Auckland' : 'New York';
  const turn = findNextRoll(noon + (1 + draw(4)) * DAY, zone);
  const restartAt = turn + draw(MINUTE) - 30 * SECOND;
  const dealing: Window = [noon, noon + 30 * SECOND];
  if (isWhole(seed)) return [dealing, ...around(turn, 30 * MINUTE, 30 * MINUTE, restartAt)];
  // From 30 to 3 minutes away, on one side of the turn or the other.
  const away = 3 * MINUTE + draw(27 * MINUTE);
  const windows = around(turn, MINUTE, MINUTE, restartAt);
  return random() < 0.5
    ? [dealing, [turn - away, turn - away + 30 * SECOND], ...windows]
    : [dealing, ...windows, [turn + away - 30 * SECOND, turn + away]];
}

// `SETTLEMENT_FIRST=100001 TEST_RUNS=10 npm run test:deep -- settlement` runs 1,000 of others.
const FIRST = Number(process.env['SETTLEMENT_FIRST'] ?? 1);

it.each(Array.from({ length: countRuns(100) }, (_, i) => FIRST + i))(
  'settlement halts nothing, in world %i',
  async (seed) => {
    const windows = drawSettlement(seed);
    const { breach } = unwrap(
      await runDays({ plan: isWhole(seed) ? slowPlan : plan, seed, windows }),
    );
    expect(breach).toBeUndefined();
  },
);

/** Days without a leap, with a restart near each turn of theirs. */
function drawDays(seed: number, span: Micros): readonly Window[] {
  const random = createRandom(seed, 'whole days');
  const noon = instant(`${DAYS[Math.floor(random() * DAYS.length)] ?? ''}T16:00:00Z`);
  const from = span < DAY ? findNextRoll(noon, 'New York') - span / 2 : noon;
  const windows: Window[] = [];
  let at = from;
  for (;;) {
    const restartAt = findNextRoll(at, 'New York') + Math.floor((random() - 0.5) * MINUTE);
    const end = Math.min(restartAt, from + span);
    windows.push([at, end]);
    if (end === from + span) return windows;
    at = Math.max(restartAt, findNextRoll(at, 'New York') + SECOND);
  }
}

// One of them takes minutes for three days: here it is an hour around a turn.
// `SETTLEMENT_DAYS=20 npm run test:deep -- settlement` runs 20 whole ones, from SETTLEMENT_FIRST.
const WHOLE = Number(process.env['SETTLEMENT_DAYS'] ?? 0);
const SPAN = WHOLE > 0 ? 3 * DAY : HOUR;

it.each(Array.from({ length: Math.max(1, WHOLE) }, (_, i) => FIRST + i))(
  'position before settlement halts nothing on days played in full, in world %i',
  async (seed) => {
    const windows = drawDays(seed, SPAN);
    const { breach, orders } = unwrap(await runDays({ plan: slowPlan, seed, windows }));
    expect(breach).toBeUndefined();
    expect(orders).toBeGreaterThan(20);
  },
);

describe('ten days over a holiday, a clock change and the end of a month', () => {
  const WEEKDAYS = [
    ...['2026-10-29', '2026-10-30', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
    ...['2026-11-06', '2026-11-09', '2026-11-10', '2026-11-11'],
  ];

  it('halt nothing, with two restarts a day, and end with the venue’s ledger', async () => {
    const windows = WEEKDAYS.flatMap((day): readonly Window[] => {
      const noon = instant(`${day}T16:00:00Z`);
      const turn = findNextRoll(noon, 'New York');
      return [[noon, noon + 30 * SECOND], ...around(turn, 30 * SECOND, 30 * SECOND, turn)];
    });
    const { breach, held, orders } = unwrap(await runDays({ plan, seed: 2, windows }));
    expect(breach).toBeUndefined();
    expect(orders).toBeGreaterThan(50);
    const settled = held.map((line) => line.split(' ')[0]);
    expect(settled).toEqual(expect.arrayContaining(['CAD', 'EUR', 'JPY', 'NZD', 'TRY', 'USD']));
  });
});

describe('defect of settlement', () => {
  const noon = instant('2026-07-13T16:00:00Z');
  const later = noon + 3 * DAY + 6 * HOUR;
  const windows: readonly Window[] = [
    [noon, noon + MINUTE],
    [later, later + 3 * MINUTE],
  ];
  const play = async () => unwrap(await runDays({ plan, seed: 3, windows })).breach;

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('that never settles halts, which is detected', async () => {
    vi.spyOn(Settlement.prototype, 'settledOf').mockReturnValue(0);
    expect(await play()).toMatchObject({ invariant: 26 });
  });

  it('that loses cash is detected', async () => {
    vi.spyOn(Settlement.prototype, 'listCash').mockReturnValue([]);
    const breach = await play();
    expect(breach?.invariant).toBe(27);
    expect(breach?.found).toMatch(/^cash: the bot has ; the venue has [A-Z]{3} -?\d/);
  });
});
