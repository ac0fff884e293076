// A venue behind a stock TLS terminator: on this machine, and on another one, of which the bot
// knows the name alone.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ServerCertificate } from '../certificates.js';
import {
  authority,
  type FarOptions,
  type FarVenue,
  findPosition,
  listActive,
  openFarVenue,
} from './far-venue.js';
import { listCommands, PAGE, PAGE_VENUE, runCommand, writePageFiles } from './first-live-day.js';
import { readRecords } from './journal-file.js';
import { ADDRESSES, openTwoHosts } from './two-hosts.js';
import { waitForOrders } from './venue.js';
import { cleanUp, TWAP } from './workspace.js';

/** Undefined where this machine cannot be two: that part is skipped then. */
const hosts = openTwoHosts();
afterAll(() => {
  cleanUp();
  hosts?.close();
});

async function openAny(options: FarOptions): Promise<FarVenue> {
  const far = await openFarVenue(options);
  onTestFinished(() => far.terminator.kill());
  return far;
}

/** Its start is approved where it has to be. */
async function open(options: FarOptions): Promise<FarVenue> {
  const far = await openAny(options);
  if (options.hosts === undefined) return far;
  const reason = ['--by', 'Ada', '--reason', 'a venue on another machine'];
  const { code, stderr } = await far.start('check', 'session.yaml', '--approve', ...reason).end();
  expect(code, stderr).toBe(0);
  return far;
}

const RESTING = { symbol: 'EUR/USD', orders: 3, timeInForce: 'GTC' };
const STATE = ['--state', 'state'];
const run = (far: FarVenue, out = 'out') =>
  far.start('run', 'session.yaml', '--out', out, ...STATE);

/** The venue takes the order at once and answers after five seconds of machine time. */
const LATE = { kind: 'delay', when: 'after', by: '100s' };

const readSummary = ({ workspace }: FarVenue) =>
  JSON.parse(workspace.read('out/summary.json')) as { readonly filledQuantity: number };

/** Its connections end, and those after them meet the venue with this certificate. */
async function renew({ port, terminator }: FarVenue, certificate: ServerCertificate) {
  await terminator.kill();
  await terminator.start(certificate, port);
}

const SIDES = [
  ['on this machine', undefined],
  ['on another machine', hosts],
] as const;

describe.each(SIDES)('a venue %s', (where, on) => {
  const isSkipped = where !== 'on this machine' && on === undefined;

  it.skipIf(isSkipped)(
    'session trades to its end; an expired certificate prevents the next start',
    async () => {
      const far = await open({ hosts: on });
      const { code, stderr } = await run(far).end();
      expect([code, stderr]).toEqual([0, expect.stringContaining('verified by query')]);
      expect(readSummary(far)).toMatchObject({ filledQuantity: TWAP.size });
      expect(findPosition(far)).toBe(TWAP.size);
      // The next start finds a certificate that has expired.
      await renew(far, authority.issue(far.host, 0));
      const late = await run(far, 'later').end();
      expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('has expired')]);
    },
  );

  it.skipIf(isSkipped)(
    'order is neither lost nor doubled when the TLS terminator dies before its answer',
    async () => {
      const late = { match: { routes: ['placeOrder'] }, nth: 2, effect: LATE };
      const files = { 'late.yaml': JSON.stringify({ seed: 1, faults: [late] }) };
      const far = await open({ hosts: on, files, simulator: { scenario: 'late.yaml' } });
      const { host, workspace } = far;
      const bot = run(far);
      // The venue has filled the second of five slices; its answer has not left yet.
      await expect.poll(() => findPosition(far), { timeout: 60_000 }).toBe((TWAP.size / 5) * 2);
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
    },
  );
});

