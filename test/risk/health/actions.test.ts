// Health checks: each bound just met and just broken, and how their pauses end.
import { describe, expect, it } from 'vitest';
import { type Instant, MILLISECOND, MINUTE, SECOND } from '../../../src/domain/index.js';
import {
  createHealthChecks,
  type HealthSetup,
  type HostSample,
} from '../../../src/risk/health/index.js';
import { limitsSchema, toLimits } from '../../../src/risk/index.js';

const START: Instant = 1_767_693_600_000_000;
const CALM = { loopLag: 0, memoryBytes: 1 };

/** Checks with limits as a file has them. */
function create(setup: Partial<HealthSetup> = {}, limits: Readonly<Record<string, unknown>> = {}) {
  const messages: string[] = [];
  const texts: string[] = [];
  const checks = createHealthChecks(
    {
      alert: (level, control, text) => {
        messages.push(`${level} ${control}`);
        texts.push(text);
      },
      pause: (control, _, until) => {
        const end = until === 'resolved' ? until : `${String((until - at) / SECOND)} s`;
        messages.push(`pause ${control} ${end}`);
      },
      resolve: (control) => messages.push(`resolve ${control}`),
      halt: (control) => messages.push(`halt ${control}`),
      throttle: (control, share, until) => {
        messages.push(`throttle ${control} ${String(share)}`);
        throttledFor = (until - at) / SECOND;
      },
    },
    { login: 'token', speed: 1, ...setup },
    toLimits(limitsSchema.parse(limits)).rules,
  );
  let at = START;
  let throttledFor = 0;
  return {
    /** Seconds of the last throttle. */
    throttledFor: () => throttledFor,
    /** Of all alerts. */
    texts,
    /** What a sample set off, some time after the one before. */
    see: (sample: Partial<HostSample>, after: number = SECOND): readonly string[] => {
      at += after;
      messages.length = 0;
      checks.see(at, { ...CALM, ...sample });
      return [...messages];
    },
  };
}

describe('health checks without limits', () => {
  it('apply their default bounds', () => {
    const halts: string[] = [];
    const nothing = () => undefined;
    const quiet = { alert: nothing, pause: nothing, resolve: nothing, throttle: nothing };
    const halt = (control: string) => void halts.push(control);
    const checks = createHealthChecks({ ...quiet, halt }, { login: 'token', speed: 1 });
    checks.see(START, { ...CALM, loopLag: 5 * SECOND - 1 });
    expect(halts).toEqual([]);
    checks.see(START + SECOND, { ...CALM, loopLag: 5 * SECOND });
    expect(halts).toEqual(['RC58']);
  });
});

describe('RC58: event loop lag', () => {
  it.each([
    [250 * MILLISECOND - 1, []],
    [250 * MILLISECOND, ['warn RC58']],
    [SECOND - 1, ['warn RC58']],
    [SECOND, ['pause RC58 10 s']],
    [5 * SECOND - 1, ['pause RC58 10 s']],
    [5 * SECOND, ['halt RC58']],
  ])('of %d microseconds causes %j', (loopLag, told) => {
    expect(create().see({ loopLag })).toEqual(told);
  });

  it('alerts once a minute while it stays below a pause', () => {
    const { see } = create();
    const sample = { loopLag: 300 * MILLISECOND };
    expect(see(sample)).toEqual(['warn RC58']);
    expect(see(sample, 60 * SECOND - 1)).toEqual([]);
    expect(see(sample, 1)).toEqual(['warn RC58']);
  });

  it('is measured in machine time, however fast session time runs', () => {
    const { see } = create({ speed: 60 });
    expect(see({ loopLag: SECOND })).toEqual(['pause RC58 600 s']);
    expect(see({ heapBytes: 800, heapLimit: 1_000 })).toEqual(['pause RC58 600 s']);
    const sample = { loopLag: 300 * MILLISECOND };
    expect(see(sample)).toEqual(['warn RC58']);
    expect(see(sample, 3_600 * SECOND - 1)).toEqual([]);
    expect(see(sample, 1)).toEqual(['warn RC58']);
  });

  it('or a heap that is filled to 80 % pauses', () => {
    expect(create().see({ heapBytes: 799, heapLimit: 1_000 })).toEqual([]);
    expect(create().see({ heapBytes: 800, heapLimit: 1_000 })).toEqual(['pause RC58 10 s']);
  });
});

