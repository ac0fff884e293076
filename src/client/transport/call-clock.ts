// Clock of an exchange's deadlines.
import type { HostClock } from '../../determinism/index.js';

export type CallClock = Pick<HostClock, 'monoMicros' | 'setTimer'>;
