// When a watchdog kills, when it does not, and that only one watches at a time.
import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../src/domain/index.js';
import { readWhole } from '../../../src/journal/index.js';
import { Watchdog } from '../../../src/control/index.js';
import { toBeat, writeBeat } from '../../../src/control/kill/heartbeat.js';
import type { WatchEnd } from '../../../src/control/kill/watchdog.js';
import { realPorts } from '../../../src/host/index.js';
import type { SessionPorts } from '../../../src/host/ports.js';
import type { LocalAnswer } from '../../../src/host/ports.js';
import { readLatch } from '../../../src/state/index.js';
import { MemoryDisk } from '../../journal/memory-disk.js';

const DIR = '/state';
const CONTROL = '/state/control';
const IDENTITY = { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'a@b' } as const;

let disk = new MemoryDisk();
let names = new Set<string>();
let micros = 0;
let timers: { readonly at: number; readonly run: () => void }[] = [];
let said: string[] = [];
/** What a bot's socket says; by default nobody is there. */
let answer: LocalAnswer = { kind: 'nobody' };

beforeEach(() => {
  disk = new MemoryDisk();
  for (const path of [DIR, CONTROL, '/state/journal']) disk.createDirectory(path);
  [names, micros, timers, said] = [new Set(), 0, [], []];
  answer = { kind: 'nobody' };
});

const setTimer = (ms: number, run: () => void) => {
  const timer = { at: micros + ms * 1_000, run };
  timers.push(timer);
  return {
    cancel: () => {
      timers = timers.filter((one) => one !== timer);
    },
  };
};

const ports: SessionPorts = {
  ...realPorts,
  get disk() {
    return disk;
  },
  clock: { wallMillis: () => micros / 1_000, monoMicros: () => micros, setTimer, at: setTimer },
  host: {
    ...realPorts.host,
    bindName: (name) => {
      if (names.has(name)) return Promise.resolve(undefined);
      names.add(name);
      return Promise.resolve({ isHeld: () => names.has(name), release: () => names.delete(name) });
    },
  },
  local: {
    serve: () => Promise.resolve({ close: () => undefined }),
    ask: () => Promise.resolve(answer),
  },
};

function start() {
  const guard = new Watchdog({
    ports,
    place: {
      plan: { file: 'a.yaml' } as never,
      state: {
        ...{ hasBegun: true, tag: 'weir' },
        ...{ dir: DIR, control: CONTROL, journal: '/state/journal' },
        identity: IDENTITY,
      },
      login: fail('config.secret', 'no secret in this test'),
      profile: undefined,
      limits: fail('config.limits', 'no limits in this test'),
    },
    notify: (message) => said.push(message),
  });
  const found: { end?: WatchEnd } = {};
  void guard.watch().then((end) => {
    found.end = end;
  });
  return { guard, found };
}

/** Lets seconds of machine time pass; `each` is done in every one of them. */
async function pass(seconds: number, each: (second: number) => void = () => undefined) {
  for (let second = 1; second <= seconds; second += 1) {
    const until = micros + 1_000_000;
    each(second);
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      const next = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((one) => one !== next);
      micros = Math.max(micros, next.at);
      next.run();
    }
    micros = until;
  }
}

const beat = (count?: number, epoch = 1) => {
  writeBeat(disk, CONTROL, 'beat', toBeat(epoch, count));
};
const isLatched = () => readLatch(disk, CONTROL).kind === 'read';

describe('watchdog', () => {
  it('writes a heartbeat, and does nothing while the bot writes one', async () => {
    const { found } = start();
    await pass(40, beat);
    expect(found.end).toBeUndefined();
    expect(isLatched()).toBe(false);
    const before = readWhole(disk, CONTROL, 'guard-beat');
    await pass(2, (second) => {
      beat(100 + second);
    });
    expect(readWhole(disk, CONTROL, 'guard-beat')).not.toBe(before);
  });

  it('kills after 15 s of silence, not before', async () => {
    start();
    await pass(2, beat);
    await pass(14);
    expect(isLatched()).toBe(false);
    await pass(2);
    expect(readLatch(disk, CONTROL)).toMatchObject({
      halts: [{ cause: 'GUARD_STALE', scope: 'all', who: 'guard' }],
    });
    expect(readWhole(disk, CONTROL, 'KILL')).toMatch(/^GUARD_STALE guard: /);
    expect(said.join('\n')).toContain('own orders were not cancelled: no secret in this test');
  });

  it('is released by a bot that has ended, and by the next one', async () => {
    const first = start();
    await pass(2, beat);
    beat();
    await pass(1);
    expect(first.found.end).toMatchObject({ kind: 'relieved' });
    names.clear();
    const second = start();
    await pass(1);
    await pass(1, () => {
      beat(1, 2);
    });
    await pass(1, () => {
      beat(1, 3);
    });
    expect(second.found.end).toEqual({ kind: 'relieved', why: 'another bot has taken its place' });
    expect(isLatched()).toBe(false);
  });

  it('does not kill for the heartbeat that a dead bot left behind', async () => {
    beat(5);
    const { found } = start();
    await pass(40);
    expect([isLatched(), found.end]).toEqual([false, undefined]);
  });

  it('kills once for a bot that hung before the watchdog started', async () => {
    beat(5);
    answer = { kind: 'silent' };
    const { guard } = start();
    await pass(17);
    expect(isLatched()).toBe(true);
    expect(said.filter((text) => text.startsWith('GUARD_STALE'))).toHaveLength(1);
    guard.close();
  });

  it('kills for a bot that died after a heartbeat older than the watchdog', async () => {
    beat(1);
    const { guard, found } = start();
    await pass(1);
    guard.noteBotGone();
    await pass(17);
    expect(isLatched()).toBe(true);
    expect(found.end).toBeUndefined();
    guard.close();
  });

  it('ends when its bot vanishes before its first heartbeat, after a proven end', async () => {
    beat();
    const { guard, found } = start();
    await pass(1);
    guard.noteBotGone();
    await pass(1);
    expect(found.end).toMatchObject({ kind: 'relieved' });
  });

  it('ends when its bot vanishes before its first heartbeat', async () => {
    const { guard, found } = start();
    await pass(1);
    guard.noteBotGone();
    await pass(1);
    expect(found.end).toMatchObject({ kind: 'relieved' });
  });

  it('stands by while another watchdog runs', async () => {
    start();
    await pass(1, beat);
    const second = start();
    await pass(20, beat);
    expect(said).toContain('another watchdog is active: this one stands by');
    second.guard.close();
    await pass(1, beat);
    expect(second.found.end).toEqual({ kind: 'closed' });
  });
});

describe('bot that dies just after it replaced another', () => {
  it('is watched by its own watchdog, which waits for the other’s lock', async () => {
    const former = start();
    await pass(2, beat);
    former.guard.noteBotGone();
    await pass(5);
    const own = start();
    await pass(0);
    beat(0, 2);
    own.guard.noteBotGone();
    await pass(2);
    expect(former.found.end).toMatchObject({ kind: 'relieved' });
    expect(own.found.end).toBeUndefined();
    // The process of the former guard ends.
    names.clear();
    await pass(25);
    expect([own.guard.hasStruck, isLatched()]).toEqual([true, true]);
  });

  it('needs no watchdog where it ended with its orders proven ended', async () => {
    start();
    await pass(2, beat);
    const own = start();
    await pass(0);
    beat(undefined, 2);
    own.guard.noteBotGone();
    await pass(2);
    expect(own.found.end).toMatchObject({ kind: 'relieved', why: 'its bot has ended' });
  });
});
