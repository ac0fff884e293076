import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import type { Halt } from '../../src/domain/events/index.js';
import { unwrap } from '../../src/domain/index.js';
import { hashState, JOURNAL_START } from '../../src/journal/index.js';
import { createHeader, type SessionHeader } from '../../src/records/header.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import type { SessionPorts } from '../../src/host/ports.js';
import {
  type Acceptance,
  EMPTY_MEMORY,
  openBot,
  type OpenedBot,
  recoverMemory,
  RESUME_TYPE,
  verifyJournal,
} from '../../src/recovery/index.js';
import { DurableSafeguards } from '../../src/session/live/durable-safeguards.js';
import { MemoryDisk, systemError } from '../journal/memory-disk.js';

const CONFIG = fileURLToPath(new URL('../../config/paper.yaml', import.meta.url));
const IDENTITY = { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'bot@acme' };
const JOURNAL = '/state/journal';
const AT = 1_783_944_000_000_000;
const HALT: Halt = { at: AT, scope: 'all', strategy: '', rule: 'RC52', reason: 'HTTP 500' };

let header: SessionHeader;
let disk = new MemoryDisk();
let taken = new Set<string>();

beforeAll(async () => {
  const plan = unwrap(await loadPlan(CONFIG, await loadRegistry()));
  header = createHeader(plan, {
    ...{ mode: 'run', node: 'v24.0.0', startAt: AT, speed: 1, epoch: 1, epochSalt: 0 },
    ...{ seesEveryRate: false, notes: [], instruments: plan.instruments },
  });
});
beforeEach(() => {
  disk = new MemoryDisk();
  taken = new Set();
});

/** A machine that stands still, on a disk. */
function toPorts(on: MemoryDisk): SessionPorts {
  const never = () => ({ cancel: () => undefined });
  return {
    disk: on,
    clock: { wallMillis: () => AT / 1_000, monoMicros: () => 7, setTimer: never, at: never },
    http: { read: () => Promise.reject(systemError('ECONNREFUSED')) },
    host: {
      ...{ nodeVersion: 'v24.0.0', boot: 'b', processId: 1, userId: 1, stateHome: '/home' },
      measureLag: () => ({ take: () => 0, stop: () => undefined }),
      memoryBytes: () => 0,
      randomBytes: (count) => new Uint8Array(count).fill(1),
      bindName: (name) => {
        if (taken.has(name)) return Promise.resolve(undefined);
        taken.add(name);
        return Promise.resolve({ isHeld: () => true, release: () => taken.delete(name) });
      },
    },
  };
}

function open(on = disk, limits = 'a', acceptLost?: Acceptance, host = {}) {
  const integrity = { weir: '1', config: 'c', limits, profile: '', strategies: { twap: 's' } };
  const ports = toPorts(on);
  const own = { ...ports, host: { ...ports.host, ...host } };
  return openBot(own, { dir: '/state', identity: IDENTITY, integrity, acceptLost });
}

const ADA: Acceptance = { by: 'Ada', reason: 'seen at the venue' };

/** Appends a record and makes it durable; its number. */
function append({ journal }: OpenedBot, type: string, data: unknown): number {
  const { seq } = unwrap(journal.append({ session: AT, wall: 1, mono: 1, boot: 'b' }, type, data));
  unwrap(journal.sync());
  return seq;
}

/** The process ends: its lock is free, and of the disk only what was synced is left. */
function crash(on = disk, survivors: 'synced' | 'all' = 'synced'): MemoryDisk {
  taken.clear();
  return on.crash(survivors);
}

