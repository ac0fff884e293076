// A single call that takes risk: what stops it until the very moment in which it leaves.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { MILLISECOND, unwrap } from '../../src/domain/index.js';
import { ROUTES } from '../../src/protocol/index.js';
import type { Plan } from '../../src/plan/plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { realPorts } from '../../src/host/index.js';
import { runManualCall } from '../../src/manual-calls/run.js';
import { createSessionClock } from '../../src/host/session-clock.js';
import { addToLatch, type HaltRecord } from '../../src/state/index.js';

const CONFIG = fileURLToPath(new URL('../../config/paper.yaml', import.meta.url));
// Nobody else's: the lock of a login is one for the whole machine.
const LOGIN = { baseUrl: 'http://127.0.0.1:1', user: randomUUID(), org: 'acme', password: 'none' };
const ORDER = { symbol: 'EUR/USD', currency: 'EUR', side: 'Buy', size: 1_000 };
const INPUT = { ...ORDER, type: 'Limit', timeInForce: 'IOC', price: 1.1, coId: 'x-1' };
const HALT: HaltRecord = {
  ...({ id: 'call-1', scope: 'symbol', strategy: '', symbol: 'EUR/USD', cause: 'RC20' } as const),
  ...{ reason: 'a jump', evidence: '', who: 'Ada', at: 0, wallAt: 0, monoAt: 0, epoch: 0 },
};

const dir = mkdtempSync(join(tmpdir(), 'weir-one-call-'));
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan(CONFIG, await loadRegistry()));
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** Sends an order; `during` happens at its last rate or login. What was carried, and the rule. */
async function send(
  name: string,
  during: (control: string) => void,
  at: 'rates' | 'login' = 'rates',
) {
  const { clock: machine, disk } = realPorts;
  const [state, folder] = [join(dir, name), join(dir, `${name}-out`)];
  disk.createDirectory(folder);
  const clock = createSessionClock(machine.wallMillis() * MILLISECOND, 1, machine);
  let [reads, carried] = [0, 0];
  const venue = {
    spotRate: () => {
      reads += 1;
      if (reads === 3 && at === 'rates') during(join(state, 'control'));
      const sizes = { bidUnits: 100_000_000, offerUnits: 100_000_000 };
      const value = { bidTicks: 109_999, offerTicks: 110_000, ...sizes, venueAt: clock.now() };
      return Promise.resolve({ class: 'data', status: 200, value });
    },
    activeOrders: () => Promise.resolve({ class: 'data', status: 200, value: [] }),
    // As the client does: a login that is due comes first, and then the last look.
    carry: async (_: unknown, { findRefusal }: { findRefusal: () => string | undefined }) => {
      await Promise.resolve();
      if (at === 'login') during(join(state, 'control'));
      const message = findRefusal();
      if (message !== undefined) return { class: 'not-sent', status: 0, code: '', message };
      carried += 1;
      return { class: 'accepted', status: 202, value: {} };
    },
  };
  const client = venue as unknown as Parameters<typeof runManualCall>[0]['client'];
  const own = { ports: realPorts, plan, client, clock, login: LOGIN, state, folder };
  const call = { route: ROUTES.placeOrder, input: INPUT, calls: () => [], notify: () => undefined };
  const ended = await runManualCall({ ...own, ...call });
  return [carried, ended.ok ? '' : /RC\d\d/.exec(ended.fault.message)?.[0]];
}

it('manual call is stopped by a late kill or halt, and when its rates are stale', async () => {
  expect(await send('calm', () => undefined)).toEqual([1, '']);
  const kill = (control: string) => {
    writeFileSync(join(control, 'KILL'), '');
  };
  expect(await send('killed', kill)).toEqual([0, 'RC62']);
  const latch = (control: string) => {
    unwrap(addToLatch(realPorts.disk, control, HALT, 2));
  };
  expect(await send('halted', latch)).toEqual([0, 'RC69']);
  expect(await send('killed-late', kill, 'login')).toEqual([0, 'RC62']);
  expect(await send('halted-late', latch, 'login')).toEqual([0, 'RC69']);
  const block = () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 550);
  };
  expect(await send('approved-long-ago', block, 'login')).toEqual([0, 'RC72']);
});
