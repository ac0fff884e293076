// Invariant 14: after the faults the bot reads rates again, or has ended with a cause.
import { type Micros, SECOND } from '../../domain/index.js';
import { toSign } from '../../domain/orders/index.js';
import { findPollInterval } from '../../plan/index.js';
import { INJECTED } from '../faults/hosts.js';
import type { WireCall } from '../platform/wire-types.js';
import type { Bot } from '../simulation/bot.js';
import { findByCoId, sumTrades } from '../simulation/venue-actions.js';
import type { World } from '../simulation/world.js';
import type { Invariant } from './invariant.js';

/** Greatest age of the newest rate. */
const MOST_AGE: Micros = 15 * SECOND;

/**
 * The same in poll intervals, for a bot that polls slowly and whose request budget is throttled.
 */
const MOST_INTERVALS = 5;

/** The same after many a 429, when a bot polls less on all lanes for minutes. */
const MOST_AGE_SLOWED: Micros = 45 * SECOND;

/** Faults after which a bot may refuse to start. */
const TAMPERED: readonly string[] = ['D05', 'D06', 'D10', 'D11', 'P09', 'P10', 'P11'];

/** Time in which a start must either run or report why not. */
const OPENING: Micros = 5 * SECOND;

/** After this time no order may be in state UNKNOWN. */
const UNKNOWN_FOR: Micros = 50 * SECOND;

/**
 * Time in which a start must recover: an order of unknown outcome is declared lost after a minute.
 */
const COMING_UP: Micros = 90 * SECOND;
/**
 * The recovery waits for requests of the previous run: this many times the longest delay of an
 * order.
 */
const DELAYS = 3;
/** Time for the recovery after those delays. */
const AFTER_DELAYS: Micros = 60 * SECOND;

/**
 * Time in which a bot halts whose venue cannot report an order, or never performs a cancel that it
 * acknowledged: five minutes from the start.
 */
const DOUBTING: Micros = 310 * SECOND;

/** Maximum number of requests of one run that wait for a connection. */
const MOST_WAITING = 200;

/** After an order was refused, its rate may be polled once more within this time. */
const REFRESHED_IN: Micros = SECOND;

interface Poll {
  readonly call: WireCall;
  /** The poll was made so soon after a refusal that it may be the extra one. */
  readonly mayRefresh: boolean;
}

/** Polls of each rate that were in flight at the newest poll, by run and target. */
const POLLS = new WeakMap<World, Map<string, readonly Poll[]>>();

export const liveness: Invariant = {
  number: 14,
  title: 'after faults the bot is ready, or halted with a cause; polls, queues and deadlines hold',
  onHand: (world, { call }) =>
    world.wire.deadlines.findOverdue() ?? findSecondPoll(world, call) ?? findLongQueue(world, call),
  whenCalm: (world) => {
    const overdue = world.wire.deadlines.findOverdue();
    if (overdue !== undefined) return overdue;
    const { bot } = world;
    if (bot?.end?.kind === 'not-opened') {
      // Damaged files may prevent a start; a crash may not.
      const isTampered = world.faults.some((id) => TAMPERED.includes(id));
      return isTampered ? undefined : `the bot does not open: ${bot.end.message}`;
    }
    if (bot?.end !== undefined) return undefined;
    // A halted bot is started again and again, so it may be opening just now.
    if (bot !== undefined && world.time.now - bot.startedAt < OPENING) return undefined;
    if (bot?.opened === undefined) return 'the bot neither runs nor says why not';
    if (bot.session?.view().halt !== undefined) return undefined;
    const stuck = findStuck(world, bot);
    if (stuck !== undefined) return stuck;
    const age = world.time.now - world.wire.lastRateAt;
    const usual = Math.max(MOST_AGE, MOST_INTERVALS * findPollInterval(world.plan));
    const most = world.faults.includes('V21') ? MOST_AGE_SLOWED : usual;
    return age > most ? `the newest rate is ${String(age / 1_000_000)} s old` : undefined;
  },
  atQuiet: (world) => {
    const { bot } = world;
    if (bot?.end === undefined) return 'the bot did not end though it was told to stop';
    if (bot.end.kind === 'threw') return `the bot threw: ${bot.end.message}`;
    for (const { end } of world.bots) {
      const bug = end?.kind === 'ended' ? end.end.bug : undefined;
      if (bug === undefined || bug.message.startsWith(INJECTED)) continue;
      return `a bug ended the bot: ${bug.stack ?? bug.message}`;
    }
    return undefined;
  },
};

