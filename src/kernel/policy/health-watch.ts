// After a pause or a step of the clock all is to be read again.
import { type Instant, MILLISECOND, MINUTE } from '../../domain/index.js';
import type { Gate, HealthCheck } from '../../risk/index.js';
import type { Outputs } from '../outputs.js';

/** Clocks that moved apart by more were set, or the machine slept (RC55). */
const STEP = 500 * MILLISECOND;
/** Time in which the answers after a start should have told the venue's time. */
const TELLING = MINUTE;

const HELD =
  'the FX day is over by our clock, but no answer of the venue since the start is from after ' +
  'its end (header Date): turnover, losses and limits of the day go on counting';

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
  /** When the day was first overdue; undefined while it is not. */
  let overdueAt: Instant | undefined;
  let isReported = false;
  const lookAtDay = (at: Instant): void => {
    overdueAt = ledger.isOverdue(at) ? (overdueAt ?? at) : undefined;
    if (overdueAt === undefined || isReported || at - overdueAt < TELLING) return;
    isReported = true;
    outputs.alert({ at, level: 'warn', rule: 'RC55', strategy: '', symbol: '', text: HELD });
  };
  return {
    see: (at, sample) => {
      checks.see(at, sample);
      pauses.dropOver(at);
      const isClockWrong = pauses.list().some(({ control, goneAt }) => {
        return control === 'RC55' && goneAt === undefined;
      });
      if (sample.clockOffset !== undefined && !isClockWrong) ledger.trustClock();
      lookAtDay(at);
      const isFewer = pauses.count < before;
      before = pauses.count;
      if (isFewer) probe(at, 'a pause is over');
      else if (Math.abs(sample.clockStep ?? 0) > STEP) probe(at, 'a clock was set');
    },
  };
}
