// Whether a disk has space for a journal, and accepts records at all (RC59).
import { describe, expect, it } from 'vitest';
import { findDiskFault, findLeastBytes, isLow } from '../../src/state/index.js';
import { MemoryDisk, systemError } from '../journal/memory-disk.js';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
const DIR = '/state/journal';

function makeDisk(): MemoryDisk {
  const disk = new MemoryDisk();
  disk.createDirectory(DIR);
  return disk;
}

describe('space on the disk', () => {
  it('is 16 MiB at least, and 200 MiB in live', () => {
    expect([findLeastBytes(false), findLeastBytes(true)]).toEqual([16 * MEBIBYTE, 200 * MEBIBYTE]);
  });

  it.each([
    [64 * MEBIBYTE, 1_000 * GIBIBYTE, false, false],
    [64 * MEBIBYTE - 1, 1_000 * GIBIBYTE, false, true],
    [GIBIBYTE, 20 * GIBIBYTE, true, false],
    [GIBIBYTE - 1, GIBIBYTE, true, true],
    // 5 % of the disk.
    [5 * GIBIBYTE, 100 * GIBIBYTE, true, false],
    [5 * GIBIBYTE - 1, 100 * GIBIBYTE, true, true],
  ])('of %d of %d bytes, live %s, is low: %s', (freeBytes, totalBytes, isLive, low) => {
    expect(isLow({ freeBytes, totalBytes }, isLive)).toBe(low);
  });
});

describe('test of the disk', () => {
  it('finds no fault with one that accepts writes, and leaves no file there', () => {
    const disk = makeDisk();
    expect(findDiskFault(disk, DIR, true)).toBe('');
    expect(disk.list(DIR)).toEqual([]);
  });

  it('detects too little space, a short write, and any error of any effect', () => {
    const disk = makeDisk();
    disk.free = { freeBytes: 64 * MEBIBYTE - 1, totalBytes: GIBIBYTE };
    expect(findDiskFault(disk, DIR, false)).toBe(
      '67108863 bytes are free: too little disk space to take new risk',
    );
    disk.free = { freeBytes: GIBIBYTE, totalBytes: GIBIBYTE };
    disk.take = () => 3;
    expect(findDiskFault(disk, DIR, false)).toBe('the disk of the journal wrote only 3 bytes of 6');
    for (const name of ['create', 'write', 'sync']) {
      const broken = makeDisk();
      broken.before = (_, effect) => {
        if (effect === name) throw systemError('ENOSPC');
      };
      expect(findDiskFault(broken, DIR, false)).toContain('the journal cannot be written: ENOSPC');
    }
  });

  it('is not misled by what a crash left of the previous one', () => {
    const disk = makeDisk();
    disk.put(DIR, 'probe', 'half');
    expect(findDiskFault(disk, DIR, false)).toBe('');
  });
});
