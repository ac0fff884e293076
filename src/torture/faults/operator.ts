// Faults of the operator: kills at bad moments, resumes too early, and trades by hand.
import { type Micros, MILLISECOND, MINUTE, SECOND } from '../../domain/index.js';
import { killByHand, resumeByHand } from '../simulation/operator.js';
import { pickInstrument, placeByHand } from '../simulation/venue-actions.js';
import { prepareCrowd } from './crowd.js';
import type { InjectedFaultKind } from './fault.js';
import { isPlace } from '../platform/request-kinds.js';

/** Time from a burst of orders to the kill: the burst is not over yet. */
const KILL_IN_CROWD: Micros = 2 * SECOND;
/** Time from the first order of a burst to the kill: others still wait. */
const KILL_SOON: Micros = 30 * MILLISECOND;
/** A start reaches its first effects or its recovery within this time. */
const STARTING: Micros = 12 * SECOND;

export const HUMAN_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'H03',
    summary: 'a person kills while the bot starts, and while it recovers',
    put: (stage) => {
      const { random, span, world } = stage;
      const from = Math.floor(random() * span);
      stage.at(from, () => {
        if (random() < 0.7) stage.crash();
        for (let kills = 0; kills < 2; kills++) {
          world.time.after(Math.floor(random() * STARTING), () => void killByHand(world, 'RC63'));
        }
      });
      stage.at(Math.min(span - 1, from + Math.floor(random() * STARTING)), () => {
        if (random() < 0.7) stage.crash();
      });
    },
  },
  {
    id: 'H04',
    summary: 'a person resumes at once, and once more when that may be',
    put: (stage) => {
      const { random, span, world } = stage;
      const from = Math.floor(random() * span * 0.5);
      // Orders that wait for a connection must not leave after the kill.
      const crowd = prepareCrowd(stage);
      world.time.at(Math.max(0, from - KILL_IN_CROWD), crowd.come);
      let isKilled = !crowd.isShort;
      world.wire.watchers.push(({ call }) => {
        if (isKilled || !crowd.isHere() || !isPlace(call)) return;
        isKilled = true;
        world.time.after(KILL_SOON, () => void killByHand(world, 'RC63'));
      });
      stage.at(from, () => {
        void killByHand(world, 'RC63');
        world.time.after(Math.floor(random() * 2 * SECOND), () => void resumeByHand(world));
        world.time.after(MINUTE + 2 * SECOND, () => void resumeByHand(world));
      });
      // Resumes from any halt since.
      stage.at(span - SECOND, () => void resumeByHand(world));
    },
  },
  {
    id: 'H05',
    summary: 'a person trades by hand on the login of the bot',
    put: (stage) => {
      const { random, span, world } = stage;
      const trades = 1 + Math.floor(random() * 2);
      for (let number = 0; number < trades; number++) {
        const at = Math.floor(random() * span);
        const rests = random() < 0.5;
        const side = random() < 0.5 ? 'Buy' : 'Sell';
        const instrument = pickInstrument(world, random);
        if (instrument === undefined) continue;
        const coId = `hand-${String(number)}`;
        const order = { coId, instrument, side, size: 20_000, through: 20 } as const;
        stage.at(at, () => {
          const resting = { ...order, through: -500, expirySeconds: 60 };
          placeByHand(world, rests ? resting : order);
        });
      }
    },
  },
];
