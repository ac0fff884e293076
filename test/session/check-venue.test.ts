// Which venues a configuration may name: where, by what clock, and as what kind of place.
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { checkVenue } from '../../src/session/check-venue.js';
import { sessionSchema } from '../../src/session/config-schema.js';

const VENUE = { user: 'algo1', org: 'DeskOrg', password: { env: 'X' } };
const HERE = 'http://127.0.0.1:8787';
const AWAY = 'https://venue.example/fx';

async function explain(venue: object, more: object = {}): Promise<string> {
  const strategies = [{ strategy: 'twap' }];
  const text = JSON.stringify({ name: 'one', venue: { ...VENUE, ...venue }, strategies, ...more });
  const source = { file: 'one.yaml', text, sha256: '' };
  const parsed = parseConfig(source, sessionSchema);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  const checked = await checkVenue(source, parsed.value);
  return checked.ok ? '' : `${checked.fault.message} (${checked.fault.code})`;
}

it.each([
  ['a simulator on this machine', { baseUrl: HERE }, { clock: 'venue' }],
  ['a test venue on this machine', { baseUrl: HERE, environment: 'test' }, { clock: 'venue' }],
  ['a test venue elsewhere', { baseUrl: AWAY, environment: 'test' }, {}],
  ['a live venue elsewhere', { baseUrl: AWAY, environment: 'live' }, {}],
  ['a live venue behind a tunnel', { baseUrl: 'https://localhost:8443', environment: 'live' }, {}],
])('%s is taken', async (_, venue, more) => {
  expect(await explain(venue, more)).toBe('');
});

it.each([
  [
    'paper elsewhere',
    { baseUrl: AWAY },
    {},
    'venue.environment: expected test or live for a venue that is not on this machine ' +
      '(https://venue.example), found paper, the default (config.value)',
  ],
  [
    'http elsewhere',
    { baseUrl: 'http://venue.example', environment: 'test' },
    {},
    'venue.baseUrl: expected https for a venue that is not on this machine, ' +
      'found http://venue.example (client.base-url)',
  ],
  [
    'live in the clear, though on this machine',
    { baseUrl: HERE, environment: 'live' },
    {},
    'venue.baseUrl: expected https for a live venue, found http://127.0.0.1:8787 (config.value)',
  ],
  [
    'a time that a venue elsewhere tells',
    { baseUrl: AWAY, environment: 'test' },
    { clock: 'venue' },
    'clock: expected wall for a venue that is not on this machine, found venue (config.value)',
  ],
  [
    'a time that a live venue tells, though on this machine',
    { baseUrl: 'https://127.0.0.1:8443', environment: 'live' },
    { clock: 'venue' },
    'clock: expected wall for a live venue, found venue (config.value)',
  ],
])('%s is refused', async (_, venue, more, words) => {
  expect(await explain(venue, more)).toBe(words);
});
