// For worlds that lack a limit, or wave it away: the invariants are to find what leaves.
import { vi } from 'vitest';
import { SecondCheck } from '../../src/risk/second-check/second-check.js';

/** The last gate would hold back what is beyond: it knows no bounds until mocks are restored. */
export function blindSecondCheck(): void {
  const bounds = { units: Infinity, lowTicks2: -Infinity, highTicks2: Infinity };
  vi.spyOn(SecondCheck.prototype, 'bound').mockReturnValue(bounds);
}
