// A moved state directory is whole after each step, also when the disk fails between two.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/index.js';
import { type JournalDisk, localDisk } from '../../src/journal/index.js';
import { realPorts } from '../../src/host/index.js';
import { moveState } from '../../src/control/index.js';
import {
  findStateDirectory,
  markBegun,
  openStateDirectory,
  placeState,
  writeMark,
} from '../../src/state/index.js';

const BASE_URL = 'http://127.0.0.2:8080';
const IDENTITY = { environment: 'paper', baseUrl: BASE_URL, login: 'bot@acme' };
const VENUE = { id: 'acme-live', account: 'Acme' };
const FORMER = 'paper-127.0.0.2_8080-bot@acme';
const MARK = { epoch: 3, seq: 7, tag: 'weirabc' };

let dir = '';
let config = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weir-move-'));
  config = join(dir, 'run.yaml');
  write({ baseUrl: 'http://localhost:8080', ...VENUE });
  make();
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const home = (name: string) => join(dir, 'home', name);
const OWN = 'paper-acme-live-acme';

function write(venue: object): void {
  const login = { user: 'bot', org: 'acme', password: { env: 'X' } };
  const strategies = [{ strategy: 'twap' }];
  writeFileSync(config, JSON.stringify({ name: 'a', venue: { ...login, ...venue }, strategies }));
}

/** A state of before, of a bot that ended well and is halted. */
function make(name = FORMER): void {
  const ports = { disk: localDisk, userId: undefined, drawTag: () => MARK.tag };
  const state = unwrap(openStateDirectory(ports, home(name), IDENTITY));
  unwrap(markBegun(localDisk, state));
  writeMark(localDisk, state.dir, MARK);
  writeFileSync(join(state.control, 'beat'), '3 ended\n');
  writeFileSync(join(state.control, 'halt'), 'a halt');
}

function toPorts(disk: JournalDisk = localDisk) {
  const bindName = () => Promise.resolve({ isHeld: () => true, release: () => undefined });
  return {
    ...realPorts,
    disk,
    host: { ...realPorts.host, stateHome: join(dir, 'home'), bindName },
  };
}

const place = () => placeState(toPorts(), undefined, { ...IDENTITY, venue: VENUE });

/** Fails from the given change of the disk on. */
function failFrom(first: number): { readonly disk: JournalDisk; readonly count: () => number } {
  let count = 0;
  const changing = <T extends readonly unknown[], R>(act: (...args: T) => R) => {
    return (...args: T): R => {
      count += 1;
      if (count >= first) throw Object.assign(new Error('EIO: of the test'), { code: 'EIO' });
      return act(...args);
    };
  };
  const disk = {
    ...localDisk,
    create: changing((at: string, name: string) => localDisk.create(at, name)),
    remove: changing((at: string, name: string) => {
      localDisk.remove(at, name);
    }),
    rename: changing((at: string, from: string, to: string) => {
      localDisk.rename(at, from, to);
    }),
    syncDirectory: changing((at: string) => {
      localDisk.syncDirectory(at);
    }),
  };
  return { disk, count: () => count };
}

it('state directory moves with its mark and halts, whichever disk change fails first', async () => {
  let isWhole = false;
  for (let first = 1; !isWhole; first++) {
    const { disk, count } = failFrom(first);
    const moved = await moveState(toPorts(disk), config, undefined);
    isWhole = count() < first;
    if (!moved.ok) {
      expect(moved.fault.code).toMatch(/^state\.(?:failed|lock-failed)$/);
      // No start passes over what is halted there.
      if (existsSync(home(FORMER))) expect(place()).toMatchObject({ ok: false });
      const again = await moveState(toPorts(), config, undefined);
      expect(again.ok || again.fault.message.includes('is already in its place')).toBe(true);
    }
    expect(place()).toEqual({ ok: true, value: home(OWN) });
    expect(existsSync(home(FORMER))).toBe(false);
    expect(readFileSync(join(home(OWN), 'control', 'halt'), 'utf8')).toBe('a halt');
    expect(JSON.parse(readFileSync(home(`${OWN}.mark`), 'utf8'))).toMatchObject(MARK);
    const { tag } = MARK;
    expect(findStateDirectory(localDisk, home(OWN))).toMatchObject({ value: { tag } });
    rmSync(join(dir, 'home'), { recursive: true });
    make();
  }
});

it('state directory stays where two states, another account or a loss leave it open', async () => {
  make('paper-127.0.0.1_8080-bot@acme');
  expect(await moveState(toPorts(), config, undefined)).toMatchObject({
    fault: { code: 'state.other', message: expect.stringContaining(' and ') },
  });
  rmSync(home('paper-127.0.0.1_8080-bot@acme'), { recursive: true });
  writeMark(localDisk, home(OWN), { epoch: 9, seq: 1 });
  expect(await moveState(toPorts(), config, undefined)).toMatchObject({
    fault: { code: 'state.failed', where: home(`${OWN}.mark`) },
  });
  rmSync(home(`${OWN}.mark`));
  write({ baseUrl: 'http://localhost:9', ...VENUE });
  for (const [given, code] of [
    [undefined, 'state.missing'],
    [home(FORMER), 'state.other'],
  ] as const) {
    expect(await moveState(toPorts(), config, given)).toMatchObject({ fault: { code } });
  }
  expect(existsSync(home(FORMER))).toBe(true);
});

it('state directory keeps the place that is configured for it', async () => {
  const moved = unwrap(await moveState(toPorts(), config, home(FORMER)));
  expect(moved).toMatchObject({ from: home(FORMER), to: home(FORMER), identity: { venue: VENUE } });
  expect(placeState(toPorts(), home(FORMER), { ...IDENTITY, venue: VENUE }).ok).toBe(true);
});
