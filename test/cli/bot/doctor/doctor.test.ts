// Requirements that `weir doctor` checks: the Node version and the disk.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkDisk, checkNode, LEAST_NODE } from '../../../../src/cli/bot/doctor/check-machine.js';
import { type JournalDisk, localDisk } from '../../../../src/journal/index.js';

it('doctor accepts the Node version that the package requires, and newer ones', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const [major, minor] = LEAST_NODE;
  expect(engines.node).toBe(`>=${String(major)}.${String(minor)}.0`);
  expect(checkNode('20.19.0').verdict).toBe('good');
  expect(checkNode('22.0.0').verdict).toBe('good');
  expect(checkNode('20.18.3')).toMatchObject({ verdict: 'bad' });
  expect(checkNode('18.20.0').text).toContain('expected Node 20.19 or newer, found 18.20.0');
});

/** A directory, and its disk with syncs that take so long and so much room. */
function setUp(syncMs: number, freeBytes: number) {
  const dir = mkdtempSync(join(tmpdir(), 'weir-doctor-'));
  onTestFinished(() => {
    rmSync(dir, { recursive: true });
  });
  const disk: JournalDisk = {
    ...localDisk,
    freeSpace: () => ({ freeBytes, totalBytes: freeBytes }),
    create: (...place) => {
      const file = localDisk.create(...place);
      const sync = () => {
        const until = performance.now() + syncMs;
        while (performance.now() < until);
      };
      return { ...file, sync };
    },
  };
  return { dir, check: (state: string) => checkDisk(disk, join(dir, state), true) };
}

const GIB = 1_073_741_824;

it('doctor accepts a disk by its space and sync time, and leaves no file there', () => {
  const { dir, check } = setUp(1, 20 * GIB);
  expect(check('not/yet/there')).toMatchObject({ verdict: 'good' });
  expect(check('.').text).toMatch(/^20\.0 GiB free in .*, a sync takes [1-9]\d*\.\d ms/);
  expect(readdirSync(dir)).toEqual([]);
  expect(setUp(60, 20 * GIB).check('.').text).toContain('expected at most 50 ms');
  expect(setUp(0, GIB / 2).check('.').text).toContain(
    'too little disk space to take new risk; make room',
  );
});
