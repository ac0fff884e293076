// A crowd: more orders at once than there are connections, so that some wait while the first fail.
import { MILLISECOND, type Micros, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { StrategyAct } from './strategy-faults.js';
import { type InjectedFaultKind, type FaultStage, isPlace } from './fault.js';

/** Sizes of the orders that each strategy places at once: together more than connections. */
const SIZES = [10_000, 20_000];
/** Until they do so again: limits of a second let no more through. */
const NEXT: Micros = 1_050 * MILLISECOND;
/** Answers are slow for so long, by so much: what comes next has to wait. */
const SLOW_FOR: Micros = 5 * SECOND;
const LEAST_SLOW: Micros = 1_500 * MILLISECOND;
const MOST_SLOW: Micros = 3 * SECOND;
/** Share of worlds in which they are so slow instead. */
const SHORT = 0.5;
const LEAST_SHORT: Micros = 50 * MILLISECOND;
const MOST_SHORT: Micros = 400 * MILLISECOND;
const FAILING = 0.7;

const FAILED = { status: 500, headers: { 'content-type': 'application/json' } } as const;

export interface Crowd {
  /** Its orders meet slow answers. */
  readonly isHere: () => boolean;
  /** They are not so slow that what waits is given up meanwhile. */
  readonly isShort: boolean;
  readonly come: () => void;
}

const placeAll: StrategyAct = (context, { instrument, offerTicks }) => {
  const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
  const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price } as const;
  for (const size of SIZES) context.place({ ...order, symbol: instrument.symbol, size });
};

/** Gets a world ready for crowds; what it gives makes one come. */
export function prepareCrowd({ random, world }: FaultStage): Crowd {
  let slowUntil = 0;
  // What waits for so short a time is still to leave when the first of them halts everything.
  const isShort = createRandom(world.seed, 'crowd/short')() < SHORT;
  const [least, most] = isShort ? [LEAST_SHORT, MOST_SHORT] : [LEAST_SLOW, MOST_SLOW];
  world.wire.meddlers.push((call, plan) => {
    if (world.time.now >= slowUntil || !isPlace(call)) return;
    const extra = least + Math.floor(random() * (most - least));
    plan.down = isShort ? extra : plan.down + extra;
  });
  return {
    isShort,
    isHere: () => world.time.now < slowUntil,
    come: () => {
      slowUntil = world.time.now + SLOW_FOR;
      world.strategyFaults.atOnce(placeAll);
      world.time.after(NEXT, () => {
        world.strategyFaults.atOnce(placeAll);
      });
    },
  };
}

/** The same kind with moments at which a crowd of orders comes, and some of them get 500. */
export function crowded(kind: InjectedFaultKind): InjectedFaultKind {
  return {
    ...kind,
    put: (stage) => {
      const { random, span, world } = stage;
      kind.put(stage);
      const crowd = prepareCrowd(stage);
      const times = 1 + Math.floor(random() * 2);
      for (let time = 0; time < times; time++) {
        world.time.at(Math.floor(random() * span), crowd.come);
      }
      stage.onRequest(
        FAILING,
        (plan) => {
          const body = Buffer.from('{"message":"internal server error"}');
          plan.instead = { ...FAILED, body };
          plan.isLost = random() < 0.5;
        },
        (call) => crowd.isHere() && isPlace(call),
      );
    },
  };
}