/** A start that never finishes, or an order that stays unknown without an alert. */
function findStuck(world: World, { session, startedAt }: Bot): string | undefined {
  const age = world.time.now - startedAt;
  if (session === undefined || age < UNKNOWN_FOR) return undefined;
  const { mode, snapshot } = session.inspect();
  const isDoubting = snapshot.orders.some(
    ({ doubt, cancelState }) => doubt !== null || cancelState === 'CXL_STUCK',
  );
  const comingUp = Math.max(COMING_UP, AFTER_DELAYS + DELAYS * snapshot.longestUnseen);
  const most = isDoubting ? DOUBTING : comingUp;
  if (mode === 'recovering' && age >= most) return 'the bot is still recovering';
  // If the venue forgot an order's client order id, only a fill shows that the order exists. Such a
  // fill, a fill of a clone or of a lost journal, or a bust may belong to any order of unknown
  // outcome in its symbol; the bot halts for it in the end.
  const forgotten = snapshot.orders.filter(({ coId }) => isForgotten(world, coId));
  const hasClone = world.others.some((other) => !world.isOnOwnState(other));
  const traded = sumTrades(world, () => true);
  const unknown = snapshot.orders.find(({ side, state, symbol }) => {
    const busted = world.busted.map(({ instrument }) => instrument.symbol);
    const moved = [...busted, ...listLost(world), ...forgotten.map((one) => one.symbol)];
    // Trades by hand move the position, too.
    const own = snapshot.positions.find((one) => one.symbol === symbol)?.units ?? 0;
    const besides = ((traded.get(symbol) ?? 0) - own) * toSign(side);
    const isSpokenFor = hasClone || moved.includes(symbol) || besides > 0;
    const mayBeFilled = age < DOUBTING && isSpokenFor;
    return state === 'UNKNOWN' && !mayBeFilled;
  });
  return unknown && `order ${unknown.coId} is still UNKNOWN`;
}

/** Symbols with filled orders that the bot's journal has lost. */
function listLost({ forgotten, venue }: World): readonly string[] {
  return venue.venue.accounts
    .flatMap((account) => account.listAll())
    .filter(({ cumUnits, terms }) => cumUnits > 0 && forgotten.has(terms.coId))
    .map(({ terms }) => terms.instrument.symbol);
}

function isForgotten(world: World, coId: string): boolean {
  const isThere = world.listOwnOrders().some(({ terms }) => terms.coId === coId);
  return isThere && findByCoId(world, coId) === undefined;
}

/** A rate has one poll in flight at a time, and one more after the venue refused an order. */
function findSecondPoll(world: World, call: WireCall): string | undefined {
  const { life, request } = call;
  if (!request.target.includes('/rates/spot')) return undefined;
  const polls = POLLS.get(world) ?? new Map<string, readonly Poll[]>();
  POLLS.set(world, polls);
  const key = `${String(life)} ${request.target}`;
  // A request given up in a lane's queue is over for its client, though it never left.
  const before = (polls.get(key) ?? []).filter((one) => !one.call.isOver && one.call.isAwaited());
  const { shown } = world.wire;
  const mayRefresh = world.venueNow - shown.lastRefusedAt(life) < REFRESHED_IN;
  polls.set(key, [...before, { call, mayRefresh }]);
  // The extra poll may stay open for longer than the refresh time.
  const isTwice = mayRefresh || before.some((one) => one.mayRefresh);
  return before.length > (isTwice ? 1 : 0)
    ? `two polls of ${request.target} are in flight`
    : undefined;
}

function findLongQueue({ wire }: World, { life, lane }: WireCall): string | undefined {
  const waiting = wire.countWaiting(life);
  return waiting > MOST_WAITING
    ? `${String(waiting)} requests wait, the newest of them on lane ${lane}`
    : undefined;
}
