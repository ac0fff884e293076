// A manual call beside the bot of its login: one at a time, except calls that reduce risk.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { createJournal } from '../../src/journal/index.js';
import { ROUTES } from '../../src/protocol/index.js';
import { openCallBot } from '../../src/manual-calls/bot-state.js';
import type { Plan } from '../../src/plan/plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { realPorts } from '../../src/host/index.js';
import { openBot } from '../../src/recovery/index.js';
import { toIdentity, toIntegrity } from '../../src/recovery/session-state.js';
import { readLatch } from '../../src/state/index.js';

const CONFIG = fileURLToPath(new URL('../../config/paper.yaml', import.meta.url));
// Nobody else's: the lock of a login is one for the whole machine.
const LOGIN = { baseUrl: 'http://127.0.0.1:1', user: randomUUID(), org: 'acme', password: 'none' };

const dir = mkdtempSync(join(tmpdir(), 'weir-call-'));
let plan: Plan;
let count = 0;

beforeAll(async () => {
  plan = unwrap(await loadPlan(CONFIG, await loadRegistry()));
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

function toOptions(state: string, notify: (message: string) => void = () => undefined) {
  count += 1;
  const folder = join(dir, `out-${String(count)}`);
  realPorts.disk.createDirectory(folder);
  return { ports: realPorts, plan, login: LOGIN, state: join(dir, state), folder, notify };
}

function startBot(state: string) {
  const identity = toIdentity(plan, LOGIN);
  return openBot(realPorts, { dir: join(dir, state), identity, integrity: toIntegrity(plan) });
}

describe('manual call', () => {
  it('takes the lock, and has an epoch of its own', async () => {
    const call = unwrap(await openCallBot(toOptions('a'), ROUTES.placeOrder));
    expect(await startBot('a')).toMatchObject({ ok: false, fault: { code: 'state.locked' } });
    unwrap(call.close());
    const bot = unwrap(await startBot('a'));
    expect(bot.epoch).toBe(2);
    bot.journal.close();
    bot.lock.release();
  });

  it('is not sent while the bot runs, except a cancel with a journal of its own', async () => {
    const bot = unwrap(await startBot('b'));
    for (const route of [ROUTES.placeOrder, ROUTES.bookTrade, ROUTES.withdraw]) {
      const opened = await openCallBot(toOptions('b'), route);
      expect(opened).toMatchObject({ ok: false, fault: { code: 'state.locked' } });
    }
    for (const route of [ROUTES.cancelOrder, ROUTES.cancelTrades]) {
      const options = toOptions('b');
      const call = unwrap(await openCallBot(options, route));
      expect(call.findRefusal(route, '')).toBeUndefined();
      unwrap(call.close());
      const again = createJournal(join(options.folder, 'journal'), { disk: realPorts.disk });
      expect(again.ok).toBe(false);
    }
    bot.journal.close();
    bot.lock.release();
  });

  it('latches every halt that it causes, beside a running bot too', async () => {
    const bot = unwrap(await startBot('e'));
    const call = unwrap(await openCallBot(toOptions('e'), ROUTES.cancelOrder));
    const place = { at: 1, rule: 'RC52', reason: 'a serious error' } as const;
    const halts = [
      { ...place, scope: 'symbol', strategy: '', symbol: 'EUR/USD' },
      { ...place, scope: 'strategy', strategy: 'operator' },
    ] as const;
    const stamp = { session: 1, wall: 2, mono: 3, boot: 'boot' };
    const verdict = { class: 'unknown', halts, cancels: false, alerts: [] } as const;
    // Another process writes what it had read before.
    setTimeout(() => {
      writeFileSync(join(bot.state.control, 'halt'), '{"v":1,"halts":[]}\n');
    }, 20);
    expect(await call.halt(verdict, stamp)).toEqual([]);
    const reading = readLatch(realPorts.disk, bot.state.control);
    const latched = reading.kind === 'read' ? reading.halts.map(({ scope }) => scope) : [];
    expect(latched.sort()).toEqual(['strategy', 'symbol']);
    unwrap(call.close());
    bot.journal.close();
    bot.lock.release();
  });

  it('is refused under a halt of everything, or of its symbol', async () => {
    const bot = unwrap(await startBot('c'));
    const halt = { id: '1-1', strategy: '', cause: 'RC49', reason: 'differs', evidence: 'seq 1' };
    const more = { who: 'weir', at: 0, wallAt: 0, monoAt: 0, epoch: 1 };
    bot.latch.add({ ...halt, ...more, scope: 'symbol', symbol: 'EUR/USD' });
    unwrap(bot.latch.write());
    bot.journal.close();
    bot.lock.release();
    const call = unwrap(await openCallBot(toOptions('c'), ROUTES.placeOrder));
    expect(call.findRefusal(ROUTES.placeOrder, 'EUR/USD')).toMatchObject({ rule: 'RC69' });
    expect(call.findRefusal(ROUTES.placeOrder, 'USD/JPY')).toBeUndefined();
    expect(call.findRefusal(ROUTES.cancelOrder, 'EUR/USD')).toBeUndefined();
    unwrap(call.close());
  });

  it('is refused on a disk with too little space, or unknown space (RC59)', async () => {
    const space: { freeBytes: number } = { freeBytes: 64 * 1_048_576 };
    const freeSpace = () => {
      if (space.freeBytes < 0) throw Object.assign(new Error('EIO: gone'), { code: 'EIO' });
      return { ...space, totalBytes: 2 ** 40 };
    };
    const ports = { ...realPorts, disk: { ...realPorts.disk, freeSpace } };
    const options = { ...toOptions('full'), ports };
    const call = unwrap(await openCallBot(options, ROUTES.placeOrder));
    expect(call.findRefusal(ROUTES.placeOrder, 'EUR/USD')).toBeUndefined();
    for (const freeBytes of [64 * 1_048_576 - 1, -1]) {
      space.freeBytes = freeBytes;
      expect(call.findRefusal(ROUTES.placeOrder, 'EUR/USD')).toMatchObject({ rule: 'RC59' });
      expect(call.findRefusal(ROUTES.requestQuotes, 'EUR/USD')).toMatchObject({ rule: 'RC59' });
      expect(call.findRefusal(ROUTES.cancelOrder, 'EUR/USD')).toBeUndefined();
    }
    unwrap(call.close());
  });

  it('is refused while the kill file exists', async () => {
    unwrap(unwrap(await openCallBot(toOptions('d'), ROUTES.cancelOrder)).close());
    writeFileSync(join(dir, 'd', 'control', 'KILL'), '');
    const call = unwrap(await openCallBot(toOptions('d'), ROUTES.placeOrder));
    expect(call.findRefusal(ROUTES.placeOrder, 'EUR/USD')).toMatchObject({ rule: 'RC62' });
    expect(call.findRefusal(ROUTES.cancelOrder, 'EUR/USD')).toBeUndefined();
    unwrap(call.close());
  });

  it('that died before its answer is reported once, and counts as unanswered', async () => {
    await die('f');
    const messages: string[] = [];
    const next = unwrap(
      await openCallBot(
        toOptions('f', (line) => messages.push(line)),
        PLACE,
      ),
    );
    expect(messages).toEqual([
      expect.stringMatching(/POST \/v2\/orders of x-7, .* may have reached/),
    ]);
    const facts = { group: 'place', transport: 'aborted' };
    expect(next.before).toMatchObject([{ at: 5, facts, scope: { coId: 'x-7' } }]);
    unwrap(next.close());
    const later = unwrap(
      await openCallBot(
        toOptions('f', (line) => messages.push(line)),
        PLACE,
      ),
    );
    expect([messages.length, later.before.length]).toEqual([1, 1]);
    unwrap(later.close());
  });

  it('that died before its answer is reported to the bot, which awaits its deadline', async () => {
    await die('g');
    const bot = unwrap(await startBot('g'));
    expect(bot.remarks).toEqual([expect.stringContaining('x-7')]);
    expect(bot.memory.lastSendAt).toBe(5);
    bot.journal.close();
    bot.lock.release();
  });
});

const PLACE = ROUTES.placeOrder;

/** A call whose process ends between its command and its answer. */
async function die(state: string): Promise<void> {
  const call = unwrap(await openCallBot(toOptions(state), PLACE));
  const stamp = { session: 5, wall: 5, mono: 5, boot: 'boot' };
  const input = JSON.stringify({ coId: 'x-7', symbol: 'EUR/USD' });
  unwrap(call.journal.append(stamp, 'call-session', { call: PLACE.id, input }));
  unwrap(call.journal.append(stamp, 'command', { method: PLACE.method, path: PLACE.path }));
  unwrap(call.close());
}
