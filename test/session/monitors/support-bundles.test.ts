// Support bundles: bounded, with the calls before the halt, and never delaying it.
import { beforeEach, describe, expect, it } from 'vitest';
import type { FinishedCall } from '../../../src/client/index.js';
import { readWhole } from '../../../src/journal/index.js';
import { ROUTES } from '../../../src/protocol/index.js';
import { SupportBundles } from '../../../src/session/monitors/support-bundles.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const HALT = { at: 1_767_693_600_000_000, rule: 'RC52', reason: 'HTTP 500 on data' };

let disk: MemoryDisk;
let messages: string[];
let due: (() => void)[];
beforeEach(() => {
  disk = new MemoryDisk();
  disk.createDirectory('/out');
  messages = [];
  due = [];
});

function createPacks(): SupportBundles {
  return new SupportBundles({
    clock: {
      setTimer: (_, fire) => {
        due.push(fire);
        return { cancel: () => (due = due.filter((one) => one !== fire)) };
      },
    },
    disk,
    folder: '/out',
    writer: 7,
    packed: (file) => messages.push(file),
    notify: (message) => messages.push(message),
  });
}

function call(name: string, status: number, route: FinishedCall['route'] = ROUTES.queryOrders) {
  const facts: FinishedCall = {
    ...{ route, sentAt: HALT.at, machineMicros: 1_400 },
    exchange: { ok: true, status, body: '', raw: Buffer.alloc(0), headers: {} },
    describe: () => ({
      call: name,
      request: { method: 'GET', path: '/v2/orders', headers: {}, body: '' },
      answer: { status, trouble: '', headers: {}, body: name },
    }),
  };
  return facts;
}

function readCalls(number: number): readonly string[] {
  const name = `support-pack-${String(number)}.json`;
  const pack = JSON.parse(readWhole(disk, '/out', name) ?? '') as {
    readonly calls: readonly { readonly call: string }[];
  };
  return pack.calls.map((one) => one.call);
}

describe('support bundle', () => {
  it('has the last eight calls before the halt, and only those rate polls that failed', () => {
    const packs = createPacks();
    for (let number = 1; number <= 9; number++) packs.see(call(`call ${String(number)}`, 200));
    packs.see(call('a rate', 200, ROUTES.spotRate));
    packs.see(call('the fault', 500, ROUTES.spotRate));
    packs.note(HALT);
    packs.see(call('a cancel after it', 200));
    expect(messages).toEqual([]);
    due[0]?.();
    expect(messages).toEqual(['/out/support-pack-1.json']);
    expect(packs.files).toEqual(messages);
    const before = [3, 4, 5, 6, 7, 8, 9].map((number) => `call ${String(number)}`);
    expect(readCalls(1)).toEqual([...before, 'the fault']);
  });

  it('is written for the first of several halts, and at the end for all', () => {
    const packs = createPacks();
    packs.note({ ...HALT, rule: 'RC63' });
    packs.flush();
    expect(messages).toEqual([]);
    packs.note(HALT);
    packs.note({ ...HALT, reason: 'another' });
    packs.flush();
    packs.flush();
    expect(messages).toEqual(['/out/support-pack-1.json']);
    expect(due).toEqual([]);
    packs.note(HALT);
    packs.flush();
    expect(messages).toHaveLength(2);
  });

  it('that the disk refuses causes an alert and no exception', () => {
    const packs = createPacks();
    disk.before = () => {
      throw systemError('ENOSPC');
    };
    packs.note(HALT);
    packs.flush();
    expect(messages).toEqual([
      expect.stringMatching(/^cannot write the support bundle to .*\/out: .*ENOSPC/),
    ]);
    expect(packs.files).toEqual([]);
  });

  it('replaces the oldest of twenty, with an alert', () => {
    const packs = createPacks();
    for (let number = 1; number <= 21; number++) {
      packs.note(HALT);
      packs.flush();
    }
    const names = disk.list('/out');
    expect(names).toHaveLength(20);
    expect(names).toContain('support-pack-21.json');
    expect(names).not.toContain('support-pack-1.json');
    expect(messages.slice(-2)).toEqual([
      'support bundle /out/support-pack-1.json is removed: only 20 are kept',
      '/out/support-pack-21.json',
    ]);
  });

  it('has a temporary name until it is complete', () => {
    const other = disk.create('/out', 'support-pack-1.json.new');
    createPacks().note(HALT);
    due[0]?.();
    other.write(Buffer.from('of another'));
    expect(disk.list('/out')).toEqual(
      expect.arrayContaining(['support-pack-1.json', 'support-pack-1.json.new']),
    );
  });
});
