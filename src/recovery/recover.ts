// Steps 6 to 12 of a start: recovers the orders of the previous run before strategies may act.
import { type Micros, SECOND } from '../domain/index.js';
import type { OrderSnapshot } from '../kernel/index.js';
import { checkPositions, type RecoveryHalt } from './check-positions.js';
import { waitAsAsked, waitFor, waitUntil } from './waits.js';
import { PendingResolutions } from './pending-resolutions.js';
import type { RecoveryPorts } from './ports.js';

/** Longest monotonic time from a place request to its outcome. */
const SEND_DEADLINE: Micros = 10 * SECOND;
/** Margin that the wait for these requests adds, and time between two checks, session time. */
const SETTLE_MARGIN: Micros = 10 * SECOND;
const LOOK_EVERY: Micros = SECOND / 4;
/** Factor of the longest time that an order took to become visible. */
const DELAYS = 3;
/** Trades may be missing for orders that ended this shortly before the last record. */
const TOUCHED_WITHIN: Micros = 60 * SECOND;
const MAX_TOUCHED = 10;
const MAX_KNOWN = 3;
/** Most ended orders whose trades are polled until they are found. */
const MAX_UNRECORDED = 100;
/**
 * Lists in a row with an order that the journal lacks before the start halts: it may just be
 * ending.
 */
const MAX_LISTS = 3;

const NO_PROOF =
  'its "no result" is then no proof that an order is lost; ask the venue how long it finds ended ' +
  'orders, then run weir resume and start again';

/** Recovers what the previous run left; undefined when the bot is ready. Waits without limit. */
export async function recover(ports: RecoveryPorts): Promise<RecoveryHalt | undefined> {
  const { gateway, listOpen, memory } = ports;
  // Fills while no bot ran change the positions, also of orders that the venue no longer has.
  if (memory.baseline !== null && listOpen().length > 0) {
    ports.take({ type: 'recovery', step: 'baseline', baseline: memory.baseline, reason: '' });
  }
  for (const { coId, orderId, quoteOf } of listOpen()) gateway.track(coId, orderId, quoteOf);
  askForTrades(ports);
  // Under a halt cancels leave at once: they need no proof of what else is open.
  if (ports.isHalted() && listOpen().length > 0) {
    ports.take({ type: 'recovery', step: 'cancel', reason: 'open under a halt' });
  }
  await settle(ports);
  const resolutions = new PendingResolutions(ports, ports.memory.words ?? []);
  await until(ports, 'the outcome of every order of the previous run', () => {
    if (!ports.isOver()) resolutions.look();
    return listOpen().every((order) => !order.isUnknown);
  });
  const unknown = await calibrate(ports);
  if (unknown !== undefined || ports.isOver()) return unknown;
  const stranger = await findStranger(ports);
  if (stranger !== undefined || ports.isOver()) return stranger;
  await readTrades(ports);
  const mismatch = await checkPositions(ports);
  if (mismatch !== undefined || ports.isOver()) return mismatch;
  resolutions.lookAtEnds();
  await endFormerOrders(ports, resolutions);
  await until(ports, 'a heartbeat of the watchdog', ports.isGuarded);
  if (!ports.isOver()) settleFormerParents(ports);
  return undefined;
}

/** Polls for the trades of orders that ended with a provisional fill or a contested quantity. */
function askForTrades({ gateway, snapshot }: RecoveryPorts): void {
  const isUnrecorded = ({ provisional, type }: OrderSnapshot) =>
    provisional !== null && type !== 'PQ';
  const { kept, orders } = snapshot();
  for (const order of kept.filter(isUnrecorded).slice(-MAX_UNRECORDED)) gateway.followTrades(order);
  for (const order of orders) if (order.contest !== undefined) gateway.followTrades(order);
}

/** Waits until no request of the previous run can still arrive. */
async function settle(ports: RecoveryPorts): Promise<void> {
  const { clock, memory } = ports;
  if (memory.lastSendAt === 0) return;
  const unseen = DELAYS * (memory.kernel?.longestUnseen ?? 0);
  const span = Math.max(SEND_DEADLINE * clock.speed + SETTLE_MARGIN, unseen);
  const now = clock.now();
  // A session clock that went back cannot give the age of the last send.
  const from = memory.lastSendAt > now ? now : memory.lastSendAt;
  if (from + span <= now) return;
  ports.waitFor('the last requests of the previous run');
  await waitUntil(clock, from + span);
}

