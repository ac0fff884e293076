// Bursts of orders: more at once than there are connections, so that some wait while others fail.
import { MILLISECOND, type Micros, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { StrategyAct } from './strategy-faults.js';
import type { FaultStage, InjectedFaultKind } from './fault.js';
import { isPlace } from '../platform/request-kinds.js';

/** Sizes of the orders that each strategy places at once: together more than the connections. */
const SIZES = [10_000, 20_000];
/** Delay of the second burst: limits per second admit no more before. */
const NEXT: Micros = 1_050 * MILLISECOND;
/** Duration of slow responses after a burst, and the range of their extra delay. */
const SLOW_FOR: Micros = 5 * SECOND;
const LEAST_SLOW: Micros = 1_500 * MILLISECOND;
const MOST_SLOW: Micros = 3 * SECOND;
/** Share of worlds with the shorter delays below. */
const SHORT = 0.5;
const LEAST_SHORT: Micros = 50 * MILLISECOND;
const MOST_SHORT: Micros = 400 * MILLISECOND;
const FAILING = 0.7;

const FAILED = { status: 500, headers: { 'content-type': 'application/json' } } as const;

export interface Crowd {
  /** A burst is under way: responses to its orders are slow. */
  readonly isHere: () => boolean;
  /** Responses are fast enough that waiting orders are not given up meanwhile. */
  readonly isShort: boolean;
  readonly come: () => void;
}

const placeAll: StrategyAct = (context, { instrument, offerTicks }) => {
  const price = Number(`${String(offerTicks)}e-${String(instrument.ratePrecision)}`);
  const order = { type: 'Limit', timeInForce: 'IOC', side: 'Buy', price } as const;
  for (const size of SIZES) context.place({ ...order, symbol: instrument.symbol, size });
};

/** Prepares a world for bursts; the returned `come` starts one. */
export function prepareCrowd({ random, world }: FaultStage): Crowd {
  let slowUntil = 0;
  // With short delays, some orders still wait to leave when the first failure halts everything.
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

/** The same fault, with bursts of orders at random times, some of which fail with status 500. */
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
