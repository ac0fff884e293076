// Faults of the process: it is killed at any moment, also while it recovers from a crash.
import { MILLISECOND, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { FaultStage, InjectedFaultKind } from './fault.js';
import { isCancel } from '../platform/request-kinds.js';

/** Maximum number of crashes of P01 in a world. */
const MOST_CRASHES = 4;
/** A crash comes at one of this many effects on the disk. */
const MOST_EFFECTS = 40;
/**
 * Share of worlds of P01 that also crash at a given state of an order. `MOST_AGAIN`: repeated
 * crashes of P02. `START`: time until a start reaches its first effects.
 */
const HAS_MOMENT = 0.8;
const MOMENTS = ['SENDING', 'PENDING_VENUE', 'QUARANTINED', 'cancel'] as const;
const SOON: number = 10 * MILLISECOND;
const MOST_AGAIN = 3;
const START: number = 12 * SECOND;

/**
 * In most worlds also kills the bot within 10 ms after an order reached a state that passes
 * quickly.
 */
function dieAtMoment(stage: FaultStage): void {
  const { span, world } = stage;
  const random = createRandom(world.seed, 'fault/P01/moment');
  const moment = MOMENTS[Math.floor(random() * MOMENTS.length)];
  const from = Math.floor(random() * span * 0.6);
  const after = Math.floor(random() * SOON);
  if (random() >= HAS_MOMENT) return;
  let isDone = false;
  const strike = () => {
    if (isDone || world.time.now < from) return;
    isDone = true;
    stage.at(world.time.now + after, () => {
      stage.crash();
    });
  };
  if (moment === 'cancel') {
    world.wire.handWatchers.push(({ call }) => {
      if (isCancel(call) && world.isOfBot(call)) strike();
    });
  } else {
    world.orderWatchers.push(({ state }) => {
      if (state === moment) strike();
    });
  }
}

export const PROCESS_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'P01',
    summary: 'the process is killed',
    put: (stage) => {
      const { random, span } = stage;
      const crashes = 1 + Math.floor(random() * MOST_CRASHES);
      for (let number = 0; number < crashes; number++) {
        stage.at(Math.floor(random() * span), () => {
          if (random() < 0.3) stage.crash();
          else stage.crashAtEffect(1 + Math.floor(random() * MOST_EFFECTS));
        });
      }
      dieAtMoment(stage);
    },
  },
  {
    id: 'P02',
    summary: 'the process is killed again and again while it recovers',
    put: (stage) => {
      const { random, span } = stage;
      const from = Math.floor(random() * span);
      const crashes = 1 + Math.floor(random() * MOST_AGAIN);
      for (let number = 0; number <= crashes; number++) {
        stage.at(Math.min(span - 1, from + number * START), () => {
          stage.crashAtEffect(1 + Math.floor(random() * MOST_EFFECTS));
        });
      }
    },
  },
];
