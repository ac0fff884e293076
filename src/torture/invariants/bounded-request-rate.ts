// Invariant 13: bounded pressure on the venue.
import type { Micros } from '../../domain/index.js';
import { isAccept, takesRisk } from '../faults/fault.js';
import type { WireCall } from '../platform/network.js';
import type { Handing } from '../simulation/wire.js';
import type { World } from '../simulation/world.js';
import type { Invariant } from './invariant.js';

/**
 * Requests of a life in ten seconds: ten a second, a full bucket before, and ten that go at once as
 * cancels do: the first look of each for the order that it ends.
 */
const MOST_IN_TEN_SECONDS = 120;
const UNAUTHORIZED = 401;
const LOGIN = '/sso/login';
const TEN_MINUTES = 600_000_000;
/** 2 and one for each life of a token, which is a minute in these worlds. */
const MOST_LOGINS = 12;
const TEN_SECONDS = 10_000_000;
/** A client gives none up so soon. */
const GIVEN_UP = 2_000_000;

/** When requests were handed over in the last ten seconds, by life. */
const HANDED = new WeakMap<World, Map<number, readonly Micros[]>>();

/** What has left, by its bytes, so many departures. */
const BODIES = new WeakMap<World, { count: number; readonly calls: Map<string, WireCall[]> }>();

export const pressure: Invariant = {
  number: 13,
  title: 'requests, logins and repeats stay within their bounds',
  onLeave: (world, { call }) => (takesRisk(call) ? findRepeat(world, call) : undefined),
  onHand: (world, handing) =>
    findFlood(world, handing) ?? findStampede(world, handing) ?? findManyLogins(world, handing),
};

/**
 * As they are handed over: what waits for a connection may leave beside the next. Cancels and
 * logins are never held back; logins have bounds of their own.
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

/** Logins that work are a token's life apart, but for two; refused ones have a cap of their own. */
function findManyLogins({ wire }: World, { at, call }: Handing): string | undefined {
  if (!call.request.target.includes(LOGIN)) return undefined;
  const isCounted = (one: Handing) =>
    one.call.life === call.life && one.call.request.target.includes(LOGIN);
  const count = wire.logins.filter((one) => isCounted(one) && one.at > at - TEN_MINUTES).length;
  return count > MOST_LOGINS ? `${String(count)} logins within ten minutes` : undefined;
}

/**
 * An order leaves once, and once more only after a 401: identity is checked first. An acceptance
 * leaves once.
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

/** One login or renewal at a time: another one does not even wait for a connection. */
function findStampede({ wire }: World, { at, call }: Handing): string | undefined {
  const { life, request } = call;
  if (!request.target.includes('/sso/')) return undefined;
  const other = wire.logins.find(
    (one) => one.call.life === life && !one.call.isOver && one.at > at - GIVEN_UP,
  );
  return other && `${request.target} though ${other.call.request.target} was under way`;
}
