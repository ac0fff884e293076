// The profile file against the profile: same fields, right types, and a table that tells the truth.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listNames } from '../../../src/protocol/profile/fields/calls.js';
import {
  CALL_FACTS,
  createProfile,
  DEFAULT_PROFILE,
  listProfileFields,
  OPEN_POINTS,
  profileSchema,
} from '../../../src/protocol/profile/index.js';
import { foldStatus } from '../../../src/protocol/profile/profile.js';

const SOURCES = new URL('../../../src/', import.meta.url).pathname;

/** Files below src that take a profile and are no part of it. */
const READERS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('protocol/profile/'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }))
  .filter(({ text }) => /profile/i.test(text));

/** Read by `foldStatus` of the profile itself. */
const FOLDED = ['statusWords'];

function mentions(text: string, path: string): boolean {
  return new RegExp(`\\b${path.split('.').at(-1) ?? ''}\\b`).test(text);
}

/** Keys of a value, groups opened: `hmac.idKey`. */
function listPaths(value: object, groups: readonly string[], prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    groups.includes(prefix + key)
      ? listPaths(inner as object, groups, `${prefix}${key}.`)
      : [prefix + key],
  );
}

describe('profile file', () => {
  const fields = listProfileFields();

  it('has every field of the profile, and no other', () => {
    const groups = [...new Set(fields.map(({ path }) => path))]
      .filter((path) => path.includes('.'))
      .map((path) => path.split('.')[0] ?? '');
    const paths = listPaths({ ...DEFAULT_PROFILE, spotSize: 1 }, groups);
    const known = [...fields.map(({ path }) => path), 'calls'];
    expect(known.toSorted()).toEqual(paths.toSorted());
  });

  it('accepts the default profile itself, which then changes nothing', () => {
    const { hmac, ...others } = DEFAULT_PROFILE;
    const file = { ...others, hmac: { ...hmac, maxClockSkew: '300s' } };
    expect(createProfile(profileSchema.parse(file))).toEqual(DEFAULT_PROFILE);
    expect(createProfile({})).toEqual(DEFAULT_PROFILE);
  });

  it('merges maps by key and replaces lists', () => {
    const profile = createProfile(
      profileSchema.parse({
        hmac: { idKey: 'userId' },
        codeFields: ['code'],
        statusNames: { CANCELED: 'Killed' },
      }),
    );
    expect(profile.hmac).toEqual({ ...DEFAULT_PROFILE.hmac, idKey: 'userId' });
    expect(profile.codeFields).toEqual(['code']);
    expect(profile.statusNames).toEqual({ ...DEFAULT_PROFILE.statusNames, CANCELED: 'Killed' });
  });

  it('has reasons that are read as a business code again, and the usual ones too', () => {
    const changes = profileSchema.parse({ reasonNames: { NoLiquidity: 'NO_RATES' } });
    const { businessCodes } = createProfile(changes);
    expect(businessCodes).toEqual([...DEFAULT_PROFILE.businessCodes, 'NO_RATES']);
  });

  it('has statuses and events that are read again', () => {
    const changes = profileSchema.parse({
      statusNames: { CANCELED: 'Killed' },
      rfs: { eventNames: { TRADE_VERIFIED: 'Dealt' } },
    });
    const profile = createProfile(changes);
    expect(foldStatus('KILLED', profile)).toBe('CANCELED');
    expect(foldStatus('CANCELLED', profile)).toBe('CANCELED');
    expect(profile.rfs.eventWords['DEALT']).toBe('TRADE_VERIFIED');
  });

  it.each(fields.map(({ path }) => path))(
    'profile field %s is read by what speaks to the venue',
    (path) => {
      const isRead = READERS.some(({ text }) => mentions(text, path));
      expect(isRead || FOLDED.includes(path)).toBe(true);
    },
  );

  it('names only existing open points, and existing names and places of calls', () => {
    const points = OPEN_POINTS.map(({ point }) => point);
    expect(points).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    for (const { point } of fields) expect([0, ...points]).toContain(point);
    for (const { call, place, point, others } of CALL_FACTS) {
      expect(points).toContain(point);
      const isNamed = place === 'query' || place === 'body' || place === 'answer';
      const known = isNamed ? listNames(call, place) : [];
      expect(known, `${call} ${place}`).toEqual(expect.arrayContaining(Object.keys(others)));
    }
  });

  it.each([
    [{ calls: { balance: {} } }, 'calls'],
    [{ calls: { balances: { query: { curency: 'x' } } } }, 'calls.balances.query.curency'],
    [{ calls: { bookTrade: { bodyIn: 'query' } } }, 'calls.bookTrade.bodyIn'],
    [{ orderNeeds: { Stop: ['price'] } }, 'orderNeeds.Stop.0'],
    [{ limits: { sessions: 0 } }, 'limits.sessions'],
    [{ statusNames: { DONE: 'x' } }, 'statusNames'],
    [{ statusWords: { X: 'DONE' } }, 'statusWords.X'],
    [{ renewPaths: ['/v3/renew'] }, 'renewPaths.0'],
    [{ cancelStatus: 99 }, 'cancelStatus'],
  ])('refuses %j', (file, place) => {
    const parsed = profileSchema.safeParse(file);
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([place]);
  });
});
