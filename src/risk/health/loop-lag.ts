// RC58: an event loop that runs late, or a heap that is nearly full, takes no new risk.
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { HostSample, HealthCheck, HealthActions } from './actions.js';

const CONTROL = 'RC58';
/** Machine time that the loop may be late before it is told, pauses and halts. */
const SOFT: Micros = 250 * MILLISECOND;
const PAUSE: Micros = SECOND;
const HALT: Micros = 5 * SECOND;
/** Part of the heap's limit above which no new risk is taken. */
const HEAP_SHARE = 0.8;
/** How long the cause has to be gone. */
const HOLD: Micros = 10 * SECOND;
/** Soft alerts come at most once in this time. */
const ALERT_GAP: Micros = 60 * SECOND;

export function createLoopLag(actions: HealthActions): HealthCheck {
  let toldAt: Instant = -Infinity;
  return {
    see: (at, sample) => {
      const { loopLag } = sample;
      const found = `the event loop was ${String(Math.round(loopLag / MILLISECOND))} ms late`;
      if (loopLag >= HALT) {
        actions.halt(CONTROL, `${found}, 5 s or more`);
      } else if (loopLag >= PAUSE) {
        actions.pause(CONTROL, `${found}, 1 s or more`, at + HOLD);
      } else if (loopLag >= SOFT && at - toldAt >= ALERT_GAP) {
        toldAt = at;
        actions.alert('warn', CONTROL, `${found}, 250 ms or more`);
      }
      const share = findHeapShare(sample);
      if (share < HEAP_SHARE) return;
      const percent = String(Math.floor(share * 100));
      actions.pause(CONTROL, `${percent} % of the heap is in use, 80 % or more`, at + HOLD);
    },
  };
}

function findHeapShare({ heapBytes, heapLimit }: HostSample): number {
  if (heapBytes === undefined || heapLimit === undefined || heapLimit <= 0) return 0;
  return heapBytes / heapLimit;
}
