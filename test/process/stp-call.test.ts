// The STP download by hand: a bot that reads it itself is not robbed of it.
import { afterAll, expect, it } from 'vitest';
import { makeResting, startVenue, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, PASSWORD, toVenue } from './workspace.js';

afterAll(cleanUp);

it('manual STP call is refused with the configuration of a bot that reads STP', async () => {
  const workspace = makeResting('GTC');
  const { url } = await startVenue(workspace);
  const read = async (more: object) => {
    writeRun(workspace, url, more);
    const args = ['venue', 'stp', 'stpMessages', '--config', 'run.yaml', '--state', 'state'];
    return runWeir(args, { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } });
  };
  const reads = { venue: { ...toVenue(url), stp: true, loginUse: 'exclusive' } };
  const refused = await read(reads);
  const why = 'stp stpMessages: the bot of this session file reads this download itself';
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(why)]);
  const taken = await read({});
  expect(taken.code, taken.stderr).toBe(0);
});
