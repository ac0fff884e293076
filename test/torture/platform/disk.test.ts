// The virtual disk: what a crash leaves of names and bytes that were not made durable.
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

it('keeps what was synced, or all of it', () => {
  expect(after({ kind: 'synced' })).toBe('aa');
  expect(after({ kind: 'all' })).toBe('aabbcccc');
});

it('keeps any of the writes that no sync covers, with zeros where one is missing', () => {
  const draws = [false, true];
  expect(after({ kind: 'some', draw: () => draws.shift() ?? false })).toBe('aa\0\0cccc');
  expect(after({ kind: 'some', draw: () => false })).toBe('aa');
});

it('never has what a failed sync was to make durable, though a later one works', () => {
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

it('has files that cannot be read, also after a crash, until another one takes the name', () => {
  const disk = writeThree();
  disk.makeUnreadable('/d', 'f');
  const next = disk.crash({ kind: 'all' });
  for (const one of [disk, next]) expect(() => readWhole(one, '/d', 'f')).toThrow('EIO');
  next.create('/d', 'new').write(Buffer.from('d'));
  next.rename('/d', 'new', 'f');
  expect(readWhole(next, '/d', 'f')).toBe('d');
});

it('tears the last write', () => {
  expect(after({ kind: 'torn', share: 0.5 })).toBe('aabbcc');
});

it('forgets a name that no sync of its directory covers, but not its old one', () => {
  const disk = writeThree();
  disk.create('/d', 'new').sync();
  disk.rename('/d', 'f', 'g');
  const next = disk.crash({ kind: 'synced' });
  expect(next.list('/d')).toEqual(['f']);
  disk.syncDirectory('/d');
  expect(disk.crash({ kind: 'synced' }).list('/d').toSorted()).toEqual(['g', 'new']);
});

it('holds one file under two names, also after a crash', () => {
  const disk = writeThree();
  disk.link('/d', 'f', '/d', 'second');
  disk.syncDirectory('/d');
  const next = disk.crash({ kind: 'all' });
  expect(readWhole(next, '/d', 'second')).toBe('aabbcccc');
});

it('lets a fault take the place of an effect', () => {
  const disk = writeThree();
  disk.before = (effect) => {
    if (effect === 'create') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  expect(() => disk.create('/d', 'x')).toThrow('full');
  expect(disk.list('/d')).toEqual(['f']);
});
