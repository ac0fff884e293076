// Crash scenarios: short worlds with scripted events, in which the bot is killed at each effect.
import { type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { findCoId, isPlace } from '../platform/request-kinds.js';
import type { WirePlan, WireCall } from '../platform/wire-types.js';
import { flattenByHand, killByHand, resolveByHand, resumeByHand } from '../simulation/operator.js';
import { fillPart } from '../simulation/venue-actions.js';
import { BOT_LOGIN } from '../simulation/venue.js';
import type { World } from '../simulation/world.js';
import { at, isCancel, isQuery, isResting, type Moment, request } from './scripted-events.js';

export interface CrashScenario {
  readonly name: string;
  readonly seed: number;
  /** Parent orders of the previous run are resumed. */
  readonly resumes?: boolean;
  /** Seconds between which the bot may die; it trades until the end of the window. */
  readonly window: readonly [from: number, to: number];
  readonly script?: readonly Moment[];
  /** Situations that occur in this window, and not earlier, when the bot does not die. */
  readonly reaches: readonly string[];
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const USER = `${BOT_LOGIN.user}@${BOT_LOGIN.org}`;

/** Responds in place of the venue, which never sees the request. */
function turnDown(plan: WirePlan, status: number, body: object): void {
  plan.isLost = true;
  plan.instead = { status, headers: JSON_HEADERS, body: Buffer.from(JSON.stringify(body)) };
}

/** Delay after which an order has reached the venue and rests there. */
const RESTS: Micros = 300 * MILLISECOND;

const kill = (world: World) => killByHand(world, 'RC63');
const lose = (plan: WirePlan) => {
  plan.isLost = true;
};
const invalid = (plan: WirePlan) => {
  turnDown(plan, 400, { errorCode: 'RequestValidationError.InvalidPrice', errorMessage: 'price' });
};
const fail = (plan: WirePlan) => {
  plan.edits.push((answer) => ({ ...answer, status: 500, body: Buffer.from('{}') }));
};
/** The venue ends the working orders soon after it accepted this one. */
const end = (status: 'REJECTED' | 'FAILED', reason: string) => (_: WirePlan, world: World) => {
  world.time.after(RESTS, () => world.endOrders(status, reason));
};
const fillThird = (_: WirePlan, world: World, call: WireCall) => {
  world.time.after(RESTS, () => fillPart(world, findCoId(call), 1 / 3));
};
const revoke = (_: WirePlan, world: World) => {
  const effect = { kind: 'revoke-tokens', user: USER } as const;
  world.venue.addFaults({ seed: 1, faults: [{ id: 'gone', at: 0, for: SECOND, effect }] });
};
/** The cancel is acknowledged, but the order fills before the venue processes the cancel. */
const fillFirst = (plan: WirePlan, world: World, { request }: WireCall) => {
  turnDown(plan, 202, {});
  plan.isLost = false;
  plan.hold = SECOND;
  const orderId = request.target.split('/').at(-1) ?? '';
  world.time.after(SECOND / 2, () => fillPart(world, orderId, 1));
};
const killMeanwhile = (plan: WirePlan, world: World) => {
  world.time.after(plan.up / 2, () => void kill(world));
};
const notSeenYet = (plan: WirePlan) => {
  plan.edits.push((answer) => ({ ...answer, status: 404, body: Buffer.from('{}') }));
};

/** Seed of a world with few place requests, so that the outcome of the first is seen by itself. */
const DOUBT = 20;
const noAnswer = (plan: WirePlan) => {
  plan.isUnanswered = true;
};

/** Windows last as long as their situation; the orders are those of config/torture-crash.yaml. */
export const CRASH_SCENARIOS: readonly CrashScenario[] = [
  {
    name: 'Limit/IOC filled, parents given up',
    seed: 2,
    window: [0, 3.2],
    reaches: ['order new -> SENDING', 'order PENDING_VENUE -> FILLED', 'a trade', 'parent WORKING'],
  },
  {
    name: 'two orders on one symbol, parents resumed',
    seed: 2,
    window: [5, 6.1],
    resumes: true,
    reaches: ['two orders at work on one symbol'],
  },
  {
    name: 'rejected at once',
    seed: 3,
    window: [2.3, 3.2],
    script: [request(isPlace, 1, invalid)],
    reaches: ['place answered 400', 'order SENDING -> REJECTED'],
  },
  {
    name: 'rejected later by status',
    seed: 3,
    window: [2.6, 3.6],
    script: [request(isResting, 1, end('REJECTED', 'NoLiquidity'))],
    reaches: ['order WORKING -> REJECTED'],
  },
  {
    name: 'resting, partly filled, cancelled',
    seed: 5,
    window: [5.8, 7.4],
    script: [request(isResting, 2, fillThird)],
    reaches: ['order WORKING -> PARTIAL', 'part filled and CANCELED'],
  },
  {
    name: 'request lost, no time-out yet',
    seed: DOUBT,
    window: [2.6, 3.4],
    script: [request(isPlace, 1, lose)],
    reaches: ['order new -> SENDING'],
  },
  {
    name: 'answer lost, no time-out yet',
    seed: DOUBT,
    window: [2.6, 3.4],
    script: [request(isPlace, 1, noAnswer)],
    reaches: ['order new -> SENDING'],
  },
  {
    name: 'time-out, then found',
    seed: DOUBT,
    window: [12.5, 13.4],
    script: [request(isPlace, 1, noAnswer)],
    reaches: ['place broken by timeout', 'order SENDING -> UNKNOWN', 'order UNKNOWN -> FILLED'],
  },
  {
    name: 'time-out, then quarantined',
    seed: DOUBT,
    window: [12.5, 13.4],
    script: [request(isPlace, 1, lose)],
    reaches: ['place broken by timeout', 'order UNKNOWN -> QUARANTINED'],
  },
  {
    name: 'time-out, then lost',
    seed: DOUBT,
    window: [72.2, 73.8],
    script: [request(isPlace, 1, lose)],
    reaches: ['order QUARANTINED -> LOST'],
  },
  {
    name: 'orders in doubt are resolved',
    seed: DOUBT,
    window: [13, 14],
    script: [request(isPlace, 1, lose), at(13.2 * SECOND, resolveByHand)],
    reaches: ['order QUARANTINED -> LOST'],
  },
  {
    name: 'order seen late',
    seed: 6,
    window: [2.2, 4],
    script: [1, 2].map((nth) => request(isQuery, nth, notSeenYet)),
    reaches: ['a query that does not see its order'],
  },
  {
    name: 'token gone mid submit',
    seed: 7,
    window: [3.3, 4.7],
    script: [request(isPlace, 2, revoke)],
    reaches: ['place answered 401', 'login read unchanged'],
  },
  {
    name: 'halted by a 500',
    seed: 8,
    window: [3.7, 5.2],
    script: [request(isPlace, 2, fail)],
    reaches: ['place answered 500', 'halt of all by RC52', 'order SENDING -> UNKNOWN'],
  },
  {
    name: 'halted by a serious error',
    seed: 8,
    window: [3.7, 5.4],
    script: [request(isResting, 1, end('FAILED', 'internal server error'))],
    reaches: ['order WORKING -> FAILED', 'halt of all by RC52'],
  },
  {
    name: 'fill after the cancel',
    seed: 5,
    window: [6.8, 8.6],
    script: [request(isCancel, 1, fillFirst)],
    reaches: ['a trade after an acknowledged cancel'],
  },
  {
    name: 'killed mid submit',
    seed: 12,
    window: [3, 4.4],
    script: [request(isPlace, 1, killMeanwhile)],
    reaches: ['halt of all by RC63', 'a halt with an order unanswered'],
  },
  {
    name: 'killed',
    seed: 12,
    window: [3.9, 5.2],
    script: [at(4 * SECOND, kill)],
    reaches: ['halt of all by RC63', 'order WORKING -> CANCELED'],
  },
  {
    name: 'killed and resumed',
    seed: 12,
    window: [66.8, 68.5],
    resumes: true,
    script: [at(4 * SECOND, kill), at(67 * SECOND, resumeByHand)],
    reaches: ['a resume'],
  },
  {
    name: 'flattened',
    seed: 13,
    window: [3.9, 6.5],
    script: [at(4 * SECOND, flattenByHand)],
    reaches: ['alert by FLATTEN', 'order WORKING -> CANCELED'],
  },
  {
    name: 'orders renewed',
    seed: 19,
    window: [10, 10.9],
    reaches: ['order WORKING -> EXPIRED'],
  },
  {
    name: 'five children, parent given up',
    seed: 21,
    window: [6.5, 8.4],
    reaches: ['parent DONE'],
  },
  {
    name: 'five children, parent resumed',
    seed: 21,
    window: [3, 8.4],
    resumes: true,
    reaches: ['order new -> SENDING', 'parent DONE'],
  },
];
