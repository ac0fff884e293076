// Faults of the process: it dies at any moment, also while it recovers from having died.
import { SECOND } from '../../domain/index.js';
import type { FaultKind } from './fault.js';

/** Deaths of one world, at most. */
const MOST_CRASHES = 4;
/** Effects on the disk among which one is the last. */
const MOST_EFFECTS = 40;
/** Deaths in a row while recovering, and what a start is given to come to its first effects. */
const MOST_AGAIN = 3;
const START: number = 12 * SECOND;

export const PROCESS_FAULTS: readonly FaultKind[] = [
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
