// The kill file: its existence kills, and so does a folder that cannot be read.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasKillFile, KillSwitch, makeKillFile } from '../../../src/control/index.js';
import {
  endsKillFile,
  markKillFile,
  removeKillFile,
  viewKillFile,
} from '../../../src/control/kill/kill-switch.js';
import { realPorts } from '../../../src/host/index.js';
import type { HaltRecord } from '../../../src/state/index.js';

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
const check = () => new KillSwitch(disk, control).look();

describe('kill file', () => {
  it('that does not exist is no kill, nor is a folder that does not exist', () => {
    expect([hasKillFile(disk, control), check()]).toEqual([false, undefined]);
    mkdirSync(control);
    expect([hasKillFile(disk, control), check()]).toEqual([false, undefined]);
  });

  it.each<[string, (file: string) => void]>([
    ['an empty file', (file) => writeFileSync(file, '')],
    ['a folder', (file) => mkdirSync(file)],
    ['a link to nowhere', (file) => symlinkSync(join(folder, 'nowhere'), file)],
    ['a link to itself', (file) => symlinkSync(file, file)],
    ['a pipe without a writer', (file) => execFileSync('mkfifo', [file])],
  ])('exists as %s', (_, make) => {
    mkdirSync(control);
    make(join(control, 'KILL'));
    expect(hasKillFile(disk, control)).toBe(true);
    expect(check()).toMatchObject({ rule: 'RC62', who: 'kill file' });
  });

  it('counts as existing when its folder cannot be read', () => {
    symlinkSync(control, control);
    expect(hasKillFile(disk, control)).toBe(true);
    expect(check()?.reason).toMatch(
      /^cannot check whether control\/KILL exists, which counts as a kill: ELOOP/,
    );
  });
});

describe('kill file in the status', () => {
  const show = () => viewKillFile(disk, control).words;
  const early = new Date(Date.UTC(2026, 0, 1));

  it('is absent where there is none', () => {
    expect(viewKillFile(disk, control)).toEqual({ mark: '', words: '' });
  });

  it('shows who wrote it, why, and when it was last written', () => {
    mkdirSync(control);
    const kill = { rule: 'RC63', who: 'Ada', reason: 'the feed: \u001b[2J broken', id: 'kill-1' };
    expect(makeKillFile(realPorts, control, kill)).toBeUndefined();
    expect(check()).toEqual({ ...kill, reason: 'the feed   [2J broken' });
    utimesSync(join(control, 'KILL'), early, early);
    const when = 'last written 2026-01-01T00:00:00.000Z';
    expect(show()).toBe(`RC63: the feed   [2J broken [Ada], ${when}`);
    writeFileSync(join(control, 'KILL'), 'RC63 Ada: \u001b[2J');
    utimesSync(join(control, 'KILL'), early, early);
    expect(show()).toBe(`created by hand, ${when}`);
    expect(viewKillFile(disk, control).mark).toBe(markKillFile(disk, control));
  });

  it('shows the fault that prevents reading it', () => {
    symlinkSync(control, control);
    expect(show()).toMatch(/^the file cannot be read: ELOOP/);
  });
});

describe('kill file at a resume', () => {
  const touch = () => {
    writeFileSync(join(control, 'KILL'), 'now');
  };
  const early = new Date(2026, 0, 1);

  it('is removed, and its absence is accepted', () => {
    mkdirSync(control);
    expect(removeKillFile(disk, control, markKillFile(disk, control))).toBeUndefined();
    touch();
    expect(removeKillFile(disk, control, markKillFile(disk, control))).toBeUndefined();
    expect(disk.list(control)).toEqual([]);
  });

  const halt = (id: string, cause: string, scope: HaltRecord['scope'] = 'all'): HaltRecord => ({
    ...{ id, cause, scope, strategy: '', symbol: '', reason: '', evidence: '', who: '' },
    ...{ at: 0, wallAt: 0, monoAt: 0, epoch: 0 },
  });
  const serious = halt('4-618', 'RC52');

  it('is removed with the halt that it was made with', () => {
    mkdirSync(control);
    const kill = { rule: 'RC63', who: 'Ada', reason: 'a drill', id: 'kill-7' };
    expect(makeKillFile(realPorts, control, kill)).toBeUndefined();
    const halts = [serious, halt('kill-7', 'RC63'), halt('kill-8', 'RC63')];
    expect(endsKillFile(disk, control, halts, ['4-618', 'kill-7'])).toBe(true);
    expect(endsKillFile(disk, control, halts, ['4-618', 'kill-8'])).toBe(false);
  });

  it.each([
    ['the only kill ended', [serious, halt('5-1', 'RC62')], ['5-1'], true],
    ['one of two kills ended', [halt('5-1', 'RC62'), halt('k', 'GUARD_STALE')], ['5-1'], false],
    ['both kills ended', [halt('5-1', 'RC62'), halt('k', 'GUARD_STALE')], ['5-1', 'k'], true],
    ['only other halts ended', [serious], ['4-618'], false],
    ["only a strategy's halt ended", [halt('5-2', 'RC35', 'strategy')], ['5-2'], false],
  ])('created by hand is removed only if no kill remains: %s', (_, halts, ended, goes) => {
    mkdirSync(control);
    touch();
    expect(endsKillFile(disk, control, halts, ended)).toBe(goes);
  });

  it.each(['made', 'touched'])('is kept where it was %s since the checks', (how) => {
    mkdirSync(control);
    if (how === 'touched') {
      touch();
      utimesSync(join(control, 'KILL'), early, early);
    }
    const seen = markKillFile(disk, control);
    touch();
    const fault = removeKillFile(disk, control, seen);
    expect(fault).toMatch('control/KILL was created or changed again: as another kill it stays');
    expect(disk.list(control)).toEqual(['KILL']);
  });

  it('is kept as a folder, which the operator removes by hand', () => {
    mkdirSync(control);
    mkdirSync(join(control, 'KILL'));
    const fault = removeKillFile(disk, control, markKillFile(disk, control));
    expect(fault).toBe('control/KILL is a folder: the kill stays until you remove it by hand');
    expect(disk.list(control)).toEqual(['KILL']);
  });

  it('is kept where it is touched in the very moment of its removal', () => {
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
    expect(removeKillFile(slow, control, seen)).toMatch('as another kill it stays');
    expect(disk.list(control)).toEqual(['KILL']);
  });
});
