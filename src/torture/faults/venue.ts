// Venue faults that use the scenario effects of the simulator.
import { MILLISECOND, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { RouteId } from '../../protocol/index.js';
import { crowded } from './crowd.js';
import { drawShare, drawWindow, type InjectedFaultKind } from './fault.js';
import { findCoId, isPlace } from '../platform/request-kinds.js';
import { answer, type Effect, hitting, pick } from './hit-requests.js';

const ORDERS: readonly RouteId[] = ['queryOrder', 'queryOrders'];
const QUOTES: readonly RouteId[] = ['queryRfs', 'queryRfsByClientId'];
const READS: readonly RouteId[] = ['spotRate', ...ORDERS, 'orderFills', 'symbolReference'];
/** Reads that the bot makes seldom. */
const RARE_READS: readonly RouteId[] = [...QUOTES, 'positions', 'stpMessages'];
/** Number of times at which the venue may end an order. */
const ENDING_TRIES = 30;
/**
 * Highest share of orders that the venue ends before the first poll, and the longest delay until
 * then.
 */
const MOST_SOON = 0.5;
const SOON = 150 * MILLISECOND;
/** Size of a rate jump in per cent: by the default limits some need confirmation, some halt. */
const LEAST_JUMP = 0.8;
const MOST_JUMP = 4;
const WRITES: readonly RouteId[] = ['placeOrder', 'cancelOrder'];

/** The same fault on a slow venue, where orders wait for their connections meanwhile. */
function slowed(kind: InjectedFaultKind): InjectedFaultKind {
  return {
    ...kind,
    put: (stage) => {
      const { random, world } = stage;
      kind.put(stage);
      const [share, longest] = [random(), Math.floor(random() * 3 * SECOND)];
      world.wire.meddlers.push(({ lane }, plan) => {
        if (lane === 'trading' && random() < share) plan.down += Math.floor(random() * longest);
      });
    },
  };
}

/** A fault whose effect begins once within the fault phase and lasts for a while. */
function once(
  id: string,
  summary: string,
  span: readonly [number, number],
  draw: (random: () => number, symbol: string, user: string) => Effect,
): InjectedFaultKind {
  return {
    id,
    summary,
    put: (stage) => {
      const { random, instruments, user } = stage;
      const [from, to] = drawWindow(random, stage.span, span[0], span[1]);
      const symbol = instruments[Math.floor(random() * instruments.length)]?.symbol ?? '';
      stage.scenario([{ at: from, for: to - from, effect: draw(random, symbol, user) }]);
    },
  };
}

const drawGateway = (random: () => number) => answer(pick(random, [502, 503, 504]), random);

/** The venue itself ends orders: some that work, some as soon as it has accepted them. */
function ending(
  id: string,
  summary: string,
  status: 'REJECTED' | 'FAILED',
  reasons: readonly [string, ...string[]],
): InjectedFaultKind {
  return {
    id,
    summary,
    put: (stage) => {
      const { random, span, world } = stage;
      const reason = pick(random, reasons);
      for (let tries = 0; tries < ENDING_TRIES; tries++) {
        stage.endOrders(Math.floor(random() * span), status, reason);
      }
      const own = createRandom(world.seed, `fault/${id}/soon`);
      const probability = drawShare(own, MOST_SOON);
      world.wire.meddlers.push((call, plan) => {
        if (!isPlace(call) || own() >= probability) return;
        const at = world.time.now + plan.up + plan.hold + Math.floor(own() * SOON);
        stage.endOrders(at, status, reason, findCoId(call));
      });
    },
  };
}

/**
 * Seldom reads fail with a higher probability, so that they fail about as often as frequent ones.
 */
function serverError(id: string, summary: string): InjectedFaultKind {
  const draw = (random: () => number) => answer(500, random);
  const [often, seldom] = [
    hitting(id, summary, READS, 0.01, draw),
    hitting(id, summary, RARE_READS, 0.3, draw),
  ];
  return {
    id,
    summary,
    put: (stage) => {
      often.put(stage);
      seldom.put(stage);
    },
  };
}

/**
 * Adds acceptances of quotes, with a random stream of their own: worlds without them stay the same.
 */
function alsoAccepting(kind: InjectedFaultKind, most: number, draw: Parameters<typeof hitting>[4]) {
  const accepts = hitting(kind.id, kind.summary, ['acceptQuote'], most, draw);
  const put: InjectedFaultKind['put'] = (stage) => {
    kind.put(stage);
    accepts.put({
      ...stage,
      random: createRandom(stage.world.seed, `fault/${kind.id}/accepting`),
    });
  };
  return { ...kind, put };
}

/** Hits cancels more often than orders, because a pause cancels the resting orders. */
function badGateway(id: string, summary: string): InjectedFaultKind {
  const writes = hitting(id, summary, WRITES, 0.3, drawGateway);
  const cancels = hitting(id, summary, ['cancelOrder'], 1, drawGateway);
  return {
    id,
    summary,
    put: (stage) => {
      writes.put(stage);
      cancels.put(stage);
      const random = createRandom(stage.world.seed, `fault/${id}/cancels`);
      for (const status of [502, 503, 504]) {
        hitting(id, summary, ['cancelOrder'], 1, () => answer(status, random)).put({
          ...stage,
          random,
        });
      }
    },
  };
}

/** Hides either the trades of an order, or the order whose trades are shown. */
function eitherSide(id: string, summary: string): InjectedFaultKind {
  const hide = (random: () => number): Effect => ({
    kind: 'hide',
    for: Math.floor(random() * 10 * SECOND),
  });
  const trades = hitting(id, summary, ['orderFills'], 1, hide);
  const orders = hitting(id, summary, ORDERS, 1, hide);
  return {
    id,
    summary,
    put: (stage) => {
      (stage.random() < 0.5 ? trades : orders).put(stage);
    },
  };
}

/** Some calls are slow; in half of the worlds all calls are slow for a while, including logins. */
function everySlow(id: string, summary: string): InjectedFaultKind {
  const effect: Effect = { kind: 'delay', when: 'before', by: 5 * SECOND };
  const some = hitting(id, summary, [...READS, ...WRITES], 1, () => effect);
  return {
    id,
    summary,
    put: (stage) => {
      some.put(stage);
      const own = createRandom(stage.world.seed, `fault/${id}/every`);
      if (own() < 0.5) return;
      const [from, to] = drawWindow(own, stage.span, 10 * SECOND, 60 * SECOND);
      stage.scenario([{ match: {}, from, to, effect }], own);
    },
  };
}

const CODES: readonly [string, ...string[]] = [
  'RequestValidationError.InvalidPrice',
  'RequestValidationError.NeverSeen',
  'CreditCheckFailed',
  'NoLiquidity',
];
const SERIOUS: readonly [string, ...string[]] = ['internal server error', 'a word never seen'];

export const VENUE_FAULTS: readonly InjectedFaultKind[] = [
  alsoAccepting(
    crowded(
      slowed(
        hitting('V01', 'HTTP 500 on an order, in or not', ['placeOrder'], 0.1, (random) =>
          answer(500, random),
        ),
      ),
    ),
    0.1,
    (random) => answer(500, random),
  ),
  slowed(serverError('V02', 'HTTP 500 on a read')),
  alsoAccepting(badGateway('V03', 'HTTP 502, 503 or 504 on a write'), 0.3, drawGateway),
  ending('V04', 'taken, then rejected with a code', 'REJECTED', CODES),
  ending('V05', 'taken, then failed for a serious error', 'FAILED', SERIOUS),
  hitting('V06', 'an order is not seen for a while', [...ORDERS, 'orderFills'], 1, (random) => ({
    kind: 'hide',
    for: Math.floor(random() * 15 * SECOND),
  })),
  hitting('V08', 'the active list leaves orders out', ['queryOrders'], 0.1, () => ({
    kind: 'hide',
    for: 60 * SECOND,
  })),
  eitherSide('V09', 'trades are seen late, or before their order says so'),
  hitting('V10', 'the filled quantity falls', ORDERS, 0.2, () => ({
    kind: 'patch',
    set: { cumQty: 0, status: 'NEW' },
  })),
  hitting('V15', 'DuplicateOrder on a first attempt', ['placeOrder'], 0.5, (random) =>
    answer(400, random, { code: 'RequestValidationError.DuplicateOrder' }),
  ),
  once('V17', 'trading is disabled', [10 * SECOND, 60 * SECOND], (_random, _symbol, user) => ({
    kind: 'disable-trading',
    user,
  })),
  {
    id: 'V18',
    summary: 'all tokens end, and logins take their time',
    put: (stage) => {
      const { random, span, user, world } = stage;
      const times = 1 + Math.floor(random() * 4);
      const revoke: Effect = { kind: 'revoke-tokens', user };
      for (let time = 0; time < times; time++) {
        const at = Math.floor(random() * span);
        stage.scenario([{ at, for: SECOND, effect: revoke }]);
      }
      const longest = Math.floor(random() * 2 * SECOND);
      world.wire.meddlers.push(({ request }, plan) => {
        if (request.target.includes('/sso/')) plan.down += Math.floor(random() * longest);
      });
    },
  },
  hitting('V29', 'positions are empty by mistake', ['positions'], 0.3, () => ({
    kind: 'answer',
    when: 'after',
    status: 200,
    headers: [],
    body: '[]',
  })),
  everySlow('V31', 'calls take 5 s, for a while every one'),
  once(
    'V32',
    'rates are crossed, lack a side, or jump and stay there',
    [SECOND, 60 * SECOND],
    (random, symbol) => {
      const form = pick(random, ['crossed', 'zero', 'no-bid', 'no-offer', 'moved']);
      if (form !== 'moved') return { kind: 'distort-rates', symbol, form };
      const percent = LEAST_JUMP + random() * (MOST_JUMP - LEAST_JUMP);
      return { kind: 'move-rates', symbol, percent: random() < 0.5 ? percent : -percent };
    },
  ),
  once('V33', "the venue's clock is wrong", [10 * SECOND, 60 * SECOND], (random) => ({
    kind: 'skew-clock',
    by: pick(random, [15 * SECOND, 3_600 * SECOND]),
    to: pick(random, ['ahead', 'behind']),
  })),
  once('X01', 'rates are frozen', [10 * SECOND, 100 * SECOND], (_random, symbol) => ({
    kind: 'distort-rates',
    symbol,
    form: 'frozen',
  })),
  hitting('X05', 'answers come out of order', READS, 0.3, (random) => ({
    kind: 'delay',
    when: 'after',
    by: 0,
    upTo: Math.floor(random() * 3 * SECOND),
  })),
];