async function until(ports: RecoveryPorts, what: string, isDone: () => boolean): Promise<void> {
  if (isDone()) return;
  ports.waitFor(what);
  while (!isDone() && !ports.isOver()) await waitFor(ports.clock, LOOK_EVERY);
}

/**
 * Checks that the venue finds an order that it is known to have. A "no result" may mark an unknown
 * order as lost, so the venue must not answer it for an existing order.
 */
async function calibrate(ports: RecoveryPorts): Promise<RecoveryHalt | undefined> {
  const { clock, gateway, isOver, listEnded, waitFor: notify } = ports;
  const coIds = listEnded(clock.now() - TOUCHED_WITHIN, MAX_KNOWN);
  if (coIds.length === 0) return undefined;
  notify('the venue to find an order that it had');
  while (!isOver()) {
    const found = await gateway.findAnyOrder(coIds);
    if (found === 'data') return undefined;
    if (found === 'empty') {
      const reason = `the venue does not find ${coIds.join(' ')}, which it had a minute ago`;
      return {
        rule: 'RC53',
        reason: `calibration: ${reason}: ${NO_PROOF}`,
      };
    }
    await waitAsAsked(ports);
  }
  return undefined;
}

/**
 * Finds active orders that the journal does not have: the journal lost them, or somebody else
 * trades.
 */
async function findStranger(ports: RecoveryPorts): Promise<RecoveryHalt | undefined> {
  ports.waitFor('the list of active orders');
  let found: RecoveryHalt | undefined;
  for (let lists = 0; lists < MAX_LISTS && !ports.isOver();) {
    const list = await ports.gateway.listActive();
    if (list.class === 'failed') {
      await waitAsAsked(ports);
      continue;
    }
    found = checkActive(list.value, ports);
    if (found === undefined) return undefined;
    lists += 1;
    await waitFor(ports.clock, SECOND);
  }
  return found;
}

function checkActive(coIds: readonly string[], ports: RecoveryPorts): RecoveryHalt | undefined {
  const known = new Set(ports.listOpen().map(({ coId }) => coId));
  const strange = coIds.filter((coId) => !known.has(coId));
  const own = strange.filter((coId) => coId.startsWith(`${ports.botTag}-`));
  if (own.length > 0) {
    const reason = `active orders of this bot that the journal does not have: ${own.join(' ')}`;
    return { rule: 'RC48', reason: `${reason}; the journal was lost or another bot runs` };
  }
  if (strange.length === 0 || ports.policy.loginUse === 'shared') return undefined;
  const reason = `active orders of others on this login: ${strange.join(' ')}`;
  return { rule: 'RC48', reason: `${reason}; set loginUse: shared if others may trade on it` };
}

/**
 * Reads trades of orders that ended shortly before, and those that the STP download delivered but
 * the previous run lost.
 */
async function readTrades(ports: RecoveryPorts) {
  const { gateway, isOver, listEnded, memory, waitFor: notify } = ports;
  if (memory.epoch === 0) return;
  notify('the trades of the previous run');
  const coIds = listEnded(memory.lastAt - TOUCHED_WITHIN, MAX_TOUCHED);
  const since = memory.tradesAt === 0 ? memory.lastAt : memory.tradesAt;
  while (!(await gateway.readTrades(coIds, since)) && !isOver()) await waitAsAsked(ports);
}

/** Cancels the open orders of the previous run, or keeps them, as the policy says. */
async function endFormerOrders(ports: RecoveryPorts, words: PendingResolutions): Promise<void> {
  const { isFrozen, listOpen, policy, take } = ports;
  if (policy.orders === 'cancel' && listOpen().length > 0 && !isFrozen()) {
    take({ type: 'recovery', step: 'cancel', reason: 'open at the start' });
    await until(ports, 'the end of the orders of the previous run', () => {
      words.look();
      return listOpen().length === 0;
    });
  }
}

/** Stops or resumes the parents of the previous run. */
function settleFormerParents({ policy, snapshot, take }: RecoveryPorts): void {
  if (snapshot().parents.some(({ state }) => state === 'HELD')) {
    const step = policy.parents === 'resume' ? 'resume-parents' : 'parents';
    take({ type: 'recovery', step, reason: 'the bot was restarted' });
  }
}
