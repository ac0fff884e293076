// All invariants, in the order of their numbers.
import { agreement } from './proof/agreement.js';
import { audit } from './proof/audit.js';
import { boundary } from './proof/boundary.js';
import { excess } from './excess.js';
import { exactlyOnce } from './orders/exactly-once.js';
import { fold } from './proof/fold.js';
import type { Invariant } from './invariant.js';
import { haltSurvives } from './halts/halt-survives.js';
import { closedMeansClosed } from './orders/closed-means-closed.js';
import { journalFirst } from './proof/journal-first.js';
import { killConverges } from './halts/kill-converges.js';
import { limits } from './limits/index.js';
import { liveness } from './liveness.js';
import { lostJournal } from './orders/lost-journal.js';
import { needlessHalt } from './halts/needless-halt.js';
import { noGuess } from './orders/no-guess.js';
import { noSecret } from './proof/no-secret.js';
import { noneLost } from './orders/none-lost.js';
import { oneOrder } from './orders/one-order.js';
import { oneWriter } from './proof/one-writer.js';
import { oneTruth } from './proof/one-truth.js';
import { noPlatformTime } from './proof/no-platform-time.js';
import { parents } from './orders/parents.js';
import { position } from './position.js';
import { boundedRequestRate } from './bounded-request-rate.js';
import { reservations } from './orders/reservations.js';
import { settled } from './settled.js';
import { shownAlive } from './orders/shown-alive.js';
import { silentHalt } from './halts/silent-halt.js';

export const INVARIANTS: readonly Invariant[] = [
  ...[oneOrder, noneLost, position, silentHalt, fold, noGuess, haltSurvives, killConverges],
  ...[
    journalFirst,
    oneWriter,
    exactlyOnce,
    limits,
    boundedRequestRate,
    liveness,
    parents,
    reservations,
  ],
  ...[
    noSecret,
    agreement,
    noPlatformTime,
    boundary,
    closedMeansClosed,
    audit,
    shownAlive,
    oneTruth,
    lostJournal,
  ],
  excess,
];

/**
 * Invariants for worlds without faults and with wide limits: in others a halt can be right and a
 * fill unknown. Limits (12) are checked only in worlds that skip no day.
 */
export const DAYS_INVARIANTS: readonly Invariant[] = [
  ...INVARIANTS.filter((one) => one !== limits),
  ...[needlessHalt, settled],
];
