// Invariant 4: halted means silent.
import { takesRisk } from '../faults/fault.js';
import type { Invariant } from './invariant.js';

export const silentHalt: Invariant = {
  number: 4,
  title: 'nothing that takes risk leaves after a halt of everything, or after a stop',
  onLeave: ({ stoppedAt }, { call, wasHalted }) => {
    if (!takesRisk(call) || !(wasHalted || stoppedAt !== undefined)) return undefined;
    const why = wasHalted ? 'trading is halted' : 'the bot was told to stop';
    return `an order left though ${why}: ${call.request.body.toString()}`;
  },
};
