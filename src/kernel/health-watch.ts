// After a pause or a step of the clock all is to be read again.
import { type Instant, MILLISECOND } from '../domain/index.js';
import type { Gate, HealthCheck } from '../risk/index.js';
import type { Outputs } from './outputs.js';

/** Clocks that moved apart by more were set, or the machine slept (RC55). */
const STEP = 500 * MILLISECOND;

/** The checks, and what follows from what they found. */
export function watchHealth(
  checks: HealthCheck,
  { pauses, ledger }: Pick<Gate, 'pauses' | 'ledger'>,
  outputs: Outputs,
): HealthCheck {
  const probe = (at: Instant, reason: string): void => {
    const about = { symbol: '', coId: '', share: 0, until: 0 };
    outputs.ask({ at, kind: 'probe', what: 'positions', ...about, reason });
  };
  /** Pauses at the last sample. */
  let before = 0;
  return {
    see: (at, sample) => {
      checks.see(at, sample);
      pauses.dropOver(at);
      const isClockWrong = pauses.list().some(({ control }) => control === 'RC55');
      if (sample.clockOffset !== undefined && !isClockWrong) ledger.trustClock();
      const isFewer = pauses.count < before;
      before = pauses.count;
      if (isFewer) probe(at, 'a pause is over');
      else if (Math.abs(sample.clockStep ?? 0) > STEP) probe(at, 'a clock was set');
    },
  };
}
