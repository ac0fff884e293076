// The machine's time zone changes nothing (invariant 19): worlds, backtests and the replay of a
// paper session have the same digests wherever the machine thinks it is.
import { afterAll, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeSession } from './workspace.js';

afterAll(cleanUp);

/** On both sides of the date line, and with a summer time and minutes of its own. */
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/New_York', 'Asia/Kathmandu'];

it('time zone does not change the digest of a world, a backtest or a replay', async () => {
  const { dir } = makeSession();
  const recorded = await runWeir(['paper', 'session.yaml', '--out', 'out'], { cwd: dir });
  expect([recorded.code, recorded.stderr.includes('HALT')]).toEqual([0, false]);
  const work = [
    ['torture', '--seeds', '1..6'],
    ['backtest', 'session.yaml'],
    ['replay', 'out'],
  ];
  const digests = await Promise.all(
    ZONES.map(async (zone) => {
      const found: (string | undefined)[] = [];
      for (const words of work) {
        const out = words[0] === 'backtest' ? ['--out', `backtest-${zone.replace('/', '-')}`] : [];
        const options = { cwd: dir, env: { TZ: zone } };
        const { code, stdout, stderr } = await runWeir([...words, ...out], options);
        expect([zone, code, stderr]).toEqual([zone, 0, expect.any(String)]);
        found.push(/\b(?:digest|traces?) ([0-9a-f]{32,64})\b/.exec(stdout)?.[1]);
      }
      return found;
    }),
  );
  const [first = []] = digests;
  expect(first.map((digest) => typeof digest)).toEqual(['string', 'string', 'string']);
  for (const [at, found] of digests.entries())
    expect([ZONES[at], ...found]).toEqual([ZONES[at], ...first]);
});
