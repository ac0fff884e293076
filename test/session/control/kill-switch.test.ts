// The kill file: that it exists counts, and so does not being able to see that it does not.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasKillFile,
  KillSwitch,
  markKillFile,
  removeKillFile,
} from '../../../src/session/control/index.js';
import { realPorts } from '../../../src/session/real-ports/index.js';

let folder = '';
let control = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-kill-'));
  control = join(folder, 'control');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const { disk } = realPorts;
const look = () => new KillSwitch(disk, control).look();

describe('a kill file', () => {
  it('that is not there is no kill, nor is a folder that is not there', () => {
    expect([hasKillFile(disk, control), look()]).toEqual([false, undefined]);
    mkdirSync(control);
    expect([hasKillFile(disk, control), look()]).toEqual([false, undefined]);
  });

  it.each<[string, (file: string) => void]>([
    ['an empty file', (file) => writeFileSync(file, '')],
    ['a folder', (file) => mkdirSync(file)],
    ['a link to nowhere', (file) => symlinkSync(join(folder, 'nowhere'), file)],
    ['a link to itself', (file) => symlinkSync(file, file)],
  ])('is one as %s', (_, make) => {
    mkdirSync(control);
    make(join(control, 'KILL'));
    expect(hasKillFile(disk, control)).toBe(true);
    expect(look()).toMatchObject({ rule: 'RC62', who: 'kill file' });
  });

  it('is one when it cannot be told whether it is there', () => {
    symlinkSync(control, control);
    expect(hasKillFile(disk, control)).toBe(true);
    expect(look()?.reason).toMatch(/^expected to see whether control\/KILL exists, found ELOOP/);
  });
});

describe('a kill file that a resume ends', () => {
  const touch = () => {
    writeFileSync(join(control, 'KILL'), 'now');
  };
  const early = new Date(2026, 0, 1);

  it('is taken away, also where there is none', () => {
    mkdirSync(control);
    expect(removeKillFile(disk, control, markKillFile(disk, control))).toBeUndefined();
    touch();
    expect(removeKillFile(disk, control, markKillFile(disk, control))).toBeUndefined();
    expect(disk.list(control)).toEqual([]);
  });

  it.each(['made', 'touched'])('stays where it was %s since it was looked at', (how) => {
    mkdirSync(control);
    if (how === 'touched') {
      touch();
      utimesSync(join(control, 'KILL'), early, early);
    }
    const seen = markKillFile(disk, control);
    touch();
    const fault = removeKillFile(disk, control, seen);
    expect(fault).toMatch('control/KILL was made or touched again: it is another kill, and stays');
    expect(disk.list(control)).toEqual(['KILL']);
  });

  it('stays where it is touched in the very moment that it is taken away', () => {
    mkdirSync(control);
    touch();
    utimesSync(join(control, 'KILL'), early, early);
    const seen = markKillFile(disk, control);
    const slow = {
      ...disk,
      rename: (dir: string, from: string, to: string) => {
        if (from === 'KILL') touch();
        disk.rename(dir, from, to);
      },
    };
    expect(removeKillFile(slow, control, seen)).toMatch('it is another kill');
    expect(disk.list(control)).toEqual(['KILL']);
  });
});
