// Faults that alter reported orders and trades: changed terms, fills beyond the size, or prices
// outside the limit.
import { fromScaled } from '../../domain/numbers/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import type { WireCall } from '../platform/wire-types.js';
import { BY_ORDER } from '../simulation/delivered-data.js';
import { findByCoId } from '../simulation/venue-actions.js';
import type { World } from '../simulation/world.js';
import { isPlace, OWN_PREFIX } from '../platform/request-kinds.js';
import { editObjects, type Fields } from './edits.js';
import { drawShare, type InjectedFaultKind } from './fault.js';

/** Share of worlds with a false price, fill or trade instead of changed terms. */
const FALSE = 0.5;
/** Relative error of a false price. */
const OFF = 0.01;
const TIMES_SIZE = 2;
/** Decimals of a false price: every instrument has at least as many. */
const DECIMALS = 3;

const OTHER_ECHOES: readonly [Fields, ...Fields[]] = [
  { coId: 'weir-0-of-somebody-else' },
  { side: 'Sideways' },
  { symbol: 'XAU/USD' },
  { size: 1 },
];

const isRead = ({ request: { method } }: WireCall) => method === 'GET';
const isOrderRead = (call: WireCall) => isRead(call) && call.request.target.includes('/v2/orders');
/** All trades or those of one order, but not the STP download, whose records are not altered. */
const isTradeRead = (call: WireCall) =>
  isRead(call) && /^\/v2\/trades(\?|$)/.test(call.request.target);

/** One kind of false report: the responses it hits, its highest probability, and its change. */
interface Falsehood {
  readonly fits: (call: WireCall) => boolean;
  readonly most: number;
  readonly change: (one: Fields, world: World, isAbove: boolean) => Fields;
}

const toPrice = (price: number, isAbove: boolean) =>
  Number((price * (isAbove ? 1 + OFF : 1 - OFF)).toFixed(DECIMALS));

const OTHER_PRICE: Falsehood = {
  fits: isOrderRead,
  most: 0.1,
  change: (one, _, isAbove) => {
    const { price } = one;
    return typeof price === 'number' ? { ...one, price: toPrice(price, isAbove) } : one;
  },
};

/** Also hits closed orders: for a bot, a reported fill beyond the size is real. */
const OVERFILLED: Falsehood = {
  fits: isOrderRead,
  most: 0.1,
  change: (one, world) => {
    const altered = tellMore(one, world, BY_ORDER);
    return altered === undefined ? one : { ...one, cumQty: altered, leavesQty: 0 };
  },
};

/** Shifts the rate against the trader only: a better price would not breach the limit. */
const OFF_LIMIT: Falsehood = {
  fits: isTradeRead,
  most: 0.5,
  change: (one) => {
    const { rate, side } = one;
    if (typeof rate !== 'number') return one;
    const altered = toPrice(rate, side === 'Buy');
    return { ...one, rate: altered, spotRate: altered };
  },
};

const TOO_LARGE: Falsehood = {
  fits: isTradeRead,
  most: 0.5,
  change: (one, world) => {
    const altered = tellMore(one, world, String(one['tradeId']));
    return altered === undefined ? one : { ...one, dealtAmount: altered, baseAmount: altered };
  },
};

/** A filled quantity beyond the order's size; the world notes it as shown. */
function tellMore({ coId }: Fields, world: World, record: string): number | undefined {
  const order = typeof coId === 'string' ? findByCoId(world, coId) : undefined;
  if (order === undefined) return undefined;
  const { coId: id, instrument, units } = order.terms;
  const altered = TIMES_SIZE * units;
  world.wire.shown.overtell(id, record, altered);
  return fromScaled(altered, instrument.baseDecimals);
}

const OTHER_SIDE: Falsehood = {
  fits: isTradeRead,
  most: 0.5,
  change: (one) => ({ ...one, side: one['side'] === 'Buy' ? 'Sell' : 'Buy' }),
};

const FALSEHOODS: readonly Falsehood[] = [
  ...[OTHER_PRICE, OVERFILLED, OFF_LIMIT, TOO_LARGE, OTHER_SIDE],
];

/** False report of this seed's world, or undefined; drawn from a random stream of its own. */
function drawFalsehood(seed: number): { falsehood: Falsehood; random: Random } | undefined {
  const random = createRandom(seed, 'fault/V24/untrue');
  if (random() >= FALSE) return undefined;
  const falsehood = FALSEHOODS[Math.floor(random() * FALSEHOODS.length)];
  return falsehood && { falsehood, random };
}

const isOwn = ({ coId }: Fields) => typeof coId === 'string' && coId.startsWith(OWN_PREFIX);

export const ECHO_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'V24',
    summary: 'an order is echoed otherwise than it was sent, or a price or a fill is told falsely',
    put: (stage) => {
      const { random, world } = stage;
      const drawn = drawFalsehood(world.seed);
      if (drawn !== undefined) {
        const { change, fits, most } = drawn.falsehood;
        const isAbove = drawn.random() < 0.5;
        stage.onRequest(
          drawShare(drawn.random, most),
          (plan) => {
            plan.edits.push(editObjects((one) => (isOwn(one) ? change(one, world, isAbove) : one)));
          },
          fits,
        );
        return;
      }
      const other = OTHER_ECHOES[Math.floor(random() * OTHER_ECHOES.length)] ?? OTHER_ECHOES[0];
      const isAtOnce = random() < 0.5;
      stage.onRequest(
        drawShare(random, isAtOnce ? 0.3 : 0.03),
        (plan) => {
          plan.edits.push(editObjects((one) => ({ ...one, ...other })));
        },
        isAtOnce ? isPlace : isOrderRead,
      );
    },
  },
];
