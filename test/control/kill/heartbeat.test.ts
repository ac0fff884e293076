// Heartbeats: what counts as one, when silence is stale, and which bots need a watchdog.
import { beforeEach, describe, expect, it } from 'vitest';
import { wantsWatchdog, hasProvenEnd } from '../../../src/control/index.js';
import { HeartbeatMonitor, toBeat, writeBeat } from '../../../src/control/kill/heartbeat.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const DIR = '/state/control';

let disk = new MemoryDisk();
let micros = 0;
const clock = { monoMicros: () => micros };

beforeEach(() => {
  disk = new MemoryDisk();
  disk.createDirectory(DIR);
  micros = 0;
});

const beat = (text: string) => writeBeat(disk, DIR, 'beat', text);
const watch = () => new HeartbeatMonitor(disk, DIR, 'beat', clock);

/** The silence after so many looks, one a second. */
function lookOn(watcher: HeartbeatMonitor, seconds: number): number {
  let silence = watcher.look();
  for (let second = 0; second < seconds; second += 1) {
    micros += 1_000_000;
    silence = watcher.look();
  }
  return silence;
}

describe('heartbeat', () => {
  it('is fresh when it changes, and ages while it does not', () => {
    const watcher = watch();
    beat(toBeat(1, 1));
    expect(watcher.look()).toBe(0);
    expect(lookOn(watcher, 14)).toBe(14_000);
    beat(toBeat(1, 2));
    expect(watcher.look()).toBe(0);
    expect(watcher.hasBeaten).toBe(true);
    expect(watcher.epoch).toBe(1);
  });

  it('that existed before the watchdog is no sign of life', () => {
    beat(toBeat(4, 17));
    const watcher = watch();
    expect(lookOn(watcher, 15)).toBe(15_000);
    expect(watcher.hasBeaten).toBe(false);
  });

  it('that cannot be read has not changed', () => {
    const watcher = watch();
    beat(toBeat(1, 1));
    watcher.look();
    disk.read = () => {
      throw systemError('EIO');
    };
    expect(lookOn(watcher, 3)).toBe(3_000);
  });

  it('is not stale because the watchdog itself slept', () => {
    const watcher = watch();
    beat(toBeat(1, 1));
    watcher.look();
    micros += 3_600_000_000;
    expect(watcher.look()).toBe(2_000);
  });

  it('without a count is the last one', () => {
    const watcher = watch();
    beat(toBeat(12, 3));
    watcher.look();
    expect(watcher.hasEnded).toBe(false);
    beat(toBeat(12));
    watcher.look();
    expect([watcher.hasEnded, watcher.epoch]).toEqual([true, 12]);
  });

  it('of a bot states whether its orders were proven ended at its end', () => {
    expect(hasProvenEnd(disk, DIR)).toBe(false);
    beat(toBeat(3, 17));
    expect(hasProvenEnd(disk, DIR)).toBe(false);
    beat(toBeat(3));
    expect(hasProvenEnd(disk, DIR)).toBe(true);
    disk.read = () => {
      throw systemError('EACCES');
    };
    expect(hasProvenEnd(disk, DIR)).toBe(false);
  });

  it('that the disk refuses is reported', () => {
    disk.rename = () => {
      throw systemError('ENOSPC');
    };
    expect(beat(toBeat(1, 1))).toBe(false);
  });
});

describe('hasGuard', () => {
  it.each([
    [undefined, 'live', true],
    ['off', 'live', false],
    ['on', 'paper', true],
    [undefined, 'paper', false],
    [undefined, 'test', false],
  ] as const)('with `watchdog: %s` in %s is %s', (watchdog, environment, wanted) => {
    const chosen = watchdog === undefined ? {} : { watchdog };
    expect(wantsWatchdog({ ...chosen, venue: { environment } })).toBe(wanted);
  });
});
