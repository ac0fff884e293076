// Network faults: requests and responses that are lost, late, cut, duplicated or from another host.
import { MILLISECOND, MINUTE, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { WirePlan, WireCall } from '../platform/wire-types.js';
import { drawShare, drawWindow, type FaultStage, type InjectedFaultKind } from './fault.js';
import { isAccept, isCancel, isPlace } from '../platform/request-kinds.js';

/** Share of worlds with a network cut of up to half an hour. */
const LONG_CUT = 0.2;

const HTML = Buffer.from('<html><body>Bad gateway</body></html>');

/** Highest probability for orders, which are too few to be hit otherwise. */
const MOST_ORDERS = 0.6;

/** Maximum number of bytes of a response before it is cut. */
const MOST_BYTES = 2_000;

/** Changes every request of a random time window, or those that match. */
function duringWindow(
  stage: FaultStage,
  [least, most]: readonly [number, number],
  change: Parameters<FaultStage['onRequest']>[1],
  fits: (call: WireCall) => boolean = () => true,
): void {
  const [from, to] = drawWindow(stage.random, stage.span, least, most);
  let isOn = false;
  stage.at(from, () => {
    isOn = true;
  });
  stage.at(to, () => {
    isOn = false;
  });
  stage.onRequest(1, change, (call) => isOn && fits(call));
}

/** Orders are few among the requests: they get a probability of their own as well. */
function alsoOnOrders(
  { world, ...stage }: FaultStage,
  id: string,
  change: Parameters<FaultStage['onRequest']>[1],
): void {
  const own = createRandom(world.seed, `fault/${id}/orders`);
  const probability = drawShare(own, MOST_ORDERS);
  const meddle = (plan: WirePlan, _: unknown, call: WireCall) => {
    change(plan, own, call);
  };
  stage.onRequest(1, meddle, (call) => isPlace(call) && own() < probability);
}

const share = ({ random }: FaultStage, most: number) => drawShare(random, most);

export const NETWORK_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'N01',
    summary: 'the name of the host is not found',
    put: (stage) => {
      stage.onRequest(share(stage, 0.05), (plan) => {
        plan.refusal = 'ENOTFOUND';
      });
    },
  },
  {
    id: 'N02',
    summary: 'connections are refused for a while',
    put: (stage) => {
      duringWindow(stage, [1 * SECOND, 20 * SECOND], (plan) => {
        plan.refusal = 'ECONNREFUSED';
      });
    },
  },
  {
    id: 'N03',
    summary: 'a connection is never made',
    put: (stage) => {
      stage.onRequest(share(stage, 0.05), (plan) => {
        plan.refusal = 'UND_ERR_CONNECT_TIMEOUT';
        plan.refusedAfter = 2 * SECOND;
      });
    },
  },
  {
    id: 'N05',
    summary: 'a request is lost before the venue',
    put: (stage) => {
      stage.onRequest(share(stage, 0.3), (plan) => {
        plan.isLost = true;
      });
    },
  },
  {
    id: 'N06',
    summary: 'an answer is lost after the venue acted',
    put: (stage) => {
      stage.onRequest(share(stage, 0.3), (plan) => {
        plan.isUnanswered = true;
      });
    },
  },
  {
    id: 'N07',
    summary: 'an answer comes after the deadline',
    put: (stage) => {
      stage.onRequest(share(stage, 0.1), (plan, random) => {
        plan.down += 10 * SECOND + Math.floor(random() * 110 * SECOND);
      });
    },
  },
  {
    id: 'N08',
    summary: 'the connection is reset within the answer',
    put: (stage) => {
      const reset: Parameters<FaultStage['onRequest']>[1] = (plan, random) => {
        plan.resetAfter = Math.floor(random() * random() * MOST_BYTES);
      };
      stage.onRequest(share(stage, 0.1), reset);
      alsoOnOrders(stage, 'N08', reset);
    },
  },
  {
    id: 'N09',
    summary: 'a request is written to a connection that the venue has closed',
    put: (stage) => {
      const close: Parameters<FaultStage['onRequest']>[1] = (plan, random) => {
        plan.isLost = random() < 0.5;
        plan.isUnanswered = true;
        plan.resetAfter = -1;
      };
      stage.onRequest(share(stage, 0.1), close);
      alsoOnOrders(stage, 'N09', close);
    },
  },
  {
    id: 'N10',
    summary: 'an order, an acceptance or a cancel is late and overtaken by newer requests',
    put: (stage) => {
      const late = (plan: { up: number }, random: () => number) => {
        plan.up += Math.floor(random() * 60 * SECOND);
      };
      stage.onRequest(share(stage, 0.6), late, isPlace);
      const others = createRandom(stage.world.seed, 'fault/N10/others');
      const probability = drawShare(others, 0.6);
      stage.onRequest(
        1,
        (plan) => {
          late(plan, others);
        },
        (call) => (isAccept(call) || isCancel(call)) && others() < probability,
      );
    },
  },
  {
    id: 'N11',
    summary: 'a request reaches the venue twice',
    put: (stage) => {
      const { world } = stage;
      // A retrying proxy returns the second response, which says that the order is a duplicate.
      const hearsCopy = createRandom(world.seed, 'fault/N11/answer')() < 0.5;
      stage.onRequest(share(stage, 0.1), (plan, random) => {
        plan.copyAfter = Math.floor(random() * 500 * MILLISECOND);
        plan.hearsCopy = hearsCopy;
      });
    },
  },
  {
    id: 'N12',
    summary: 'an answer trickles in byte by byte',
    put: (stage) => {
      stage.onRequest(share(stage, 0.03), (plan) => {
        plan.trickle = SECOND;
      });
    },
  },
  {
    id: 'N13',
    summary: 'a proxy answers with a page of its own',
    put: (stage) => {
      stage.onRequest(share(stage, 0.1), (plan, random) => {
        plan.isLost = random() < 0.5;
        const status = random() < 0.5 ? 200 : 502;
        plan.instead = { status, headers: { 'content-type': 'text/html' }, body: HTML };
      });
    },
  },
  {
    id: 'N14',
    summary: 'an answer redirects to another host',
    put: (stage) => {
      stage.onRequest(share(stage, 0.02), (plan) => {
        plan.isLost = true;
        const headers = { location: 'http://127.0.0.2:9/v2/orders' };
        plan.instead = { status: 307, headers, body: Buffer.alloc(0) };
      });
    },
  },
  {
    id: 'N15',
    summary: 'one path is cut, the others work',
    put: (stage) => {
      const cutsRates = stage.random() < 0.5;
      const isRate = ({ request: { target } }: WireCall) => target.includes('/rates');
      const lose = (plan: { isLost: boolean }) => {
        plan.isLost = true;
      };
      duringWindow(stage, [5 * SECOND, 60 * SECOND], lose, (call) => isRate(call) === cutsRates);
    },
  },
  {
    id: 'N16',
    summary: 'nothing passes for a while, sometimes for half an hour',
    setting: (random) => ({
      longer: random() < LONG_CUT ? Math.floor(random() * 30 * MINUTE) : 0,
    }),
    put: (stage) => {
      const longest = Math.max(90 * SECOND, stage.span - 30 * SECOND);
      duringWindow(stage, [5 * SECOND, longest], (plan) => {
        plan.isLost = true;
      });
    },
  },
  {
    id: 'N17',
    summary: 'the network becomes slower and slower',
    put: (stage) => {
      let extra = 10 * MILLISECOND;
      duringWindow(stage, [20 * SECOND, 90 * SECOND], (plan) => {
        plan.up += extra / 2;
        plan.down += extra / 2;
        extra = Math.min(20 * SECOND, extra * 1.1);
      });
    },
  },
];
