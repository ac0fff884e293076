// The shipped policy with one passage changed.
import { readFileSync } from 'node:fs';
import { unwrap } from '../../src/domain/index.js';
import { parsePolicy } from '../../src/plan/load-policy.js';

const TEXT = readFileSync('config/policy.yaml', 'utf8');

/** Throws where the passage is not there. */
export function policyWith(from: string | RegExp, to: string) {
  const text = TEXT.replace(from, to);
  if (text === TEXT) throw new Error(`expected ${String(from)} in the policy`);
  return unwrap(parsePolicy({ file: 'p.yaml', text }));
}
