// Invariant 8: a stop or halt ends with no order of ours at the venue; cancels wait for nothing.
import { type Micros, SECOND } from '../../../domain/index.js';
import { isCancel } from '../../faults/fault.js';
import { TOKEN_LIFE } from '../../simulation/venue.js';
import { OWN_PREFIX, type World } from '../../simulation/world.js';
import type { Invariant, Records } from '../invariant.js';

const ORDERS = '/v2/orders';
/** A cancel is handed to its lane within this; an attempt so long before it may go on. */
const AT_ONCE: Micros = 10 * SECOND;
const GOES_ON: Micros = 60 * SECOND;
/** By then nothing of ours is active where everything is halted and the venue answers. */
const CONVERGED: Micros = 30 * SECOND;
/** Faults in which a machine stands still, or a login is needed first. */
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
    // A person was told of these: the venue took their cancels and never did them.
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

/** A cancel in the journal that its lane did not get in time, though its bot lived on. */
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

/** Without a token that still lives, which a cut takes as well, a login comes first. */
function isLoggedIn({ wire }: World, mono: Micros): boolean {
  return wire.logins.some(({ at, call }) => {
    return call.status === 200 && at <= mono && mono < at + TOKEN_LIFE;
  });
}

/** When the life that began an epoch then was over. */
function findEnd(world: World, mono: Micros): Micros {
  const next = world.bots.find(({ startedAt }) => startedAt > mono);
  return next?.startedAt ?? world.stoppedAt ?? 0;
}
