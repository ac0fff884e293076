// RC58: pauses or halts everything when the event loop runs late or the heap is nearly full.
import { z } from 'zod';
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { ceiling } from '../rules/limit-schemas.js';
import { SETTLE_TIME } from '../gate/pauses.js';
import type { HealthControl, HostSample } from './actions.js';

/** Shortest real time between two soft alerts. */
const ALERT_GAP: Micros = 60 * SECOND;

const figure = (value: number) => z.number().positive().default(value);
const params = z.strictObject({
  softMs: figure(250).describe('lag of the event loop in machine time; alert from'),
  pauseMs: figure(1_000).describe('pause from'),
  haltMs: figure(5_000).describe('halt of everything from'),
  heapPercent: figure(80).describe('per cent of the heap limit in use; pause from'),
});

export const rc58: HealthControl<typeof params> = {
  id: 'RC58',
  name: 'hostHealth',
  summary: 'Loop lag and memory',
  live: 'D',
  params,
  keys: {
    alertLagMs: 'softMs',
    pauseLagMs: 'pauseMs',
    haltLagMs: 'haltMs',
    maxHeapPercent: 'heapPercent',
  },
  ceilings: {
    softMs: ceiling(10_000),
    pauseMs: ceiling(10_000),
    haltMs: ceiling(60_000),
    heapPercent: ceiling(95),
  },
  create: ({ softMs, pauseMs, haltMs, heapPercent }, actions, { speed }) => {
    // Samples come every second of real time. When session time runs fast, several seconds of it
    // lie between two samples, and a pause must last until the next one.
    const [hold, alertGap] = [SETTLE_TIME * speed, ALERT_GAP * speed];
    let reportedAt: Instant = -Infinity;
    return {
      see: (at, sample) => {
        const late = sample.loopLag / MILLISECOND;
        const found = `the event loop was ${String(Math.round(late))} ms late`;
        if (late >= haltMs) {
          actions.halt('RC58', `${found}, halt from ${String(haltMs)} ms`);
        } else if (late >= pauseMs) {
          actions.pause('RC58', `${found}, pause from ${String(pauseMs)} ms`, at + hold);
        } else if (late >= softMs && at - reportedAt >= alertGap) {
          reportedAt = at;
          actions.alert('warn', 'RC58', `${found}, alert from ${String(softMs)} ms`);
        }
        const percent = findHeapPercent(sample);
        if (percent < heapPercent) return;
        const used = `${String(Math.floor(percent))} % of the heap is in use`;
        actions.pause('RC58', `${used}, pause from ${String(heapPercent)} %`, at + hold);
      },
    };
  },
};

function findHeapPercent({ heapBytes, heapLimit }: HostSample): number {
  if (heapBytes === undefined || heapLimit === undefined || heapLimit <= 0) return 0;
  return (100 * heapBytes) / heapLimit;
}
