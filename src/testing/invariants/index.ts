// All invariants, in the order of their numbers.
import { agreement } from './agreement.js';
import { audit } from './audit.js';
import { boundary } from './boundary.js';
import { excess } from './excess.js';
import { exactlyOnce } from './exactly-once.js';
import { fold } from './fold.js';
import type { Invariant } from './invariant.js';
import { haltSurvives } from './halt-survives.js';
import { honestEnd } from './honest-end.js';
import { journalFirst } from './journal-first.js';
import { killConverges } from './kill-converges.js';
import { limits } from './limits/index.js';
import { liveness } from './liveness.js';
import { lostJournal } from './lost-journal.js';
import { needlessHalt } from './needless-halt.js';
import { noGuess } from './no-guess.js';
import { noSecret } from './no-secret.js';
import { noneLost } from './none-lost.js';
import { oneOrder } from './one-order.js';
import { oneWriter } from './one-writer.js';
import { oneTruth } from './one-truth.js';
import { ownTime } from './own-time.js';
import { parents } from './parents.js';
import { position } from './position.js';
import { pressure } from './pressure.js';
import { reservations } from './reservations.js';
import { settled } from './settled.js';
import { shownAlive } from './shown-alive.js';
import { silentHalt } from './silent-halt.js';

export const INVARIANTS: readonly Invariant[] = [
  ...[oneOrder, noneLost, position, silentHalt, fold, noGuess, haltSurvives, killConverges],
  ...[journalFirst, oneWriter, exactlyOnce, limits, pressure, liveness, parents, reservations],
  ...[noSecret, agreement, ownTime, boundary, honestEnd, audit, shownAlive, oneTruth, lostJournal],
  excess,
];

/**
 * Where no fault comes and limits are wide: elsewhere a halt may be right, and a fill unknown.
 * Limits (12) are left to worlds that leap over no day.
 */
export const DAYS_INVARIANTS: readonly Invariant[] = [
  ...INVARIANTS.filter((one) => one !== limits),
  ...[needlessHalt, settled],
];