describe('start of a bot', () => {
  it('first makes an epoch durable, and the next start the next epoch', async () => {
    const first = unwrap(await open());
    expect([first.epoch, first.segment, first.memory]).toEqual([1, 1, EMPTY_MEMORY]);
    const second = unwrap(await open(crash()));
    expect([second.epoch, second.segment, second.memory.epoch]).toEqual([2, 2, 1]);
  });

  it.each([
    ['missing', (next: MemoryDisk) => next.remove(JOURNAL, '000001.jsonl'), 'epoch 0, record 0'],
    [
      'missing with its directory except the marker file',
      (next: MemoryDisk) => {
        next.remove(JOURNAL, '000001.jsonl');
        next.remove('/state', 'identity.json');
      },
      'epoch 0, record 0',
    ],
  ])(
    'is refused over a journal that is %s, until the operator accepts it',
    async (_, lose, found) => {
      unwrap(await open());
      const next = crash();
      lose(next);
      const refused = await open(next);
      const mark = 'expected a journal up to epoch 1, record 1 (/state.mark)';
      expect(refused).toMatchObject({ fault: { code: 'recovery.journal-lost', where: JOURNAL } });
      expect(refused.ok ? '' : refused.fault.message).toContain(`${mark}, found ${found}`);
      const accepted = unwrap(await open(next, 'a', ADA));
      // No coId of the epochs that are lost can come again.
      expect(accepted.epoch).toBe(2);
      expect(next.text(JOURNAL, '000001.jsonl')).toContain('"lostAccepted":{"by":"Ada"');
      expect(unwrap(await open(crash(next))).epoch).toBe(3);
    },
  );

  it('is refused over an older copy of its state, and over one with a truncated end', async () => {
    const bot = unwrap(await open());
    const older = crash();
    append(bot, 'note', {});
    append(bot, 'note', {});
    new DurableSafeguards(bot, disk, false).release();
    const newer = crash();
    older.put('/', 'state.mark', newer.text('/', 'state.mark'));
    const cut = await open(older);
    const text =
      'expected a journal up to epoch 1, record 3 (/state.mark), found epoch 1, record 1';
    expect(cut.ok ? '' : cut.fault.message).toContain(text);
    unwrap(await open(newer));
    const copy = crash();
    copy.put('/', 'state.mark', crash(newer).text('/', 'state.mark'));
    const back = await open(copy);
    expect(back.ok ? '' : back.fault.message).toContain('found epoch 1, record 3');
  });

  it.each(['', 'garbage', '{"v":2}'])('is refused over a mark that reads "%s"', async (text) => {
    unwrap(await open());
    const next = crash();
    next.put('/', 'state.mark', text);
    const refused = await open(next);
    expect(refused.ok ? '' : refused.fault.message).toMatch(
      /^cannot read \/state.mark: the file is damaged/,
    );
    unwrap(await open(next, 'a', ADA));
    expect((await open(crash(next))).ok).toBe(true);
  });

  it('accepts a state from before there were marks', async () => {
    unwrap(await open());
    const next = crash();
    next.remove('/', 'state.mark');
    expect(unwrap(await open(next)).epoch).toBe(2);
    expect(next.text('/', 'state.mark')).toBe('{"v":1,"epoch":2,"seq":2}\n');
  });

  it('keeps the tag that it drew, and is refused when its orders have another', async () => {
    const drawn = (tag: string) => ({ drawTag: () => tag });
    const first = unwrap(await open(disk, 'a', undefined, drawn('weirabc')));
    expect([first.state.tag, disk.text('/', 'state.mark')]).toEqual([
      'weirabc',
      '{"v":1,"epoch":1,"seq":1,"tag":"weirabc"}\n',
    ]);
    append(first, 'session', { ...header, botTag: 'weirabc' });
    const next = crash();
    const second = unwrap(await open(next, 'a', undefined, drawn('weirxyz')));
    expect([second.state.tag, second.memory.botTag]).toEqual(['weirabc', 'weirabc']);
    const changed = crash(next);
    const text = changed.text('/state', 'identity.json').replace('weirabc', 'weirxyz');
    changed.put('/state', 'identity.json', text);
    expect(await open(changed)).toMatchObject({
      fault: {
        ...{ code: 'state.other', where: '/state/identity.json' },
        message:
          'expected the tag weirabc, which the orders of the journal have, found weirxyz; ' +
          'put the file back as it was',
      },
    });
  });

  it('restores nothing where a crash came before the first journal', async () => {
    let hasFile = false;
    disk.before = (_, name) => {
      hasFile ||= name === 'reserve';
      if (hasFile && name === 'sync') throw systemError('EIO');
    };
    expect((await open()).ok).toBe(false);
    expect(unwrap(await open(crash())).remarks).toEqual([]);
  });

  it('is refused while another bot of the login runs, which continues', async () => {
    const first = unwrap(await open());
    expect(await open()).toMatchObject({ fault: { code: 'state.locked' } });
    expect(first.lock.check()).toBe(true);
    expect(disk.list(JOURNAL)).toEqual(['000001.jsonl']);
  });

  it('frees the lock when the journal is damaged', async () => {
    unwrap(await open());
    const next = crash();
    next.put(JOURNAL, '000001.jsonl', 'damaged\n');
    expect(await open(next)).toMatchObject({ fault: { code: 'journal.bad-line' } });
    expect(taken.size).toBe(0);
  });

  it('is refused over a journal of a newer version, naming file and version', async () => {
    unwrap(await open());
    const next = crash();
    const line = next.text(JOURNAL, '000001.jsonl').replace('{"v":1,', '{"v":2,');
    next.put(JOURNAL, '000001.jsonl', line);
    expect(await open(next)).toMatchObject({
      fault: {
        code: 'journal.bad-version',
        message: 'expected record version 1, found 2',
        where: '/state/journal/000001.jsonl:1',
      },
    });
    // Nothing was cut off, and nothing begun.
    expect(next.list(JOURNAL)).toEqual(['000001.jsonl']);
    expect(next.text(JOURNAL, '000001.jsonl')).toBe(line);
  });

  it('is refused over a journal that lost the records before a snapshot (D11)', async () => {
    unwrap(await open());
    const second = crash();
    unwrap(await open(second));
    const third = crash(second);
    unwrap(await open(third));
    const [one, two, three] = ['000001.jsonl', '000002.jsonl', '000003.jsonl'];
    const without = (...names: readonly string[]) => {
      const next = crash(third);
      for (const name of names) next.remove(JOURNAL, name);
      return next;
    };
    expect(await open(without(three))).toMatchObject({ fault: { code: 'recovery.journal-lost' } });
    const text = third.text(JOURNAL, 'snapshot-000003.json');
    const { head } = JSON.parse(text) as { readonly head: string };
    const words = `expected the journal to reach seq 2, hash ${head}, as snapshot-000003.json`;
    const behind = { code: 'recovery.journal-behind' };
    expect(await open(without(three, two))).toMatchObject({
      fault: { ...behind, message: expect.stringContaining(words) as string },
    });
    expect(await open(without(three, two, one))).toMatchObject({ fault: behind });
    // What a snapshot stands for has to be there too.
    for (const name of [one, two]) {
      const found = `expected segment ${name}, found no such file: restore it from a copy`;
      expect(await open(without(name))).toMatchObject({
        fault: { code: 'journal.missing', message: found, where: JOURNAL },
      });
    }
    // Another journal, as long.
    const other = new MemoryDisk();
    taken.clear();
    unwrap(await open(other, 'b'));
    const mixed = without(three, two, 'snapshot-000003.json');
    mixed.put(JOURNAL, one, other.text(JOURNAL, one));
    expect(await open(mixed)).toMatchObject({ fault: behind });
  });

  it('journals differences from the last start: old value, new value and who', async () => {
    unwrap(await open());
    const next = crash();
    unwrap(await open(next, 'b'));
    const [line = ''] = next.text(JOURNAL, '000002.jsonl').split('\n');
    const changes = [{ what: 'limits', old: 'a', new: 'b', who: 1 }];
    expect(JSON.parse(line)).toMatchObject({ type: 'epoch', data: { epoch: 2, changes } });
  });

  it('succeeds after a crash at any of its effects, with the same state', async () => {
    const before = unwrap(await open());
    append(before, 'session', header);
    append(before, 'halt', HALT);
    const base = crash();
    const { memory } = unwrap(recoverMemory({ disk: base }, JOURNAL));
    for (let allowed = 0; ; allowed++) {
      const cut = crash(base);
      cut.before = (effect) => {
        if (effect > allowed) throw systemError('EIO');
      };
      const opened = await open(cut);
      cut.before = () => undefined;
      for (const survivors of ['synced', 'all'] as const) {
        const next = unwrap(await open(crash(cut, survivors)));
        expect(next.epoch).toBeGreaterThanOrEqual(2);
        expect({ ...next.memory, epoch: 1 }).toEqual(memory);
        expect(next.latch.find('twap', 'EUR/USD')).toMatchObject({ cause: 'RC52' });
      }
      if (opened.ok) break;
    }
  });
});

