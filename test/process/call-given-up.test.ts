// Ctrl-C on a manual call whose bytes have left: its outcome is printed and journaled.
import { afterAll, expect, it, vi } from 'vitest';
import { readRecords } from './journal-file.js';
import { makeResting, openReader, startVenue, writeRun } from './venue.js';
import { startWeir } from './weir.js';
import { cleanUp, PASSWORD } from './workspace.js';

const SLOW = {
  seed: 1,
  faults: [
    { match: { routes: ['placeOrder'] }, effect: { kind: 'delay', when: 'after', by: '40s' } },
  ],
};
const ORDER = [
  ...['orders', 'placeOrder', '--type', 'Limit', '--side', 'Buy', '--symbol', 'EUR/USD'],
  ...['--currency', 'EUR', '--price', '1.141', '--timeInForce', 'GTC', '--size', '1000'],
];

afterAll(cleanUp);

it('abandoned manual call has an unknown outcome, in its output and in the journal', async () => {
  const workspace = makeResting('GTC');
  workspace.write('slow.yaml', JSON.stringify(SLOW));
  const venue = await startVenue(workspace, '--scenario', 'slow.yaml');
  writeRun(workspace, venue.url);
  const place = ['--config', 'run.yaml', '--state', 'state', '--out', 'out', '--coId', 'slow-1'];
  const env = { WEIR_PASSWORD: PASSWORD };
  const call = startWeir(['venue', ...ORDER, ...place], { cwd: workspace.dir, env });
  const reader = await openReader(venue.url);
  const isThere = async () => expect(await reader.listActive()).toHaveLength(1);
  await vi.waitFor(isThere, { timeout: 30_000, interval: 200 });
  call.signal('SIGINT');
  const { code, stderr } = await call.end();
  expect(stderr).toMatch(/^SIGINT: giving up the call; a second signal ends at once$/m);
  expect(stderr).toContain('orders placeOrder: unknown: aborted after the request may have left');
  expect(code).toBe(1);
  const [end] = readRecords(workspace.path('out'), 'send-result');
  expect(JSON.stringify(end)).toContain('unknown');
});
