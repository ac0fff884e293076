// Runs the health checks, and requests new reads of the venue after a pause or a step of the clock.
import { type Instant, MILLISECOND, MINUTE } from '../../domain/index.js';
import type { Gate, TradingState } from '../../risk/gate/index.js';
import type { HealthCheck } from '../../risk/index.js';
import type { Outputs } from '../outputs.js';

/** A larger difference between the clocks: one was set, or the machine slept (RC55). */
const STEP = 500 * MILLISECOND;
/** Time after the end of the FX day by our clock, after which a missing venue time is reported. */
const TELLING = MINUTE;

const HELD =
  'the FX day is over by our clock, but no response of the venue since the start has a later ' +
  'time (header Date): turnover, losses and daily limits still count for the old day';

/** Wraps the health checks with their consequences. */
export function watchHealth(
  checks: HealthCheck,
  { ledger }: Pick<Gate, 'ledger'>,
  { pauses }: Pick<TradingState, 'pauses'>,
  outputs: Outputs,
): HealthCheck {
  const probe = (at: Instant, reason: string): void => {
    const about = { symbol: '', coId: '', share: 0, until: 0 };
    outputs.ask({ at, kind: 'probe', what: 'positions', ...about, reason });
  };
  /** Number of pauses at the last sample. */
  let before = 0;
  /** Since when the end of the FX day is overdue; undefined while it is not. */
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
