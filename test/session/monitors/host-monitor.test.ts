// Samples of the host: one at once, then one a second, and none after the end.
import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/domain/events/index.js';
import { HostWatch } from '../../../src/session/monitors/host-monitor.js';

/** A watch whose timer is set off by hand; `taken` are its samples. */
function watch(onSample: (watch: HostWatch) => void = () => undefined) {
  const taken: HostEvent[] = [];
  const timers: { due: number; fire: () => void }[] = [];
  const setTimer = (due: number, fire: () => void) => {
    const timer = { due, fire };
    timers.push(timer);
    return { cancel: () => void timers.splice(timers.indexOf(timer), 1) };
  };
  const ports = {
    clock: { setTimer, monoMicros: () => 0, wallMillis: () => 0 },
    host: { measureLag: () => ({ take: () => 7, stop: () => undefined }), memoryBytes: () => 9 },
  };
  const take = (event: HostEvent) => {
    taken.push(event);
    onSample(made);
  };
  const made = new HostWatch(ports as never, take, () => ({ freeBytes: 1_000 }));
  return { made, taken, timers };
}

describe('host monitor', () => {
  it('samples before anything can leave, then every second', () => {
    const { made, taken, timers } = watch();
    made.start();
    expect(taken).toEqual([{ type: 'host', loopLag: 7, memoryBytes: 9, freeBytes: 1_000 }]);
    expect(timers.map(({ due }) => due)).toEqual([1_000]);
    timers.shift()?.fire();
    expect([taken.length, timers.length]).toEqual([2, 1]);
    made.stop();
    expect(timers).toEqual([]);
  });

  it('stops when the reaction to a sample has ended it', () => {
    const { made, taken, timers } = watch((one) => {
      one.stop();
    });
    made.start();
    expect([taken.length, timers.length]).toEqual([1, 0]);
  });
});
