// What a person has approved for live (RC61): every part by its hash, and what differs is named.
import { describe, expect, it } from 'vitest';
import { checkApproval, formatApproval, toApprovalFile } from '../../src/session/approval.js';

const PARTS = { code: 'a1', config: 'b2', limits: 'c3', 'strategy twap': 'd4' };
const TEXT = formatApproval({
  ...{ v: 1, by: 'Ada', reason: 'reviewed by two', at: '2026-07-13T12:00:00Z', parts: PARTS },
});
const FILE = toApprovalFile('live.yaml');

function explain(text: string | undefined, parts: Readonly<Record<string, string>>): string {
  const checked = checkApproval(FILE, text, parts);
  return checked.ok ? '' : `${checked.fault.message} (${checked.fault.code})`;
}

describe('an approval', () => {
  it('stands beside the configuration and lets through what it names', () => {
    expect(FILE).toBe('live.yaml.approved.json');
    expect(explain(TEXT, PARTS)).toBe('');
  });

  it.each(Object.keys(PARTS))('names %s when it is another one, or missing', (part) => {
    const other = explain(TEXT, { ...PARTS, [part]: 'ff' });
    expect(other).toContain(`: ${part}: ${PARTS[part as keyof typeof PARTS]}, found ff;`);
    expect(other).toContain('approved by Ada at 2026-07-13T12:00:00Z');
    expect(other).toContain('(session.integrity)');
    const rest = Object.entries(PARTS).filter(([name]) => name !== part);
    expect(explain(TEXT, Object.fromEntries(rest))).toContain(`${part}: `);
  });

  it('lets nothing through that it does not know', () => {
    expect(explain(TEXT, { ...PARTS, 'strategy other': 'e5' })).toContain(
      'strategy other: none, found e5',
    );
  });

  it('has to be there, and to be one', () => {
    expect(explain(undefined, PARTS)).toContain('found none');
    for (const text of ['', '{}', 'not JSON', TEXT.replace('"v": 1', '"v": 2')]) {
      expect(explain(text, PARTS)).toContain('found another file');
    }
  });
});
