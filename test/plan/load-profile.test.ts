// The profile file that a configuration names: what it changes, and what is said of a wrong one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { formatFault, unwrap } from '../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';
import { loadProfile } from '../../src/plan/load-profile.js';

function load(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-profile-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, text);
  const loaded = loadProfile(file);
  return { loaded, fault: loaded.ok ? '' : formatFault(loaded.fault).replaceAll(folder, 'DIR') };
}

it('is the default profile without a file', () => {
  expect(loadProfile()).toEqual({ ok: true, value: { profile: DEFAULT_PROFILE, changes: {} } });
});

it('changes what the file says and nothing else', () => {
  const { profile, source } = unwrap(load('hmac:\n  maxClockSkew: 30s\n').loaded);
  const hmac = { ...DEFAULT_PROFILE.hmac, maxClockSkew: 30_000_000 };
  expect(profile).toEqual({ ...DEFAULT_PROFILE, hmac });
  expect(source?.text).toBe('hmac:\n  maxClockSkew: 30s\n');
});

it.each([
  ['codeField: [code]', 'DIR/profile.yaml:1:1: expected a known key, found `codeField` (did you'],
  ['a: 1\nrenewal: new', 'DIR/profile.yaml:2:10: renewal: expected "token" or "life", found "new"'],
  [
    'calls:\n  balances:\n    answer: { totl: sum }',
    'DIR/profile.yaml:3:21: calls.balances.answer.totl: expected a name of Weir, found "totl" ' +
      '(did you mean "total"?)',
  ],
  ['calls:\n  balance: {}', 'DIR/profile.yaml:2:3: calls: expected a known key, found `balance`'],
  ['statusNames: { FILLED: "a\\"b" }', 'expected 1 to 100 characters without quote and backslash'],
])('refuses %j', (text, words) => {
  expect(load(text).fault).toContain(words);
});
