// All invariants, in the order of their numbers.
import { audit } from './audit.js';
import { boundary } from './boundary.js';
import { fold } from './fold.js';
import type { Invariant } from './invariant.js';
import { haltSurvives } from './halt-survives.js';
import { honestEnd } from './honest-end.js';
import { journalFirst } from './journal-first.js';
import { killConverges } from './kill-converges.js';
import { limits } from './limits.js';
import { liveness } from './liveness.js';
import { noSecret } from './no-secret.js';
import { noneLost } from './none-lost.js';
import { oneOrder } from './one-order.js';
import { position } from './position.js';
import { pressure } from './pressure.js';
import { silentHalt } from './silent-halt.js';

export const INVARIANTS: readonly Invariant[] = [
  ...[oneOrder, noneLost, position, silentHalt, fold, haltSurvives, killConverges, journalFirst],
  ...[limits, pressure, liveness, noSecret, boundary, honestEnd, audit],
];
