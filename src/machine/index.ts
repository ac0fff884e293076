// Parts of both deterministic machines: virtual time, seeded randomness, digest, windows, budget.
export {
  DEFAULT_SHARES,
  type Lane,
  LANES,
  type LaneShares,
  RequestBudget,
  type Share,
} from './budget.js';
export type { Clock, MachineClock } from './clock.js';
export { DelayQueue } from './delay-queue.js';
export { Digest } from './digest.js';
export { Horizon } from './horizon.js';
export { RollingMedian } from './median.js';
export { createRandom, type Random } from './random.js';
export { RetryShare } from './retry-share.js';
export { Scheduler, Timer } from './scheduler.js';
export { SerialTexts } from './serial-texts.js';
export { RollingCount, RollingTimes } from './window.js';
