// What keeps a session from starting: each finding alone, all of them together, and none.
import { describe, expect, it } from 'vitest';
import { checkStart, type ProcessFacts, type StartPlace } from '../../src/session/start-checks.js';

const OPTIONS = ['--disallow-code-generation-from-strings', '--no-addons'];
const SAFE: ProcessFacts = { execArgv: OPTIONS, environment: {}, isInspected: false };
const LIVE: StartPlace = { environment: 'live', baseUrl: 'https://venue.example' };
const PAPER: StartPlace = { environment: 'paper', baseUrl: 'http://127.0.0.1:8080' };

function explain(place: StartPlace, facts: Partial<ProcessFacts> = {}): string {
  const checked = checkStart(place, { ...SAFE, ...facts });
  return checked.ok ? '' : `${checked.fault.code}: ${checked.fault.message}`;
}

describe('a live session', () => {
  it('starts in a process that is as it should be', () => {
    expect(explain(LIVE)).toBe('');
  });

  it.each([
    [/NODE_TLS_REJECT_UNAUTHORIZED/, { environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }],
    [/NODE_TLS_REJECT_UNAUTHORIZED/, { environment: { NODE_TLS_REJECT_UNAUTHORIZED: '1' } }],
    [/NODE_OPTIONS/, { environment: { NODE_OPTIONS: '--require=./x.cjs' } }],
    [/debugger/, { isInspected: true }],
    [/debugger/, { execArgv: [...OPTIONS, '--inspect-wait=127.0.0.1:9229'] }],
    [/--no-addons$/, { execArgv: OPTIONS.slice(0, 1) }],
    [/with --disallow-code-generation-from-strings$/, { execArgv: OPTIONS.slice(1) }],
  ])('is refused by %s after %j', (words, facts) => {
    expect(explain(LIVE, facts)).toMatch(words);
    expect(explain(LIVE, facts)).toMatch(/^session\.unsafe-start: /);
  });

  it('is refused over plain HTTP, but for a venue on this machine', () => {
    expect(explain({ ...LIVE, baseUrl: 'http://venue.example:81/x' })).toMatch(
      /found http:\/\/venue\.example$/,
    );
    for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]']) {
      expect(explain({ ...LIVE, baseUrl: `http://${host}:8080` })).toBe('');
    }
    expect(explain({ ...LIVE, baseUrl: 'http://127.0.0.1.venue.example' })).not.toBe('');
  });

  it('names all that is wrong at once', () => {
    const facts = { execArgv: [], environment: { NODE_OPTIONS: 'x' }, isInspected: true };
    expect(explain({ ...LIVE, baseUrl: 'http://venue.example' }, facts).split('; ')).toHaveLength(
      4,
    );
  });
});

describe('another session', () => {
  it('starts under a debugger and with options of its own', () => {
    const environment = { NODE_OPTIONS: '--trace-warnings', NODE_TLS_REJECT_UNAUTHORIZED: '1' };
    expect(explain(PAPER, { execArgv: [], environment, isInspected: true })).toBe('');
  });

  it('is refused where nobody is to be believed, and over plain HTTP beyond this machine', () => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(explain(PAPER, { environment })).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED/);
    expect(explain({ ...PAPER, baseUrl: 'http://10.0.0.1' })).toMatch(/https base URL/);
  });
});
