// Checks of durable state with each health sample: a finding stops orders from that call on.
import { expect, it } from 'vitest';
import { DurableSafeguards } from '../../../src/session/live/durable-safeguards.js';
import { HaltLatch, InstanceLock, readMark } from '../../../src/state/index.js';
import { MemoryDisk, systemError } from '../../journal/memory-disk.js';

const JOURNAL = '/state/journal';
const CONTROL = '/state/control';

function guard() {
  const disk = new MemoryDisk();
  disk.createDirectory(JOURNAL);
  disk.createDirectory(CONTROL);
  const bound = { isHeld: () => true, release: () => undefined };
  const latch = new HaltLatch(disk, CONTROL, [], 1);
  const state = { dir: '/state', control: CONTROL, journal: JOURNAL };
  const journal = { segment: 1, synced: 5, sync: () => (journal.synced = 7) };
  const bot = { state, journal, latch, epoch: 2 };
  const lock = new InstanceLock(bound);
  const opened = { ...bot, lock } as unknown as ConstructorParameters<typeof DurableSafeguards>[0];
  return { disk, safeguards: new DurableSafeguards(opened, disk, false) };
}

it('session stops its orders from the sample on that finds a later epoch or cannot read it', () => {
  const later = guard();
  expect(later.safeguards.sample().isLocked).toBe(true);
  expect(later.safeguards.findRefusal('twap', 'EUR/USD', true)).toBeUndefined();
  later.disk.put(JOURNAL, '000002.jsonl', '');
  expect(later.safeguards.sample().isLocked).toBe(false);
  expect(later.safeguards.findRefusal('twap', 'EUR/USD', true)).toMatch(/^RC60: the instance lock/);
  const uncontrolled = guard();
  uncontrolled.disk.describe = (path) => {
    return path === CONTROL ? undefined : { kind: 'directory', mode: 0o700, owner: 0, mark: '1' };
  };
  expect(uncontrolled.safeguards.sample().isLocked).toBe(false);
  const blind = guard();
  blind.disk.list = () => {
    throw systemError('EIO');
  };
  expect(blind.safeguards.sample().isLocked).toBe(false);
  expect(blind.safeguards.findRefusal('twap', 'EUR/USD', true)).toMatch(/^RC60: the instance lock/);
});

it('session syncs and marks its journal at each tenth sample, unless another bot owns it', () => {
  const count = (samples: number, { disk, safeguards }: ReturnType<typeof guard>) => {
    for (let sample = 0; sample < samples; sample++) safeguards.sample();
    return readMark(disk, '/state');
  };
  expect(count(9, guard())).toEqual({ epoch: 0, seq: 0 });
  expect(count(10, guard())).toEqual({ epoch: 2, seq: 7 });
  const fenced = guard();
  fenced.disk.put(JOURNAL, '000002.jsonl', '');
  expect(count(10, fenced)).toEqual({ epoch: 0, seq: 0 });
});
