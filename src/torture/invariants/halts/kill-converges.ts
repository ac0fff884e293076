// Invariant 8: after a stop or halt no own order is active at the venue; cancels are not delayed.
import { type Micros, SECOND } from '../../../domain/index.js';
import { isCancel, OWN_PREFIX } from '../../platform/request-kinds.js';
import { TOKEN_LIFE } from '../../simulation/venue.js';
import type { World } from '../../simulation/world.js';
import type { Invariant, Records } from '../invariant.js';

const ORDERS = '/v2/orders';
/**
 * A cancel must reach its lane within `AT_ONCE`; an attempt up to `GOES_ON` before may still go on.
 */
const AT_ONCE: Micros = 10 * SECOND;
const GOES_ON: Micros = 60 * SECOND;
/** With everything halted and a venue that responds, no own order is active after this time. */
const CONVERGED: Micros = 30 * SECOND;
/** Faults in which a machine stands still, or the bot needs a login first. */
const WAITS: readonly string[] = ['C05', 'P04', 'P10', 'P14', 'D08', 'V18', 'V19', 'V20', 'V21'];

export const killConverges: Invariant = {
  number: 8,
  title: 'after the end no own order is active, or it is named; cancels leave at once',
  onLeave: (world, { bot, call }) => {
    if (bot === undefined || !isCancel(call) || !call.request.target.startsWith(ORDERS)) return;
    const id = call.request.target.slice(ORDERS.length + 1);
    const order = world.venue.venue.accounts
      .map((account) => account.findByOrderId(id))
      .find((found) => found !== undefined);
    return order?.terms.coId.startsWith(OWN_PREFIX) === true
      ? undefined
      : `a cancel left for what is no own order: ${call.request.target}`;
  },
  whenCalm: (world) => {
    const { bot } = world;
    const halt = bot?.end === undefined ? bot?.session?.view().halt : undefined;
    if (bot === undefined || halt === undefined) return undefined;
    const since = Math.max(bot.startedAt, halt.at - world.epoch);
    if (world.time.now - since < CONVERGED) return undefined;
    // The operator knows these orders: the venue acknowledged their cancels but never performed
    // them.
    const orders = bot.session?.snapshot().orders.filter((one) => one.cancelState === 'CXL_STUCK');
    const named = new Set([...world.phantoms, ...(orders ?? []).map(({ coId }) => coId)]);
    const left = world.listOwnOrders().find(({ hasEnded, terms }) => {
      return !hasEnded && !named.has(terms.coId);
    });
    if (left === undefined) return undefined;
    const { terms, status } = left;
    return `order ${terms.coId} is ${status} at the venue, though all has long been halted`;
  },
  atQuiet: (world, records) => {
    const named = new Set(world.listUnproven());
    const left = world.listOwnOrders().filter(({ hasEnded }) => !hasEnded);
    const silent = left.find(({ terms }) => !named.has(terms.coId));
    return silent === undefined
      ? findHeldBack(world, records)
      : `order ${silent.terms.coId} is ${silent.status} at the venue after the end of the bot`;
  },
};

/** A cancel in the journal that did not reach its lane in time although its bot lived on. */
function findHeldBack(world: World, records: Records): string | undefined {
  if (world.faults.some((id) => WAITS.includes(id))) return undefined;
  let endsAt = 0;
  for (const { type, data, stamp } of records) {
    if (type === 'epoch') endsAt = findEnd(world, stamp.mono);
    const { kind, orderId = '' } = data as { readonly kind: string; readonly orderId?: string };
    const { mono } = stamp;
    if (type !== 'command' || kind !== 'cancel' || orderId === '') continue;
    if (mono + AT_ONCE > endsAt || !isLoggedIn(world, mono)) continue;
    const isSent = world.wire.cancels.some(
      ({ at, target }) => at > mono - GOES_ON && at <= mono + AT_ONCE && target.includes(orderId),
    );
    if (!isSent) return `the cancel of order ${orderId} at ${String(mono)} did not leave in time`;
  }
  return undefined;
}

/**
 * Whether the bot had a valid token: without one, which a cut may prevent too, it logs in first.
 */
function isLoggedIn({ wire }: World, mono: Micros): boolean {
  return wire.logins.some(({ at, call }) => {
    return call.status === 200 && at <= mono && mono < at + TOKEN_LIFE;
  });
}

/** End of the run that began an epoch at this time. */
function findEnd(world: World, mono: Micros): Micros {
  const next = world.bots.find(({ startedAt }) => startedAt > mono);
  return next?.startedAt ?? world.stoppedAt ?? 0;
}
