// RC54 over processes: refused logins outlive their client, in the login's state.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../src/domain/index.js';
import { keepRefusals } from '../../src/state/failed-logins.js';
import { realPorts } from '../../src/host/index.js';

const root = mkdtempSync(join(tmpdir(), 'weir-refused-'));
const IDENTITY = { environment: 'paper', baseUrl: 'http://127.0.0.1:1', login: 'demo@acme' };
const WALL = 1_783_944_000_000;
let count = 0;

afterAll(() => {
  rmSync(root, { recursive: true });
});

/** A state that is not there yet, and who keeps refusals in it at a wall clock that is set. */
function setUp(disk = realPorts.disk) {
  count += 1;
  const state = join(root, String(count));
  const wall = { now: WALL };
  const clock = { ...realPorts.clock, wallMillis: () => wall.now };
  const keep = (password = 'not-it', baseUrl = IDENTITY.baseUrl) => {
    const login = { baseUrl, user: 'demo', org: 'acme', password };
    return keepRefusals({ ...realPorts, clock, disk }, state, { ...IDENTITY, baseUrl }, login);
  };
  return { file: join(state, 'control', 'refused-logins'), wall, keep };
}

describe('refused logins', () => {
  it('count however the base URL is spelled', () => {
    const { keep } = setUp();
    keep('not-it').add();
    for (const spelled of ['HTTP://localhost:1/', 'http://localhost.:1', 'http://127.1:1']) {
      expect(keep('not-it', spelled).ages()).toEqual([0]);
    }
  });

  it('are read by the next client, with their ages, from a file of their owner', () => {
    const { file, wall, keep } = setUp();
    expect(keep().ages()).toEqual([]);
    keep().add();
    wall.now += 90_000;
    keep().add();
    expect(keep().ages()).toEqual([90 * SECOND, 0]);
    expect(keep().place).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    wall.now -= MINUTE / 1000;
    expect(keep().ages()).toEqual([30 * SECOND, 0]);
    // The clock was wrong by far then: they would count for years.
    wall.now -= 600_000;
    expect(keep().ages()).toEqual([0]);
    wall.now -= 30_000;
    expect(keep().ages()).toEqual([]);
  });

  it('are at most a hundred', () => {
    const { wall, keep } = setUp();
    for (let i = 0; i < 103; i++) {
      wall.now = WALL + i * 1000;
      keep().add();
    }
    const ages = keep().ages();
    expect([ages.length, ages.at(0), ages.at(-1)]).toEqual([100, 99 * SECOND, 0]);
  });

  it('of another secret do not count, and are not in the file', () => {
    const { file, keep } = setUp();
    keep('not-it').add();
    keep('nor-this').add();
    expect([keep('not-it').ages(), keep('nor-this').ages()]).toEqual([[0], [0]]);
    expect(keep('the-right-one').ages()).toEqual([]);
    expect(readFileSync(file, 'utf8')).toMatch(
      /^\{"v":1,"refused":\[(\{"at":\d+,"tag":"[0-9a-f]{4}"\},?){2}\]\}\n$/,
    );
  });

  it.each(['', '{', '{"v":1,"refused":["soon"]}', '{"v":2,"refused":[]}'])(
    'are none where the file is %j, and restart',
    (text) => {
      const { file, keep } = setUp();
      keep().add();
      writeFileSync(file, text);
      expect(keep().ages()).toEqual([]);
      keep().add();
      expect(keep().ages()).toEqual([0]);
    },
  );

  it('keep no client from its login when the disk fails', () => {
    const broken = () => {
      throw Object.assign(new Error('EIO: the disk is gone'), { code: 'EIO', syscall: 'open' });
    };
    const { keep } = setUp({ ...realPorts.disk, read: broken, create: broken });
    expect(() => {
      keep().add();
    }).not.toThrow();
    expect(keep().ages()).toEqual([]);
  });
});
