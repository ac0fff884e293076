// How long a watchdog repeats its cancels when they do not end the bot's orders.
import { describe, expect, it } from 'vitest';
import type { Dispatcher } from 'undici';
import type { LaneDispatcher } from '../../../src/client/index.js';
import { ok } from '../../../src/domain/index.js';
import { BOT_HEARTBEAT_FILE, toBeat, writeBeat } from '../../../src/control/kill/heartbeat.js';
import { stopSilentBot } from '../../../src/control/kill/watchdog-action.js';
import { realPorts } from '../../../src/host/index.js';
import type { SessionPorts } from '../../../src/host/ports.js';
import { loginBody, PASSWORD, TOKEN } from '../../client/test-venue.js';
import { MemoryDisk } from '../../journal/memory-disk.js';
import { toOrder } from '../../polling/scripted-venue.js';

const ORDER = JSON.stringify([toOrder('weir-a', 'NEW')]);
const HEADERS = { 'content-type': 'application/json', sso_token: TOKEN };
const MINUTE_MS = 60_000;

/** Of the bot that is struck. */
const EPOCH = 3;

/**
 * A guard of a dead bot whose order lives on; every cancel is answered with `status`. A bot of the
 * epoch `answering` answers from the second minute on.
 */
function begin(status: number, answering?: number) {
  let ms = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const cancelsAt: number[] = [];
  const setTimer = (wait: number, run: () => void) => {
    const timer = { at: ms + wait, run };
    timers.push(timer);
    return {
      cancel: () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0),
    };
  };
  const lane: LaneDispatcher = {
    dispatch: ({ method, path }, handler) => {
      if (method === 'DELETE') cancelsAt.push(ms);
      const isLogin = path.endsWith('/login');
      const body = isLogin ? loginBody(0, 3_600_000) : ORDER;
      const controller = {} as Dispatcher.DispatchController;
      handler.onRequestStart?.(controller, undefined);
      handler.onResponseStart?.(controller, method === 'DELETE' ? status : 200, HEADERS);
      handler.onResponseData?.(controller, Buffer.from(body));
      handler.onResponseEnd?.(controller, {});
      return true;
    },
    close: () => Promise.resolve(),
  };
  const disk = new MemoryDisk();
  for (const path of ['/s', '/s/control', '/s/journal']) disk.createDirectory(path);
  const nobody = { serve: () => Promise.resolve({ close: () => undefined }) };
  writeBeat(disk, '/s/control', BOT_HEARTBEAT_FILE, toBeat(EPOCH, 7));
  const answer = JSON.stringify({ ok: true, value: { epoch: answering } });
  const ask: NonNullable<SessionPorts['local']>['ask'] = () =>
    Promise.resolve(
      answering === undefined || ms < MINUTE_MS
        ? { kind: 'nobody' }
        : { kind: 'answer', text: answer },
    );
  const ports: SessionPorts = {
    ...{ ...realPorts, disk },
    clock: { wallMillis: () => ms, monoMicros: () => ms * 1_000, setTimer, at: setTimer },
    http: { ...realPorts.http, createLane: () => lane },
    local: { ...nobody, ask },
  };
  const identity = { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'a@b' } as const;
  const place = {
    plan: { file: 'a.yaml' } as never,
    state: {
      ...{ hasBegun: true, tag: 'weir', identity },
      ...{ dir: '/s', control: '/s/control', journal: '/s/journal' },
    },
    login: ok({ baseUrl: identity.baseUrl, user: 'algo1', password: PASSWORD, org: 'DeskOrg' }),
    profile: undefined,
    limits: { ok: false, fault: { code: 'config.limits', message: 'none' } } as never,
  };
  const said: string[] = [];
  const struck = stopSilentBot(
    { ports, place, notify: (text) => said.push(text) },
    () => undefined,
  );
  /** Runs timers one after another until the guard has done. */
  const run = async () => {
    const ends: unknown[] = [];
    void struck.then((end) => ends.push(end));
    // What a timer set off is many promises deep, and loads files when it is the first.
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    };
    for (await settle(); ends.length === 0; await settle()) {
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) continue;
      timers.splice(timers.indexOf(next), 1);
      ms = Math.max(ms, next.at);
      next.run();
    }
    return { ...(await struck), cancelsAt, endMs: ms, said };
  };
  return run();
}

describe('watchdog whose cancels do not end an order', () => {
  it('starts five rounds of five cancels, four minutes apart', async () => {
    const { cancelsAt, isProven, said } = await begin(202);
    expect(isProven).toBe(false);
    expect(cancelsAt).toHaveLength(25);
    const firsts = cancelsAt.filter((_, index) => index % 5 === 0);
    const gaps = firsts.slice(1).map((at, index) => at - (firsts[index] ?? 0));
    for (const gap of gaps) expect(Math.floor(gap / MINUTE_MS)).toBe(5);
    expect(said.at(-1)).toBe(
      'NOT PROVEN ENDED: check the orders at the venue before anything else',
    );
  });

  it('ends its rounds where another bot answers, not where the hanging one does', async () => {
    const taken = await begin(202, EPOCH + 1);
    expect(taken.cancelsAt).toHaveLength(5);
    expect(taken.said).toContain(
      'a new bot was started meanwhile: it manages the orders of the previous run',
    );
    const woken = await begin(202, EPOCH);
    expect(woken.cancelsAt).toHaveLength(25);
  });

  it('continues for ten minutes where the venue answers 500, then starts no round', async () => {
    const { cancelsAt, endMs, isProven } = await begin(500);
    expect(isProven).toBe(false);
    expect(cancelsAt.length).toBeLessThanOrEqual(20);
    expect(Math.floor(endMs / MINUTE_MS)).toBe(10);
  });
});
