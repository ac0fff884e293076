// A venue behind a stock TLS terminator.
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ServerCertificate } from '../certificates.js';
import {
  authority,
  type FarOptions,
  type FarVenue,
  findPosition,
  openFarVenue,
} from './far-venue.js';
import { listCommands, PAGE, PAGE_VENUE, runCommand, writePageFiles } from './first-live-day.js';
import { readRecords } from './journal-file.js';
import { waitForRecords } from './venue.js';
import { cleanUp, TWAP } from './workspace.js';

afterAll(() => {
  cleanUp();
});

async function openAny(options: FarOptions): Promise<FarVenue> {
  const far = await openFarVenue(options);
  onTestFinished(() => far.terminator.kill());
  return far;
}

const STATE = ['--state', 'state'];
const run = (far: FarVenue, out = 'out') =>
  far.start('run', 'session.yaml', '--out', out, ...STATE);

/** An order that is taken, and answered in a second of real time. */
const LATE = { kind: 'delay', when: 'after', by: '20s' };

const readSummary = ({ workspace }: FarVenue) =>
  JSON.parse(workspace.read('out/summary.json')) as { readonly filledQuantity: number };

/** Its connections end, and those after them meet the venue with this certificate. */
async function renew({ port, terminator }: FarVenue, certificate: ServerCertificate) {
  await terminator.kill();
  await terminator.start(certificate, port);
}

const SIDES = [['on this machine', undefined]] as const;

describe.each(SIDES)('a venue %s', (_, on) => {
  it('is traded at for a whole session, and not with an expired certificate', async () => {
    const far = await openAny({ hosts: on });
    const { code, stderr } = await run(far).end();
    expect([code, stderr]).toEqual([0, expect.stringContaining('verified by query')]);
    expect(readSummary(far)).toMatchObject({ filledQuantity: TWAP.size });
    expect(findPosition(far)).toBe(TWAP.size);
    // The next start finds a certificate that has expired.
    await renew(far, authority.issue(far.host, 0));
    const late = await run(far, 'later').end();
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('has expired')]);
  });

  it('whose terminator dies in the middle of an order', async () => {
    const late = { match: { routes: ['placeOrder'] }, nth: 2, effect: LATE };
    const files = { 'late.yaml': JSON.stringify({ seed: 1, faults: [late] }) };
    const far = await openAny({ hosts: on, files, simulator: { scenario: 'late.yaml' } });
    const { host, workspace } = far;
    const bot = run(far);
    await waitForRecords(workspace, bot, 'send-start', 2);
    await renew(far, authority.issue(host, 30));
    const { code, stderr } = await bot.end();
    expect(code, stderr).toBe(0);
    const ends = readRecords(workspace.path('out'), 'send-result').map(
      ({ transport }) => transport,
    );
    expect(ends).toContainEqual(expect.stringMatching(/^(?:closed|reset)$/));
    // Nothing is lost, and nothing doubled.
    const { filledQuantity } = readSummary(far);
    expect(filledQuantity).toBeGreaterThan(0);
    expect(findPosition(far)).toBe(filledQuantity);
  });
});

it(`${PAGE} leads to the first live order`, async () => {
  const far = await openAny(PAGE_VENUE);
  writePageFiles(far);
  for (const line of listCommands()) {
    const { code, stdout, stderr } = await runCommand(far, line);
    const bad = / doctor /.test(line) ? stdout.match(/^(?:bad|open) (?!approval: ).*$/gm) : null;
    const lacks = bad === null && /^bad approval: .*found none/m.test(stdout);
    expect([line, lacks ? 1 : 0], `${stdout}\n${stderr}`).toEqual([line, code]);
  }
});