describe('RC55: the venue’s clock', () => {
  it.each([
    [2 * SECOND, []],
    [2 * SECOND + 1, ['warn RC55']],
    [-30 * SECOND, ['warn RC55']],
    [-30 * SECOND - 1, ['pause RC55 resolved']],
  ])('off by %d microseconds causes %j', (clockOffset, told) => {
    expect(create().see({ clockOffset })).toEqual(told);
  });

  it('may be off by 10 s where requests are signed, and by more where time runs fast', () => {
    const offset = { clockOffset: 10 * SECOND + 1 };
    expect(create({ login: 'hmac' }).see(offset)).toEqual(['pause RC55 resolved']);
    expect(create({ login: 'hmac', speed: 10 }).see(offset)).toEqual([]);
    const scaled = { clockOffset: 100 * SECOND + 1 };
    expect(create({ login: 'hmac', speed: 10 }).see(scaled)).toEqual(['pause RC55 resolved']);
    expect(create({ login: 'hmac', speed: 0.1 }).see(offset)).toEqual(['pause RC55 resolved']);
  });

  it('ends its pause once it agrees again, and alerts again only after that', () => {
    const { see } = create();
    see({ clockOffset: 31 * SECOND });
    expect(see({})).toEqual([]);
    expect(see({ clockOffset: 3 * SECOND })).toEqual(['resolve RC55', 'warn RC55']);
    expect(see({ clockOffset: 3 * SECOND })).toEqual([]);
    see({ clockOffset: 0 });
    expect(see({ clockOffset: 3 * SECOND })).toEqual(['warn RC55']);
  });

  it('alerts once with amount, direction and remedy', () => {
    const { see, texts } = create();
    see({ clockStep: 60 * SECOND });
    see({ clockOffset: 60 * SECOND });
    see({ clockOffset: 60 * SECOND });
    see({ clockOffset: 0 });
    see({ clockOffset: -3 * SECOND });
    expect(texts).toEqual([
      'the wall clock was set by 60000 ms',
      "the venue's clock is 60.0 s ahead of ours: correct the clock of this machine, then " +
        'restart the session, also after the machine slept; if the clock is right, ask the venue',
      "the venue's clock is 3.0 s behind ours",
    ]);
  });

  it('pauses after a step until orders and positions were read', () => {
    const { see } = create();
    see({ clockStep: SECOND });
    const unread = { clockOffset: 0, listGap: 500 * MILLISECOND, positionGap: 1_500 * MILLISECOND };
    expect(see(unread)).toEqual([]);
    expect(see({ ...unread, listGap: 2 * SECOND, positionGap: SECOND })).toEqual([]);
    expect(see({ ...unread, positionGap: 2 * SECOND })).toEqual(['resolve RC55']);
    expect(see({ ...unread, positionGap: MINUTE })).toEqual([]);
  });

  it('is measured again after a step of the wall clock, before anything new leaves', () => {
    const { see } = create();
    expect(see({ clockStep: 500 * MILLISECOND })).toEqual([]);
    const stepped = ['warn RC55', 'pause RC55 resolved'];
    expect(see({ clockStep: -(500 * MILLISECOND) - 1, clockOffset: 0 })).toEqual(stepped);
    expect(see({})).toEqual([]);
    expect(see({ clockOffset: 0 })).toEqual(['resolve RC55']);
    expect(see({ clockOffset: 0 })).toEqual([]);
  });
});

describe('RC67: silence of the watchdog', () => {
  it('pauses from 15 s on, until its heartbeat returns', () => {
    const { see } = create();
    expect(see({ guardSilence: 15 * SECOND - 1 })).toEqual([]);
    expect(see({ guardSilence: 15 * SECOND })).toEqual(['pause RC67 resolved']);
    expect(see({})).toEqual([]);
    expect(see({ guardSilence: 0 })).toEqual(['resolve RC67']);
    expect(see({ guardSilence: 0 })).toEqual([]);
  });
});

describe('RC57: slow venue', () => {
  const fast = (count: number) => new Array<number>(count).fill(10);

  it('is one with more than 5 of 100 calls timed out', () => {
    const { see, throttledFor } = create();
    expect(see({ callMillis: fast(95), callTimeouts: 5 })).toEqual([]);
    // The oldest call leaves the window for one more that timed out.
    expect(see({ callTimeouts: 1 })).toEqual(['pause RC57 60 s', 'throttle RC57 0.5']);
    expect(throttledFor()).toBe(60);
    expect(see({ callTimeouts: 1 })).toEqual(['pause RC57 60 s']);
    // A sample without a call says nothing of the venue.
    expect(see({})).toEqual([]);
  });

  it('is not detected by fewer than 20 calls', () => {
    expect(create().see({ callMillis: fast(9), callTimeouts: 10 })).toEqual([]);
    expect(create().see({ callMillis: fast(10), callTimeouts: 10 })).toHaveLength(2);
  });

  it('is one that answers half of the calls for a minute', () => {
    const { see } = create();
    const half = { callMillis: fast(10), callTimeouts: 10 };
    expect(see(half)).toHaveLength(2);
    const both = ['pause RC57 60 s', 'throttle RC57 0.5', 'pause RC57 60 s'];
    expect(see(half, 60 * SECOND)).toEqual(both);
  });

  it('is one whose p95 stays above 2 s for a minute', () => {
    const { see } = create();
    const slow = { callMillis: [...fast(18), 2_001, 2_001] };
    expect(see(slow)).toEqual([]);
    expect(see(slow, 60 * SECOND - 1)).toEqual([]);
    expect(see(slow, 1)).toEqual(['pause RC57 60 s', 'throttle RC57 0.5']);
  });

  it('is not detected while 19 of 20 calls take at most 2 s', () => {
    const { see } = create();
    const sample = { callMillis: [...new Array<number>(19).fill(2_000), 9_000] };
    see(sample);
    expect(see(sample, 120 * SECOND)).toEqual([]);
  });

  it('has to be slow without interruption', () => {
    const { see } = create();
    const slow = { callMillis: new Array<number>(100).fill(3_000) };
    see(slow);
    see({ callMillis: fast(100) }, 50 * SECOND);
    expect(see(slow, 50 * SECOND)).toEqual([]);
  });
});

