// Invariant 4: halted means silent.
import { isPlace } from '../faults/fault.js';
import type { Invariant } from './invariant.js';

export const silentHalt: Invariant = {
  number: 4,
  title: 'nothing that takes risk leaves after a halt of everything',
  onLeave: (_, { call, wasHalted }) =>
    wasHalted && isPlace(call)
      ? `an order left though trading is halted: ${call.request.body.toString()}`
      : undefined,
};
