// The virtual disk: what a crash leaves of names and bytes that were not durable.
import { expect, it } from 'vitest';
import { readWhole } from '../../../src/journal/index.js';
import { type Survivors, VirtualDisk } from '../../../src/torture/index.js';

/** A file with one durable write and two that are not. */
function writeThree(): VirtualDisk {
  const disk = new VirtualDisk();
  disk.createDirectory('/d');
  const file = disk.create('/d', 'f');
  disk.syncDirectory('/d');
  file.write(Buffer.from('aa'));
  file.sync();
  file.write(Buffer.from('bb'));
  file.write(Buffer.from('cccc'));
  return disk;
}

function after(survivors: Survivors): string | undefined {
  return readWhole(writeThree().crash(survivors), '/d', 'f');
}

it('virtual disk keeps what was synced, or everything', () => {
  expect(after({ kind: 'synced' })).toBe('aa');
  expect(after({ kind: 'all' })).toBe('aabbcccc');
});

it('virtual disk keeps any of the unsynced writes, with zeros where one is missing', () => {
  const draws = [false, true];
  expect(after({ kind: 'some', draw: () => draws.shift() ?? false })).toBe('aa\0\0cccc');
  expect(after({ kind: 'some', draw: () => false })).toBe('aa');
});

it('virtual disk never has what a failed sync covered, though a later one works', () => {
  const disk = new VirtualDisk();
  disk.createDirectory('/d');
  const file = disk.create('/d', 'f');
  disk.syncDirectory('/d');
  file.write(Buffer.from('aa'));
  disk.before = (effect) => {
    if (effect === 'sync') throw Object.assign(new Error('broken'), { code: 'EIO' });
  };
  expect(() => {
    file.sync();
  }).toThrow('broken');
  disk.before = () => undefined;
  file.write(Buffer.from('bbb'));
  file.sync();
  expect([readWhole(disk, '/d', 'f'), disk.isDurable]).toEqual(['aabbb', false]);
  expect([disk.holdsDurably('/d', 'aa'), disk.holdsDurably('/d', 'bbb')]).toEqual([false, true]);
  expect(readWhole(disk.crash({ kind: 'synced' }), '/d', 'f')).toBe('\0\0bbb');
  expect(readWhole(disk.crash({ kind: 'all' }), '/d', 'f')).toBe('aabbb');
});

it('virtual disk has unreadable files, also after a crash, until they are replaced', () => {
  const disk = writeThree();
  disk.makeUnreadable('/d', 'f');
  const next = disk.crash({ kind: 'all' });
  for (const one of [disk, next]) expect(() => readWhole(one, '/d', 'f')).toThrow('EIO');
  next.create('/d', 'new').write(Buffer.from('d'));
  next.rename('/d', 'new', 'f');
  expect(readWhole(next, '/d', 'f')).toBe('d');
});

it('virtual disk tears the last write', () => {
  expect(after({ kind: 'torn', share: 0.5 })).toBe('aabbcc');
});

it('virtual disk loses a name without a directory sync, but not its old one', () => {
  const disk = writeThree();
  disk.create('/d', 'new').sync();
  disk.rename('/d', 'f', 'g');
  const next = disk.crash({ kind: 'synced' });
  expect(next.list('/d')).toEqual(['f']);
  disk.syncDirectory('/d');
  expect(disk.crash({ kind: 'synced' }).list('/d').toSorted()).toEqual(['g', 'new']);
});

it('virtual disk has one file under two names, also after a crash', () => {
  const disk = writeThree();
  disk.link('/d', 'f', '/d', 'second');
  disk.syncDirectory('/d');
  const next = disk.crash({ kind: 'all' });
  expect(readWhole(next, '/d', 'second')).toBe('aabbcccc');
});

it('virtual disk lets a fault replace an effect', () => {
  const disk = writeThree();
  disk.before = (effect) => {
    if (effect === 'create') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  expect(() => disk.create('/d', 'x')).toThrow('full');
  expect(disk.list('/d')).toEqual(['f']);
});
