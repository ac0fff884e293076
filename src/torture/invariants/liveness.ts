// Invariant 14: once faults have stopped the bot reads rates again, or has ended with a cause.
import { type Micros, SECOND, toSign } from '../../domain/index.js';
import { findPollInterval } from '../../plan/index.js';
import { INJECTED } from '../faults/hosts.js';
import type { WireCall } from '../platform/network.js';
import type { Bot } from '../simulation/bot.js';
import { findByCoId, sumTrades } from '../simulation/venue-actions.js';
import type { World } from '../simulation/world.js';
import type { Invariant } from './invariant.js';

/** Age that the newest rate may have. */
const MOST_AGE: Micros = 15 * SECOND;

/** Of a bot that polls slower than most: so many intervals, while its budget is throttled too. */
const MOST_INTERVALS = 5;

/** After many a 429 a bot asks less for minutes, of all lanes. */
const MOST_AGE_SLOWED: Micros = 45 * SECOND;

/** Faults after which a bot may refuse to start. */
const TAMPERED: readonly string[] = ['D05', 'D06', 'D10', 'D11', 'P09', 'P10', 'P11'];

/** What a start gets until the bot runs, or says why not. */
const OPENING: Micros = 5 * SECOND;

/** By then no order is simply unknown any more. */
const UNKNOWN_FOR: Micros = 50 * SECOND;

/** By then a start has recovered: an order that it doubts is given up as lost a minute later. */
const COMING_UP: Micros = 90 * SECOND;
/** It waits for requests of the life before, for this many times the longest delay of an order. */
const DELAYS = 3;
/** What it gets after that. */
const AFTER_DELAYS: Micros = 60 * SECOND;

/**
 * By then one whose venue cannot tell of an order, or never does a cancel that it took, has halted:
 * five minutes after it began.
 */
const DOUBTING: Micros = 310 * SECOND;

/** Requests of one life that wait for a connection of their lane. */
const MOST_WAITING = 200;

/** What was refused for its price wants a new rate by then. */
const REFRESHED_IN: Micros = SECOND;

interface Poll {
  readonly call: WireCall;
  /** It was made so soon after a refusal that it may be the extra one. */
  readonly mayRefresh: boolean;
}

/** Polls of each rate that were under way when the newest was made, by life and target. */
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
      // What somebody has damaged may keep it from starting; a crash may not.
      const isTampered = world.faults.some((id) => TAMPERED.includes(id));
      return isTampered ? undefined : `the bot does not open: ${bot.end.message}`;
    }
    if (bot?.end !== undefined) return undefined;
    // One that halted with a cause is started again and again: it may be about to open.
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

/** A start that does not come to its end, or an order that stays unknown without being raised. */
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
  // One whose name the venue has forgotten is seen by its fill alone, which speaks for all that are
  // in doubt in its symbol, as a fill does that is a clone's or that the journal has lost, and a
  // trade taken back: that halts in the end.
  const forgotten = snapshot.orders.filter(({ coId }) => isForgotten(world, coId));
  const hasClone = world.others.some((other) => !world.isOnOwnState(other));
  const traded = sumTrades(world, () => true);
  const unknown = snapshot.orders.find(({ side, state, symbol }) => {
    const busted = world.busted.map(({ instrument }) => instrument.symbol);
    const moved = [...busted, ...listLost(world), ...forgotten.map((one) => one.symbol)];
    // Trades by hand move it too.
    const own = snapshot.positions.find((one) => one.symbol === symbol)?.units ?? 0;
    const besides = ((traded.get(symbol) ?? 0) - own) * toSign(side);
    const isSpokenFor = hasClone || moved.includes(symbol) || besides > 0;
    const mayBeFilled = age < DOUBTING && isSpokenFor;
    return state === 'UNKNOWN' && !mayBeFilled;
  });
  return unknown && `order ${unknown.coId} is still UNKNOWN`;
}

/** Symbols in which orders were filled that the bot's journal has lost. */
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

/** A rate is asked for once at a time, and once more when the venue has refused an order. */
function findSecondPoll(world: World, call: WireCall): string | undefined {
  const { life, request } = call;
  if (!request.target.includes('/rates/spot')) return undefined;
  const polls = POLLS.get(world) ?? new Map<string, readonly Poll[]>();
  POLLS.set(world, polls);
  const key = `${String(life)} ${request.target}`;
  // What was given up in a lane's queue is over for its client, though it never left.
  const before = (polls.get(key) ?? []).filter((one) => !one.call.isOver && one.call.isAwaited());
  const { shown } = world.wire;
  const mayRefresh = world.venueNow - shown.lastRefusedAt(life) < REFRESHED_IN;
  polls.set(key, [...before, { call, mayRefresh }]);
  // The extra one may hang for longer than it takes to be sent.
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