it.skipIf(hosts === undefined)(
  'localhost that resolves to another machine is refused',
  async () => {
    const far = await openAny({ hosts });
    const { path, read, write } = far.workspace;
    const session = read('session.yaml').replace(far.baseUrl, 'http://localhost:8080');
    const bare = session
      .replace(/^ *"ca": .*\n/m, '')
      .replace('"clock": "venue"', '"clock": "wall"');
    write('here.yaml', bare);
    hosts?.setNames({ localhost: ADDRESSES[0] });
    const stranger = far.listenBeside('heard', 8080);
    await expect.poll(() => existsSync(path('heard')), { timeout: 60_000 }).toBe(true);
    const { code, stderr } = await far
      .start('venue', 'orders', 'queryOrders', '--config', 'here.yaml', ...STATE)
      .end();
    expect([code, stderr]).toEqual([1, expect.stringContaining('(ECONNREFUSED)')]);
    expect(await stranger()).toBe('listening\n');
  },
);

describe.skipIf(hosts === undefined)(
  'host name of a venue on another machine (root, netns, stunnel4)',
  () => {
    /** A bot with resting orders. */
    const rest = async (more: FarOptions = {}) => {
      const session = { strategies: [{ strategy: './resting.ts', params: RESTING }] };
      const resting = readFileSync(new URL('fixtures/resting.ts', import.meta.url), 'utf8');
      const files = { ...more.files, 'resting.ts': resting };
      const far = await open({ hosts, session, ...more, files });
      const bot = run(far);
      await waitForOrders(far.workspace, bot, RESTING.orders);
      return { far, bot };
    };

    it('bot goes on at a new address whose certificate is valid', async () => {
      const { far, bot } = await rest();
      hosts?.setNames({ [far.host]: ADDRESSES[1] });
      await renew(far, authority.issue(far.host, 30));
      await bot.waitFor('stderr', /new address: 192\.0\.2\.2, before 192\.0\.2\.1; its cert/);
      // The name is gone, and comes back.
      hosts?.setNames({});
      await renew(far, authority.issue(far.host, 30));
      await bot.waitFor('stderr', /: dns \(ENOTFOUND\) before the request left$/m);
      hosts?.setNames({ [far.host]: ADDRESSES[1] });
      bot.signal('SIGTERM');
      const { code, stderr } = await bot.end();
      expect([code, stderr]).toEqual([0, expect.stringContaining('verified by query')]);
      expect(listActive(far)).toEqual([]);
    });

    it('certificate of another host halts everything', async () => {
      const { far, bot } = await rest();
      await renew(far, authority.issue('other.example', 30));
      await bot.waitFor('stderr', /^HALT \(RC56\): .* tls \(ERR_TLS_CERT_ALTNAME_INVALID\)/m);
      bot.signal('SIGKILL');
      expect(listActive(far)).toHaveLength(RESTING.orders);
    });

    it('redirect halts everything; nothing is sent to its target', async () => {
      const elsewhere = `http://${ADDRESSES[1]}:8080`;
      const answer = { kind: 'answer', when: 'before', status: 307, body: '' };
      const effect = { ...answer, headers: [`Location: ${elsewhere}/v2/rates`] };
      const fault = { match: { routes: ['spotRate'] }, skip: 8, effect };
      const files = { 'moved.yaml': JSON.stringify({ seed: 1, faults: [fault] }) };
      const { far, bot } = await rest({ files, simulator: { scenario: 'moved.yaml' } });
      const stranger = far.listenBeside('heard', 8080);
      await bot.waitFor('stderr', /^HALT \(RC52\): the venue answered HTTP 307 on data/m);
      const { code, stderr } = await bot.end();
      expect([code, stderr]).toEqual([3, expect.stringContaining('verified by query')]);
      expect(await stranger()).toBe('listening\n');
    });
  },
);

it(`${PAGE} leads to the first live order`, async () => {
  const far = await openAny({ hosts, ...PAGE_VENUE });
  writePageFiles(far);
  for (const line of listCommands()) {
    const { code, stdout, stderr } = await runCommand(far, line);
    const bad = / doctor /.test(line) ? stdout.match(/^(?:bad|open) (?!approval: ).*$/gm) : null;
    const lacks = bad === null && /^bad approval: .*found none/m.test(stdout);
    expect([line, lacks ? 1 : 0], `${stdout}\n${stderr}`).toEqual([line, code]);
  }
});