describe('recovered state of a bot', () => {
  it('keeps a halt over starts until the operator resumes it by its id', async () => {
    const first = unwrap(await open());
    append(first, 'session', header);
    const id = `1-${String(append(first, 'halt', HALT))}`;
    const second = crash();
    const opened = unwrap(await open(second));
    expect(opened.latch.halts.map((halt) => halt.id)).toEqual([id]);
    expect(opened.memory.kernel?.gate.halts).toMatchObject([{ rule: 'RC52' }]);
    append(opened, RESUME_TYPE, { halts: ['9-9'], by: 'Ada', reason: 'another one' });
    const third = crash(second);
    const again = unwrap(await open(third));
    expect(again.memory.halts).toHaveLength(1);
    append(again, RESUME_TYPE, { halts: [id], by: 'Ada', reason: 'the venue mended it' });
    const { memory } = unwrap(await open(crash(third)));
    expect([memory.halts, memory.kernel?.gate.halts]).toEqual([[], []]);
  });

  it('drops pauses until resume with the last halt that is cleared', async () => {
    const first = unwrap(await open());
    append(first, 'session', header);
    const ids = [append(first, 'halt', HALT)].map((seq) => `1-${String(seq)}`);
    const read = { subject: 'rate', key: 'EUR/USD', outcome: 'failed', status: 403, message: '' };
    append(first, 'poll', read);
    const second = crash();
    const opened = unwrap(await open(second));
    const pause = { scope: 'symbol', key: 'EUR/USD', until: 'resume' };
    expect(opened.memory.kernel?.gate.pauses).toMatchObject([pause]);
    append(opened, RESUME_TYPE, { halts: ids, by: 'Ada', reason: 'the venue mended it' });
    const { memory } = unwrap(recoverMemory({ disk: crash(second) }, JOURNAL));
    expect([memory.halts, memory.kernel?.gate.pauses]).toEqual([[], []]);
  });

  it('keeps the counts of policy steps, over a resume too', async () => {
    const first = unwrap(await open());
    append(first, 'session', header);
    const ids = [append(first, 'halt', HALT)].map((seq) => `1-${String(seq)}`);
    const read = { subject: 'rate', key: 'EUR/USD', outcome: 'failed', status: 302, message: '' };
    for (let times = 0; times < 2; times++) append(first, 'poll', read);
    const second = crash();
    const { counts } = unwrap(recoverMemory({ disk: second }, JOURNAL)).memory.kernel ?? {};
    const [count] = counts?.counts ?? [];
    expect(count?.hits).toHaveLength(2);
    append(unwrap(await open(second)), RESUME_TYPE, { halts: ids, by: 'Ada', reason: 'mended' });
    const { memory } = unwrap(recoverMemory({ disk: crash(second) }, JOURNAL));
    const left = { name: count?.name, span: count?.span, hits: count?.hits };
    expect(memory.kernel?.counts?.counts).toStrictEqual([left]);
  });

  it('keeps a pause with a time despite a resume', async () => {
    const first = unwrap(await open());
    append(first, 'session', header);
    const ids = [append(first, 'halt', HALT)].map((seq) => `1-${String(seq)}`);
    const refused = { outcome: 'failed', status: 0, transport: 'connect-refused', message: '' };
    for (let i = 0; i < 3; i++)
      append(first, 'poll', { subject: 'rate', key: 'EUR/USD', ...refused });
    append(first, RESUME_TYPE, { halts: ids, by: 'Ada', reason: 'the venue mended it' });
    const { memory } = unwrap(recoverMemory({ disk: crash() }, JOURNAL));
    const until: unknown = expect.any(Number);
    expect(memory.halts).toEqual([]);
    expect(memory.kernel?.gate.pauses).toMatchObject([{ scope: 'all', until }]);
  });

  it('keeps pauses until resume while another halt is active', async () => {
    const first = unwrap(await open());
    append(first, 'session', header);
    append(first, 'halt', HALT);
    const strategy = { ...HALT, scope: 'strategy', strategy: 'twap', rule: 'RC39' } as const;
    const seq = append(first, 'halt', { ...strategy });
    append(first, 'poll', {
      subject: 'rate',
      key: 'EUR/USD',
      outcome: 'failed',
      status: 403,
      message: '',
    });
    append(first, RESUME_TYPE, { halts: [`1-${String(seq)}`], by: 'Ada', reason: 'one of two' });
    const { memory } = unwrap(recoverMemory({ disk: crash() }, JOURNAL));
    expect([memory.halts.length, memory.kernel?.gate.pauses.length]).toEqual([1, 1]);
  });

  it('is the same from a snapshot on and from the first record on', async () => {
    const first = unwrap(await open());
    append(first, 'session', header);
    append(first, 'halt', HALT);
    const second = crash();
    append(unwrap(await open(second)), RESUME_TYPE, { halts: ['1-3'], by: 'Ada', reason: '' });
    const third = crash(second);
    unwrap(await open(third));
    const { memory } = unwrap(recoverMemory({ disk: third }, JOURNAL));
    expect([memory.epoch, memory.halts]).toEqual([3, []]);
    const found = { dir: JOURNAL, from: JOURNAL_START, memory: EMPTY_MEMORY };
    const verified = unwrap(verifyJournal(third, found));
    expect([verified.epochs, verified.stateHash]).toEqual([3, hashState(memory)]);
    // Without its snapshots the journal gives the same.
    for (const name of third.list(JOURNAL)) {
      if (name.endsWith('.json')) third.remove(JOURNAL, name);
    }
    expect(unwrap(recoverMemory({ disk: third }, JOURNAL)).memory).toEqual(memory);
  });

  it('is refused with the number of an unreadable header', async () => {
    append(unwrap(await open()), 'session', { ...header, limits: 7 });
    expect(await open(crash())).toMatchObject({ fault: { code: 'recovery.header' } });
  });
});
