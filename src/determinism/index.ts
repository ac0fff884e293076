// Deterministic building blocks of kernel and simulated venue: virtual time, seeded randomness,
// digest, rolling windows.
export type { Clock, HostClock } from './clock.js';
export { DelayQueue } from './delay-queue.js';
export { Digest } from './digest.js';
export { NextDue } from './next-due.js';
export { RollingMedian } from './median.js';
export { createRandom, type Random } from './random.js';
export { Scheduler, Timer } from './scheduler.js';
export { SerialTexts } from './serial-texts.js';
export { RollingCount, RollingTimes } from './window.js';
