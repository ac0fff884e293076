// Findings that prevent a session from starting: each alone, and all together.
import { describe, expect, it } from 'vitest';
import { checkStart, type ProcessFacts } from '../../../src/session/live/start-checks.js';

const OPTIONS = ['--disallow-code-generation-from-strings', '--no-addons'];
const SAFE: ProcessFacts = { execArgv: OPTIONS, environment: {}, isInspected: false };

function explain(
  place: Parameters<typeof checkStart>[0],
  facts: Partial<ProcessFacts> = {},
): string {
  const checked = checkStart(place, { ...SAFE, ...facts });
  return checked.ok ? '' : `${checked.fault.code}: ${checked.fault.message}`;
}

describe('live session', () => {
  it('starts in a process without findings', () => {
    expect(explain('live')).toBe('');
  });

  it.each([
    [/NODE_TLS_REJECT_UNAUTHORIZED/, { environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }],
    [/NODE_TLS_REJECT_UNAUTHORIZED/, { environment: { NODE_TLS_REJECT_UNAUTHORIZED: '1' } }],
    [/NODE_OPTIONS/, { environment: { NODE_OPTIONS: '--require=./x.cjs' } }],
    [/debugger/, { isInspected: true }],
    [/debugger/, { execArgv: [...OPTIONS, '--inspect-wait=127.0.0.1:9229'] }],
    [/--no-addons$/, { execArgv: OPTIONS.slice(0, 1) }],
    [/without --disallow-code-generation-from-strings$/, { execArgv: OPTIONS.slice(1) }],
  ])('is refused by %s after %j', (words, facts) => {
    expect(explain('live', facts)).toMatch(words);
    expect(explain('live', facts)).toMatch(/^session\.unsafe-start: /);
  });

  it('names all findings at once', () => {
    const facts = { execArgv: [], environment: { NODE_OPTIONS: 'x' }, isInspected: true };
    expect(explain('live', facts).split('; ')).toHaveLength(3);
  });
});

describe('session that is not live', () => {
  it('starts under a debugger and with its own process options', () => {
    const environment = { NODE_OPTIONS: '--trace-warnings', NODE_TLS_REJECT_UNAUTHORIZED: '1' };
    expect(explain('paper', { execArgv: [], environment, isInspected: true })).toBe('');
  });

  it.each(['paper', 'test'] as const)('is refused where nothing can be trusted: %s', (place) => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(explain(place, { environment })).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED/);
  });
});
