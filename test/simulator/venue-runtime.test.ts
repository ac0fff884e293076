// The venue runtime on a machine clock that the test moves.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { VenueRuntime } from '../../src/simulator/venue-runtime.js';
import { openRateFeed } from '../../src/simulator/rates/open-rate-feed.js';
import { createSettings, TWO_RATES } from './harness.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function startMachine(speed: number, rows = TWO_RATES) {
  const settings = createSettings({ rows, recording: { speed } });
  const machine = new VenueRuntime(settings, unwrap(await openRateFeed(settings.rates, 0)).feed);
  machine.play({ ended: () => undefined, failed: () => undefined });
  machine.catchUp();
  const [instrument] = machine.venue.instruments;
  // The venue is asked without catching up first, as no request would do.
  const countRates = () =>
    instrument === undefined ? 0 : (machine.venue.visibleRate(instrument)?.rateCount ?? 0);
  return { machine, countRates };
}

describe('venue runtime without requests', () => {
  it.each([
    [1, 10_000],
    [10, 1_000],
    [0.1, 100_000],
  ])('at speed %d wakes for a rate that is due in %d ms', async (speed, wait) => {
    const { machine, countRates } = await startMachine(speed);
    expect(countRates()).toBe(1);
    vi.advanceTimersByTime(wait - 1);
    expect(countRates()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(countRates()).toBe(2);
    machine.close();
  });

  it('waits in steps for what is further away than a timer can be set', async () => {
    const days = 40 * 86_400_000;
    const { machine, countRates } = await startMachine(1, [
      '0,EUR/USD,1.1,1.2,1,1',
      `${String(days)},EUR/USD,1.1,1.2,1,1`,
    ]);
    vi.advanceTimersByTime(days - 1);
    expect(countRates()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(countRates()).toBe(2);
    machine.close();
  });

  it('sets no timer while time is stopped, nor once it is closed', async () => {
    const stopped = await startMachine(0);
    expect(vi.getTimerCount()).toBe(0);
    const running = await startMachine(1);
    expect(vi.getTimerCount()).toBe(1);
    stopped.machine.close();
    running.machine.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
