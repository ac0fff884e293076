// Faults of the venue's state: what it forgets, hides, repeats, or does on its own.
import { type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';
import type { WireCall } from '../platform/wire-types.js';
import {
  amendTrade,
  fillInPieces,
  findOldestActive,
  pickInstrument,
  placeByHand,
  takeBackTrade,
} from '../simulation/venue-actions.js';
import { readStp } from '../simulation/plan-variants.js';
import { drawShare, drawWindow, type InjectedFaultKind } from './fault.js';
import { isCancel, isPlace } from '../platform/request-kinds.js';

const MOST_HELD: Micros = 10 * SECOND;
/** Distance of the other system's orders from the market, and their size. */
const FAR_TICKS = -2_000;
const OTHER_SIZE = 10_000;

const taken = () => ({ status: 202, headers: JSON_HEADERS, body: Buffer.from('{}') });
const JSON_HEADERS = { 'content-type': 'application/json' };

export function findOrderId({ request: { target } }: WireCall): string {
  return target.split('/').at(-1) ?? '';
}

export const VENUE_STATE_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'V07',
    summary: 'an order is seen by one of its ids and not by the other',
    put: (stage) => {
      const { random, span } = stage;
      const byCoId = { routes: ['queryOrders' as const], target: '*coId=*' };
      const match = random() < 0.5 ? byCoId : { routes: ['queryOrder' as const] };
      const effect = { kind: 'hide', for: Math.floor(random() * 15 * SECOND) };
      const probability = drawShare(random, 1);
      stage.scenario([{ match, from: 0, to: span, probability, effect }]);
    },
  },
  {
    id: 'V11',
    summary: 'an order fills after its cancel was acknowledged',
    put: (stage) => {
      stage.onRequest(
        drawShare(stage.random, 1),
        (plan, random, call) => {
          plan.hold += Math.floor(random() * MOST_HELD);
          plan.instead = taken();
          const pieces = 1 + Math.floor(random() * 3);
          stage.world.time.quietlyAt(stage.world.time.now + plan.up + plan.hold / 2, () => {
            fillInPieces(stage.world, findOrderId(call), pieces);
          });
        },
        isCancel,
      );
    },
  },
  {
    id: 'V13',
    summary: 'of several cancels only a part is done, though all are acknowledged',
    put: (stage) => {
      let number = 0;
      const every = 2 + Math.floor(stage.random() * 2);
      stage.onRequest(
        1,
        (plan) => {
          plan.isLost = true;
          plan.instead = taken();
        },
        (call) => isCancel(call) && number++ % every === 0,
      );
    },
  },
  {
    id: 'V14',
    summary: 'another system has orders on the login, which are none of ours',
    setting: (random) => (random() < 0.5 ? {} : { change: shareLogin }),
    put: (stage) => {
      const { random, span, world } = stage;
      const count = 1 + Math.floor(random() * 3);
      for (let number = 0; number < count; number++) {
        const at = Math.floor(random() * span);
        const side = random() < 0.5 ? 'Buy' : 'Sell';
        const expirySeconds = 20 + Math.floor(random() * 300);
        const instrument = pickInstrument(world, random);
        if (instrument === undefined) continue;
        const coId = `other-${String(number)}`;
        const order = { coId, instrument, side, size: OTHER_SIZE, expirySeconds } as const;
        stage.at(at, () => placeByHand(world, { ...order, through: FAR_TICKS }));
      }
    },
  },
  {
    id: 'V16',
    summary: 'the venue forgets the coIds of older orders',
    put: (stage) => {
      const { random, span, world } = stage;
      const age = MINUTE + Math.floor(random() * 2 * MINUTE);
      for (let at = age; at < span; at += 5 * SECOND) {
        stage.at(at, () => {
          for (const account of world.venue.venue.accounts) {
            account.forgetCoIds(({ createdAt }) => createdAt < world.venueNow - age);
          }
        });
      }
    },
  },
  {
    id: 'V25',
    summary: 'the venue makes two orders of one request',
    put: (stage) => {
      const { world } = stage;
      stage.onRequest(
        drawShare(stage.random, 0.2),
        (plan, random, { request }) => {
          if (plan.isLost || plan.copyAfter !== undefined) return;
          const [, coId = ''] = /"coId":"([\w-]+)"/.exec(request.body.toString()) ?? [];
          plan.copyAfter = 1 + Math.floor(random() * SECOND);
          const forget = () => {
            world.venue.moveTo(world.venueNow);
            const [account] = world.venue.venue.accounts;
            const order = account?.findByCoId(coId);
            if (order === undefined) return;
            world.phantoms.add(coId);
            account?.forgetCoIds((one) => one === order);
          };
          world.time.quietlyAt(world.time.now + plan.up + plan.hold + plan.copyAfter - 1, forget);
        },
        isPlace,
      );
    },
  },
  {
    id: 'V26',
    summary: 'trades are taken back, or changed',
    setting: () => ({ change: readStp }),
    put: (stage) => {
      const { random, span, world } = stage;
      const times = 1 + Math.floor(random() * 3);
      for (let time = 0; time < times; time++) {
        const change = random() < 0.5 ? takeBackTrade : amendTrade;
        let isDone = false;
        // Tries each second until there is a trade to bust.
        for (let at = Math.floor(random() * span); at < span; at += SECOND) {
          world.time.quietlyAt(at, () => {
            if (isDone || !change(world, random)) return;
            isDone = true;
            stage.count();
          });
        }
      }
    },
  },
  {
    id: 'V28',
    summary: 'the STP download never ends: the same page again and again',
    setting: () => ({ change: readStp }),
    put: (stage) => {
      const { random, span, world } = stage;
      const from = Math.floor(random() * span);
      const until = from + Math.floor(random() * 60 * SECOND);
      const isPage = ({ request }: WireCall) =>
        request.target.startsWith('/v2/trades/stp/messages');
      let page: Buffer | undefined;
      stage.onRequest(
        1,
        (plan) => {
          if (page !== undefined) {
            // The request does not reach the venue, so no page is taken from it meanwhile.
            plan.isLost = true;
            plan.instead = { status: 200, headers: JSON_HEADERS, body: page };
          } else {
            plan.edits.push((answer) => {
              if (answer.status === 200 && answer.body.length > 2) page = answer.body;
              return answer;
            });
          }
        },
        (call) => world.time.now >= from && world.time.now < until && isPage(call),
      );
    },
  },
  {
    id: 'V34',
    summary: 'the venue forgets its orders: no read shows them, cancels are taken and do nothing',
    put: (stage) => {
      const { random, span, world } = stage;
      const [from, until] = drawWindow(random, span, 40 * SECOND, 120 * SECOND);
      const routes = ['queryOrders', 'queryOrder', 'orderFills'] as const;
      const effect = { kind: 'hide', for: span + until } as const;
      stage.scenario([{ match: { routes: [...routes] }, from, to: until, probability: 1, effect }]);
      stage.onRequest(
        1,
        (plan) => {
          plan.isLost = true;
          plan.instead = taken();
        },
        (call) => isCancel(call) && world.time.now >= from && world.time.now < until,
      );
    },
  },
  {
    id: 'X07',
    summary: 'thousands of fills at once',
    put: (stage) => {
      const { random, span, world } = stage;
      const pieces = random() < 0.9 ? 300 : 10_000;
      // In half of the worlds the order is filled only in part.
      const own = createRandom(world.seed, 'fault/X07/part');
      const share = own() < 0.5 ? 1 : own();
      // Tries each second until there is an order to fill.
      let isDone = false;
      for (let at = Math.floor(random() * span); at < span; at += SECOND) {
        world.time.quietlyAt(at, () => {
          const orderId = isDone ? undefined : findOldestActive(world);
          if (orderId === undefined || !fillInPieces(world, orderId, pieces, share)) return;
          isDone = true;
          stage.count();
        });
      }
    },
  },
];

/** A plan whose bot knows that another system uses the login. */
function shareLogin(plan: Plan): Plan {
  const venue = { ...plan.config.venue, loginUse: 'shared', stp: false } as Plan['config']['venue'];
  return { ...plan, config: { ...plan.config, venue } };
}
