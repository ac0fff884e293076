// Scripted events of a crash scenario: the fate of the n-th request, and events at given times.
import type { Micros } from '../../domain/index.js';
import { isPlace } from '../platform/request-kinds.js';
import type { WirePlan, WireCall } from '../platform/wire-types.js';
import type { World } from '../simulation/world.js';

/** Adds a scripted event to a world that is about to begin. */
export type Moment = (world: World) => void;

export type Fits = (call: WireCall) => boolean;

export const isCancel: Fits = ({ request: { method } }) => method === 'DELETE';
/** Placement of a resting order (GTT). */
export const isResting: Fits = (call) => isPlace(call) && call.request.body.includes('"GTT"');
export const isQuery: Fits = ({ request: { method, target } }) =>
  method === 'GET' && target.startsWith('/v2/orders?coId=weir-0');

/** The `nth` matching request over all runs, counted from 1. */
export function request(
  fits: Fits,
  nth: number,
  change: (plan: WirePlan, world: World, call: WireCall) => void,
): Moment {
  return (world) => {
    let seen = 0;
    world.wire.meddlers.push((call, plan) => {
      if (!fits(call)) return;
      seen += 1;
      if (seen === nth) change(plan, world, call);
    });
  };
}

export function at(span: Micros, act: (world: World) => unknown): Moment {
  return (world) => {
    world.time.at(span, () => void act(world));
  };
}
