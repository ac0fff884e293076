// What a session measures of its calls: latency, the venue's clock, Retry-After.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { DEFAULT_SHARES, RequestBudget } from '../../../src/polling/request-budget.js';
import { realClock } from '../../../src/host/clock.js';
import { VenueWatch } from '../../../src/session/monitors/venue-monitor.js';

const NOW = 1_767_693_600_000_000; // 2026-01-06 10:00:00 UTC
const NONE = () => undefined;
const NO_ORDERS = { orderGap: NONE, listGap: NONE, positionGap: NONE };

function create() {
  const machine = { wall: 1_000, mono: 0 };
  const clock = {
    ...realClock,
    wallMillis: () => machine.wall,
    monoMicros: () => machine.mono,
  };
  const watch = new VenueWatch(() => NOW, clock);
  const budget = new RequestBudget(DEFAULT_SHARES, NOW);
  const answer = (status: number, headers: Record<string, string>, sentAt = NOW) => ({
    sentAt,
    machineMicros: 12_400,
    exchange: { ok: true as const, status, body: '', raw: Buffer.alloc(0), headers },
  });
  return { machine, watch, budget, answer };
}

describe('venue sample', () => {
  it('has the calls since the last one, rounded to milliseconds', () => {
    const { watch, answer } = create();
    watch.see(answer(200, {}));
    const broken = { ok: false, sent: true, status: 0, message: '' } as const;
    for (const transport of ['timeout', 'connect-timeout', 'reset'] as const) {
      const exchange = { ...broken, transport };
      watch.see({ sentAt: NOW, machineMicros: 1, exchange });
    }
    expect(watch.sample(NO_ORDERS)).toEqual({ callMillis: [12], callTimeouts: 2 });
    expect(watch.sample(NO_ORDERS)).toEqual({});
  });

  it.each([
    ['Tue, 06 Jan 2026 10:00:00 GMT', 0, 0],
    ['Tue, 06 Jan 2026 09:59:59 GMT', 0, 0], // it lasts until 10:00:00
    ['Tue, 06 Jan 2026 09:59:58 GMT', 0, -SECOND],
    ['Tue, 06 Jan 2026 09:59:58 GMT', SECOND, 0], // the request left a second ago
    ['Tue, 06 Jan 2026 10:00:05 GMT', 0, 5 * SECOND],
  ])(
    'computes from Date %s, %d us after the request, a clock offset of %d us',
    (date, age, offset) => {
      const { watch, answer } = create();
      watch.see(answer(200, { date }, NOW - age));
      expect(watch.sample(NO_ORDERS).clockOffset).toBe(offset);
    },
  );

  it('reports how far wall clock and monotonic clock diverged', () => {
    const { machine, watch } = create();
    machine.wall += 3_000;
    machine.mono += 1_000_000;
    expect(watch.step).toBe(2_000_000);
    expect(watch.sample(NO_ORDERS)).toEqual({ clockStep: 2_000_000 });
    expect(watch.step).toBe(0);
    machine.wall -= 3_600_000;
    expect(watch.step).toBe(-3_600_000_000);
  });

  it('carries the longest gap between reads of own orders', () => {
    const gaps = { orderGap: () => 7, listGap: () => 9, positionGap: () => 8 };
    expect(create().watch.sample(gaps)).toEqual({
      ...{ orderGap: 7, listGap: 9, positionGap: 8 },
    });
  });
});

describe('wait that the venue requests', () => {
  it.each([
    [429, '5', 5],
    [503, '5', 5],
    [429, '3600', 60], // no longer than a minute
    [429, 'Tue, 06 Jan 2026 10:00:05 GMT', 0],
    [429, '-1', 0],
    [200, '5', 0],
  ])('with %d and Retry-After %s lasts %d s', (status, text, seconds) => {
    const { watch, budget, answer } = create();
    watch.see(answer(status, { 'retry-after': text }), budget);
    const end = NOW + seconds * SECOND;
    if (seconds > 0) expect(budget.has('data', end - MILLISECOND)).toBe(false);
    expect(budget.has('safety', NOW)).toBe(true);
    expect(budget.has('data', end)).toBe(true);
  });
});
