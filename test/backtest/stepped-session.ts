// A whole session with strategy, gate and journal against the simulator over HTTP, on stepped time.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderView } from '../../src/domain/events/index.js';
import { type Instant, MILLISECOND, NEVER, unwrap } from '../../src/domain/index.js';
import { type HostClock, Scheduler } from '../../src/determinism/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { openSession, type SessionEnd } from '../../src/session/index.js';
import { realPorts } from '../../src/host/index.js';
import { type SimulatorSettings, startSimulator } from '../../src/simulator/index.js';
import { loadRegistry } from '../../src/cli/registry.js';
import { Client, CONTROL_TOKEN, createSettings, START, USER } from '../simulator/harness.js';
import { createCountedLanes } from '../polling/counted-lanes.js';

export interface SteppedSession {
  /** Session folder with its journal. */
  readonly folder: string;
  readonly end: SessionEnd;
}

interface SteppedOptions {
  /** Rows of milliseconds after START, symbol, bid, offer, bid size and offer size. */
  readonly rows: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly venue: Partial<SimulatorSettings['venue']>;
  /** When the session is halted as by the host, milliseconds after START. */
  readonly haltAt?: number;
  readonly watchOrder?: (view: OrderView) => void;
}

/** Machine time that stands still until the next timer is due. */
function createMachine() {
  const scheduler = new Scheduler(START * MILLISECOND);
  const at = (dueAt: Instant, action: () => void) => scheduler.at(Math.ceil(dueAt), action);
  const clock: HostClock = {
    wallMillis: () => scheduler.now / MILLISECOND,
    monoMicros: () => scheduler.now,
    setTimer: (ms, action) => at(scheduler.now + ms * MILLISECOND, action),
    at,
  };
  return { clock, scheduler };
}

/** Runs it to its end; the venue moves before each timer of the session. */
export async function runStepped(options: SteppedOptions): Promise<SteppedSession> {
  const { config, haltAt = Infinity, rows, venue, watchOrder } = options;
  const host = unwrap(await startSimulator(createSettings({ rows, venue })));
  const simulator = new Client(host);
  const dir = mkdtempSync(join(tmpdir(), 'weir-stepped-'));
  const rates = rows.map((row) => row.replace(/^\d+/, (ms) => String(START + Number(ms))));
  writeFileSync(
    join(dir, 'rates.csv'),
    ['time,symbol,bid,offer,bidSize,offerSize', ...rates, ''].join('\n'),
  );
  writeFileSync(
    join(dir, 'session.yaml'),
    JSON.stringify({ recording: { file: 'rates.csv' }, ...config }),
  );
  const plan = unwrap(await loadPlan(join(dir, 'session.yaml'), await loadRegistry()));
  const { clock, scheduler } = createMachine();
  const lanes = createCountedLanes();
  const folder = join(dir, 'session');
  mkdirSync(folder);
  const http = { ...realPorts.http, createLane: lanes.createLane };
  const opening = openSession(plan, {
    ...{ mode: 'paper', folder, state: join(folder, 'state'), notify: () => undefined },
    ports: { ...realPorts, clock, http },
    login: { ...USER, baseUrl: host.url },
    ...(watchOrder === undefined ? {} : { watchOrder }),
  });
  const run = async (): Promise<SessionEnd> => {
    const opened = unwrap(await opening);
    if (haltAt < Infinity) {
      const halt = () => {
        opened.session.halt('the host is gone', undefined, 'RC57');
      };
      clock.at((START + haltAt) * MILLISECOND, halt);
    }
    const ended = await opened.session.run(opened.opening);
    unwrap(opened.complete());
    return ended;
  };
  const state = { isOver: false };
  const running = run().finally(() => {
    state.isOver = true;
  });
  for (;;) {
    await lanes.settle();
    if (state.isOver) break;
    const dueAt = scheduler.nextDueAt;
    if (dueAt !== NEVER) {
      await simulator.ask('POST', '/control/clock', {
        headers: { 'X-Control-Token': CONTROL_TOKEN },
        body: { toMicros: dueAt },
      });
      scheduler.fireNext(dueAt);
    }
  }
  const end = await running;
  await host.close();
  return { folder, end };
}
