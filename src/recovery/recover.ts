// Steps 6 to 12 of a start: orders of the former run are settled before strategies may act.
import {
  type BotEvent,
  type Instant,
  type Instrument,
  type Micros,
  SECOND,
} from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { KernelSnapshot, OpenOrder, OrderSnapshot } from '../kernel/index.js';
import type { SessionClock } from '../host/index.js';
import { checkPositions, type RecoveryHalt } from './check-positions.js';
import type { RecoveredState } from './recovered-state.js';
import { waitAsAsked, waitFor, waitUntil } from './waits.js';
import { type PendingResolution, PendingResolutions } from './pending-resolutions.js';

/** Longest time of a place request until its outcome is known, machine time. */
const SEND_DEADLINE: Micros = 10 * SECOND;
/** What the settle wait adds to it, and the gap between two looks, session time. */
const SETTLE_MARGIN: Micros = 10 * SECOND;
const LOOK_EVERY: Micros = SECOND / 4;
/** Of the longest time that an order was not to be seen. */
const DELAYS = 3;
/** Orders that ended so shortly before the last record that trades of them may be missing. */
const TOUCHED_WITHIN: Micros = 60 * SECOND;
const MAX_TOUCHED = 10;
const MAX_KNOWN = 3;
/** Ended orders whose trades are asked for until they are there. */
const MAX_UNRECORDED = 100;
/** Lists that may show a strange order before it counts: it may just be ending. */
const MAX_LISTS = 3;

export interface RecoveryPolicy {
  /** Who else may have orders on the login; `unstated` and `exclusive`: nobody. */
  readonly loginUse: 'unstated' | 'exclusive' | 'shared';
  /** What becomes of the former run's open orders. */
  readonly orders: 'cancel' | 'keep';
  /** Whether its parents are given up or worked on. */
  readonly parents: 'stop' | 'resume';
}

/** The session as its recovery sees it. */
export interface RecoveryPorts {
  readonly clock: SessionClock;
  readonly gateway: Pick<
    RemoteGateway,
    | 'budget'
    | 'track'
    | 'followTrades'
    | 'findAnyOrder'
    | 'listActive'
    | 'readPositions'
    | 'readTrades'
  >;
  readonly memory: RecoveredState;
  readonly policy: RecoveryPolicy;
  /** First part of every coId of ours. */
  readonly botTag: string;
  /** Of every symbol of the session. */
  readonly instruments: readonly Instrument[];
  readonly listOpen: () => readonly OpenOrder[];
  /** The newest settled orders that the venue changed since then. */
  readonly listEnded: (since: Instant, most: number) => readonly string[];
  readonly snapshot: () => KernelSnapshot;
  /** The order was looked for in this run, in vain, and the word would be taken. */
  readonly isWordDue: (word: PendingResolution) => boolean;
  /** Takes an input, journaled before use. */
  readonly take: (event: BotEvent) => void;
  /** The session has ended: nothing more is to be done. */
  readonly isOver: () => boolean;
  readonly notify: (message: string) => void;
  /** The guard beats, where one has to. */
  readonly isGuarded: () => boolean;
  /** What is being waited for, in words. */
  readonly waitFor: (what: string) => void;
  /** A halt of everything holds. */
  readonly isHalted: () => boolean;
  /** That halt leaves own orders alone. */
  readonly isFrozen: () => boolean;
}

/** Settles what the former run left; undefined when the bot is ready. Waits without a bound. */
export async function recover(ports: RecoveryPorts): Promise<RecoveryHalt | undefined> {
  const { gateway, listOpen, memory } = ports;
  // Fills while the bot was gone are a change of position, also of orders that the venue forgot.
  if (memory.baseline !== null && listOpen().length > 0) {
    ports.take({ type: 'recovery', step: 'baseline', baseline: memory.baseline, reason: '' });
  }
  for (const { coId, orderId, quoteOf } of listOpen()) gateway.track(coId, orderId, quoteOf);
  askForTrades(ports);
  // Cancels need no proof of what else is open: under a halt they wait for none.
  if (ports.isHalted() && listOpen().length > 0) {
    ports.take({ type: 'recovery', step: 'cancel', reason: 'open under a halt' });
  }
  await settle(ports);
  const words = new PendingResolutions(ports, ports.memory.words ?? []);
  await until(ports, 'the outcome of every order of the former run', () => {
    if (!ports.isOver()) words.look();
    return listOpen().every((order) => !order.isUnknown);
  });
  const unknown = await calibrate(ports);
  if (unknown !== undefined || ports.isOver()) return unknown;
  const stranger = await findStranger(ports);
  if (stranger !== undefined || ports.isOver()) return stranger;
  await readTrades(ports);
  const mismatch = await checkPositions(ports);
  if (mismatch !== undefined || ports.isOver()) return mismatch;
  words.lookAtEnds();
  await endFormerOrders(ports, words);
  await until(ports, 'a beat of the guard', ports.isGuarded);
  if (!ports.isOver()) settleFormerParents(ports);
  return undefined;
}