describe('RC56: own orders without a successful read', () => {
  it('pause after three poll intervals, until a read succeeds', () => {
    const { see } = create();
    expect(see({ orderGap: 6 * SECOND })).toEqual([]);
    expect(see({ orderGap: 6 * SECOND + 1 })).toEqual(['pause RC56 resolved']);
    expect(see({ orderGap: 9 * SECOND })).toEqual(['pause RC56 resolved']);
    expect(see({ orderGap: SECOND })).toEqual(['resolve RC56']);
    expect(see({ orderGap: SECOND })).toEqual([]);
  });

  it('and positions without one for more than 120 s pause', () => {
    const { see } = create();
    expect(see({ positionGap: 120 * SECOND })).toEqual([]);
    expect(see({ positionGap: 120 * SECOND + 1 })).toEqual(['pause RC56 resolved']);
    expect(see({ positionGap: 121 * SECOND, orderGap: SECOND })).toEqual(['pause RC56 resolved']);
    expect(see({ positionGap: 30 * SECOND, orderGap: SECOND })).toEqual(['resolve RC56']);
  });

  it('and active orders without one pause after three intervals of 5 s', () => {
    const { see } = create();
    expect(see({ listGap: 15 * SECOND })).toEqual([]);
    expect(see({ listGap: 15 * SECOND + 1 })).toEqual(['pause RC56 resolved']);
    expect(see({ listGap: 5 * SECOND })).toEqual(['resolve RC56']);
  });

  it('pause nothing once no order is live', () => {
    const { see } = create();
    see({ orderGap: 7 * SECOND });
    expect(see({})).toEqual(['resolve RC56']);
  });

  it('get 2 s of machine time where session time runs fast', () => {
    const { see } = create({ speed: 100 });
    expect(see({ orderGap: 200 * SECOND })).toEqual([]);
    expect(see({ orderGap: 200 * SECOND + 1 })).toEqual(['pause RC56 resolved']);
  });
});

describe('RC57 where session time runs fast', () => {
  const SLOW = { callMillis: new Array<number>(20).fill(2_001) };

  it('takes 60 s of machine time to detect and to end', () => {
    const { see, throttledFor } = create({ speed: 10 });
    expect(see(SLOW)).toEqual([]);
    expect(see(SLOW, 599 * SECOND)).toEqual([]);
    expect(see(SLOW)).toEqual(['pause RC57 600 s', 'throttle RC57 0.5']);
    expect(throttledFor()).toBe(600);
    expect(see(SLOW, 599 * SECOND)).toEqual(['pause RC57 600 s']);
  });
});

describe('bounds of a limits file', () => {
  it.each<[string, object, Partial<HostSample>, Partial<HostSample>]>([
    ['RC55', { plainSeconds: 5 }, { clockOffset: 5 * SECOND }, { clockOffset: 5 * SECOND + 1 }],
    ['RC56', { orderIntervals: 2 }, { orderGap: 4 * SECOND }, { orderGap: 4 * SECOND + 1 }],
    ['RC56', { positionSeconds: 60 }, { positionGap: 60 * SECOND }, { positionGap: 61 * SECOND }],
    [
      'RC57',
      { timeoutPercent: 20 },
      { callMillis: new Array<number>(80).fill(5), callTimeouts: 20 },
      { callTimeouts: 1 },
    ],
    ['RC58', { pauseMs: 300 }, { loopLag: 299_999 }, { loopLag: 300_000 }],
    ['RC58', { heapPercent: 50 }, { heapLimit: 10, heapBytes: 4 }, { heapLimit: 10, heapBytes: 5 }],
  ])('replace the defaults: %s %o', (id, bounds, met, broken) => {
    const { see } = create({}, { [id]: bounds });
    const isPaused = (told: readonly string[]) => told.some((one) => one.startsWith('pause'));
    expect(isPaused(see(met))).toBe(false);
    expect(isPaused(see(broken))).toBe(true);
  });

  it('switch off one check and no other', () => {
    const { see } = create({}, { RC58: 'off' });
    expect(see({ loopLag: 5 * SECOND, clockOffset: 31 * SECOND })).toEqual(['pause RC55 resolved']);
  });
});
