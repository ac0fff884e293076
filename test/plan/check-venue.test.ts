// Venues that a configuration may name: where, by what clock, and of what kind.
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { checkVenue } from '../../src/plan/check-venue.js';
import { sessionSchema } from '../../src/plan/config-schema.js';

const VENUE = { user: 'algo1', org: 'DeskOrg', password: { env: 'X' } };
const HERE = 'http://127.0.0.1:8787';
const FAR = 'https://venue.example';
const TUNNEL = 'https://localhost:8443';
const LIVE = { baseUrl: TUNNEL, environment: 'live' };
const ACCOUNT = { id: 'acme-live', account: 'DeskOrg' };

async function explain(venue: object, more: object = {}): Promise<string> {
  const strategies = [{ strategy: 'twap' }];
  const text = JSON.stringify({
    ...{ name: 'one', venue: { ...VENUE, ...venue }, strategies, operators: ['Ada'] },
    ...more,
  });
  const source = { file: 'one.yaml', text, sha256: '' };
  const parsed = parseConfig(source, sessionSchema);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  const checked = await checkVenue(source, parsed.value);
  return checked.ok ? '' : `${checked.fault.message} (${checked.fault.code})`;
}

it.each([
  ['a simulator', { baseUrl: HERE }, { clock: 'venue' }],
  ['a test venue', { baseUrl: HERE, environment: 'test' }, { clock: 'venue' }],
  ['a live venue behind a tunnel', { ...LIVE, ...ACCOUNT }, {}],
  ['a test venue with an id', { baseUrl: HERE, environment: 'test', ...ACCOUNT }, {}],
  ['a test venue on another machine', { baseUrl: FAR, environment: 'test' }, {}],
  ['a live venue on another machine', { ...LIVE, ...ACCOUNT, baseUrl: FAR }, {}],
])('venue %s is accepted', async (_, venue, more) => {
  expect(await explain(venue, more)).toBe('');
});

it.each([
  [
    'plain http on another machine',
    { baseUrl: 'http://venue.example', environment: 'test' },
    {},
    'venue.baseUrl: expected https for a venue beyond this machine ' +
      '(127.0.0.0/8, ::1 or localhost), found http://venue.example (client.base-url)',
  ],
  [
    'an IP address of another machine',
    { baseUrl: 'https://192.0.2.7', environment: 'test' },
    {},
    'venue.baseUrl: expected no address beyond this machine, found 192.0.2.7: use ' +
      'the name of ' +
      'the host, as a certificate names hosts (client.base-url)',
  ],
  [
    'paper on another machine',
    { baseUrl: FAR },
    {},
    'venue.environment: expected test or live for a venue beyond this machine, found paper ' +
      '(config.value)',
  ],
  [
    'live over plain http on this machine',
    { baseUrl: HERE, environment: 'live' },
    {},
    'venue.baseUrl: expected https for a live venue, found http://127.0.0.1:8787 (config.value)',
  ],
  [
    'the venue clock for a live venue',
    { ...LIVE, ...ACCOUNT },
    { clock: 'venue' },
    'clock: expected wall for a live venue, found venue (config.value)',
  ],
  [
    'certificate authorities without TLS',
    { baseUrl: HERE, ca: 'signers.pem' },
    {},
    'venue.ca: expected an https base URL with ca, found http://127.0.0.1:8787 (config.value)',
  ],
  [
    'a live venue without an id',
    { ...LIVE, account: 'DeskOrg' },
    {},
    'venue.id: this key is required for a live venue, found none (config.missing-key)',
  ],
  [
    'a live venue without the account',
    { ...LIVE, id: 'acme-live' },
    {},
    'venue.account: this key is required for a live venue, found none (config.missing-key)',
  ],
  [
    'an id without an account on another machine',
    { baseUrl: HERE, id: 'acme' },
    {},
    'venue.account: this key is required with `id`, found none (config.missing-key)',
  ],
])('venue %s is refused', async (_, venue, more, words) => {
  expect(await explain(venue, more)).toBe(words);
});

it('a live session without the names of its operators is refused', async () => {
  expect(await explain({ baseUrl: TUNNEL, environment: 'live' }, { operators: undefined })).toBe(
    'operators: expected a list in a live session: the names of those who may command the bot; ' +
      'found none (config.value)',
  );
});