/** An order that ended before any record of its trade came was booked by its own report. */
function askForTrades({ gateway, snapshot }: RecoveryPorts): void {
  const isUnrecorded = ({ provisional, type }: OrderSnapshot) =>
    provisional !== null && type !== 'PQ';
  const { kept, orders } = snapshot();
  for (const order of kept.filter(isUnrecorded).slice(-MAX_UNRECORDED)) gateway.followTrades(order);
  for (const order of orders) if (order.contest !== undefined) gateway.followTrades(order);
}

/** The requests of the former run have had their time: what is not there now never comes. */
async function settle(ports: RecoveryPorts): Promise<void> {
  const { clock, memory } = ports;
  if (memory.lastSendAt === 0) return;
  const unseen = DELAYS * (memory.kernel?.longestUnseen ?? 0);
  const span = Math.max(SEND_DEADLINE * clock.speed + SETTLE_MARGIN, unseen);
  const now = clock.now();
  // A session clock that went back says nothing about how long ago it was.
  const from = memory.lastSendAt > now ? now : memory.lastSendAt;
  if (from + span <= now) return;
  ports.waitFor('the last requests of the former run');
  await waitUntil(clock, from + span);
}

async function until(ports: RecoveryPorts, what: string, isDone: () => boolean): Promise<void> {
  if (isDone()) return;
  ports.waitFor(what);
  while (!isDone() && !ports.isOver()) await waitFor(ports.clock, LOOK_EVERY);
}

/**
 * What the venue says of an order that it has. Its "no result" loses an order in doubt: it must not
 * be its word for one that is known to exist.
 */
async function calibrate(ports: RecoveryPorts): Promise<RecoveryHalt | undefined> {
  const { clock, gateway, isOver, listEnded, waitFor: notify } = ports;
  const coIds = listEnded(clock.now() - TOUCHED_WITHIN, MAX_KNOWN);
  if (coIds.length === 0) return undefined;
  notify('an order that the venue is known to have');
  while (!isOver()) {
    const found = await gateway.findAnyOrder(coIds);
    if (found === 'data') return undefined;
    if (found === 'empty') {
      const reason = `the venue shows none of ${coIds.join(' ')}, which it had a minute ago`;
      return {
        rule: 'RC53',
        reason: `calibration: ${reason}: what it does not show proves nothing`,
      };
    }
    await waitAsAsked(ports);
  }
  return undefined;
}

/** An active order that the journal does not know: it was lost, or somebody else trades. */
async function findStranger(ports: RecoveryPorts): Promise<RecoveryHalt | undefined> {
  ports.waitFor('the list of active orders');
  let found: RecoveryHalt | undefined;
  for (let lists = 0; lists < MAX_LISTS && !ports.isOver();) {
    const list = await ports.gateway.listActive();
    if (list.class === 'failed') {
      await waitAsAsked(ports);
      continue;
    }
    found = judgeActive(list.value, ports);
    if (found === undefined) return undefined;
    lists += 1;
    await waitFor(ports.clock, SECOND);
  }
  return found;
}

function judgeActive(coIds: readonly string[], ports: RecoveryPorts): RecoveryHalt | undefined {
  const known = new Set(ports.listOpen().map(({ coId }) => coId));
  const strange = coIds.filter((coId) => !known.has(coId));
  const own = strange.filter((coId) => coId.startsWith(`${ports.botTag}-`));
  if (own.length > 0) {
    const reason = `active orders of ours that the journal does not have: ${own.join(' ')}`;
    return { rule: 'RC48', reason: `${reason}; the journal was lost or another bot runs` };
  }
  if (strange.length === 0 || ports.policy.loginUse === 'shared') return undefined;
  const reason = `active orders that are not ours: ${strange.join(' ')}`;
  return { rule: 'RC48', reason: `${reason}; state loginUse: shared if others use this login` };
}

/** Trades of orders that ended shortly before, and those that the STP download gave and lost. */
async function readTrades(ports: RecoveryPorts) {
  const { gateway, isOver, listEnded, memory, waitFor: notify } = ports;
  if (memory.epoch === 0) return;
  notify('the trades of the former run');
  const coIds = listEnded(memory.lastAt - TOUCHED_WITHIN, MAX_TOUCHED);
  const since = memory.tradesAt === 0 ? memory.lastAt : memory.tradesAt;
  while (!(await gateway.readTrades(coIds, since)) && !isOver()) await waitAsAsked(ports);
}

/** Open orders of the former run end, or stay. */
async function endFormerOrders(ports: RecoveryPorts, words: PendingResolutions): Promise<void> {
  const { isFrozen, listOpen, policy, take } = ports;
  if (policy.orders === 'cancel' && listOpen().length > 0 && !isFrozen()) {
    take({ type: 'recovery', step: 'cancel', reason: 'open at the start' });
    await until(ports, 'the end of the orders that were open', () => {
      words.look();
      return listOpen().length === 0;
    });
  }
}

/** Its parents are given up, or go on at once. */
function settleFormerParents({ policy, snapshot, take }: RecoveryPorts): void {
  if (snapshot().parents.some(({ state }) => state === 'HELD')) {
    const step = policy.parents === 'resume' ? 'resume-parents' : 'parents';
    take({ type: 'recovery', step, reason: 'the bot was started anew' });
  }
}
