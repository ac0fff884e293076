// Invariant 13: the bot keeps within its bounds of requests, logins and repeated orders.
import type { Micros } from '../../domain/index.js';
import { isAccept, takesRisk } from '../platform/request-kinds.js';
import type { Handing } from '../simulation/departures.js';
import type { WireCall } from '../platform/wire-types.js';
import type { World } from '../simulation/world.js';
import type { Invariant } from './invariant.js';

/**
 * Maximum requests of a run in 10 s: 10 per second, a full bucket before, and 10 that leave at once
 * as cancels do, namely the first poll after each cancel.
 */
const MOST_IN_TEN_SECONDS = 120;
const UNAUTHORIZED = 401;
const LOGIN = '/sso/login';
const TEN_MINUTES = 600_000_000;
/** Two logins, and one for each token life, which is a minute in these worlds. */
const MOST_LOGINS = 12;
const TEN_SECONDS = 10_000_000;
/** No client gives up a login within this time. */
const GIVEN_UP = 2_000_000;

/** Times at which requests were handed over in the last ten seconds, by run. */
const HANDED = new WeakMap<World, Map<number, readonly Micros[]>>();

/** Calls that have left, indexed by body; `count` is the number of departures indexed. */
const BODIES = new WeakMap<World, { count: number; readonly calls: Map<string, WireCall[]> }>();

export const boundedRequestRate: Invariant = {
  number: 13,
  title: 'requests, logins and repeats stay within their bounds',
  onLeave: (world, { call }) => (takesRisk(call) ? findRepeat(world, call) : undefined),
  onHand: (world, handing) =>
    findFlood(world, handing) ?? findStampede(world, handing) ?? findManyLogins(world, handing),
};

/**
 * Counts requests as they are handed over: a request that waited for a connection may leave
 * together with the next. Cancels and logins are never held back; logins have their own bounds.
 */
function findFlood(world: World, { at, call }: Handing): string | undefined {
  const { method, target } = call.request;
  if (method === 'DELETE' || target.includes('/sso/')) return undefined;
  const lives = HANDED.get(world) ?? new Map<number, readonly Micros[]>();
  HANDED.set(world, lives);
  const recent = (lives.get(call.life) ?? []).filter((one) => one > at - TEN_SECONDS);
  lives.set(call.life, [...recent, at]);
  const count = recent.length + 1;
  return count > MOST_IN_TEN_SECONDS ? `${String(count)} requests within ten seconds` : undefined;
}

/**
 * Successful logins are a token life apart, except for two; refused logins have their own maximum.
 */
function findManyLogins({ wire }: World, { at, call }: Handing): string | undefined {
  if (!call.request.target.includes(LOGIN)) return undefined;
  const isCounted = (one: Handing) =>
    one.call.life === call.life && one.call.request.target.includes(LOGIN);
  const count = wire.logins.filter((one) => isCounted(one) && one.at > at - TEN_MINUTES).length;
  return count > MOST_LOGINS ? `${String(count)} logins within ten minutes` : undefined;
}

/**
 * An order may leave twice only if the first attempt got a 401, which the venue returns before it
 * processes a request. An acceptance leaves once.
 */
function findRepeat(world: World, call: WireCall): string | undefined {
  const { body } = call.request;
  const same = indexBodies(world).get(body.toString('latin1')) ?? [];
  const [before, ...others] = same.filter((one) => one !== call);
  if (before === undefined) return undefined;
  const isAgain = before.status === UNAUTHORIZED && !isAccept(call);
  if (isAgain && others.length === 0) return undefined;
  return `the same order left again: ${body.toString()}`;
}

function indexBodies(world: World): ReadonlyMap<string, readonly WireCall[]> {
  const index = BODIES.get(world) ?? { count: 0, calls: new Map<string, WireCall[]>() };
  BODIES.set(world, index);
  for (const { call } of world.departures.slice(index.count)) {
    const text = call.request.body.toString('latin1');
    const calls = index.calls.get(text);
    if (calls === undefined) index.calls.set(text, [call]);
    else calls.push(call);
  }
  index.count = world.departures.length;
  return index.calls;
}

/** Only one login or renewal at a time: a second one may not even wait for a connection. */
function findStampede({ wire }: World, { at, call }: Handing): string | undefined {
  const { life, request } = call;
  if (!request.target.includes('/sso/')) return undefined;
  const other = wire.logins.find(
    (one) => one.at > at - GIVEN_UP && one.call.life === life && !one.call.isOver,
  );
  return other && `${request.target} though ${other.call.request.target} was under way`;
}
