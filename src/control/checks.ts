// Checks that have to pass before an operator may clear a halt, each with what was found.
import type { NetPosition } from '../domain/events/index.js';
import { type Instant, type Instrument, type Micros, MILLISECOND } from '../domain/index.js';
import type { OrderSnapshot } from '../kernel/index.js';
import { compareOpen, subtract } from '../recovery/index.js';
import type { HaltRecord } from '../state/index.js';

/** Shortest age of a halt before it may be cleared, milliseconds. */
export const COOL_DOWN_MS = 60_000;
/** Name of the cool-down check. */
const COOL_DOWN = 'cool-down of 60 s';
const DAILY_LOSS = 'the loss of the day below its limit';
const DRAWDOWN = 'the drawdown of all runs below its limit';
/** Names of checks that only stop trading: a flatten needs none of them. */
export const TRADING_CHECKS: ReadonlySet<string> = new Set([COOL_DOWN, DAILY_LOSS, DRAWDOWN]);
/** Shortest reason, so that a reader of the journal can understand it later. */
export const MIN_REASON = 15;

export interface Check {
  readonly name: string;
  readonly hasPassed: boolean;
  /** Description of what was found. */
  readonly found: string;
  /** An operator may accept what was found. */
  readonly canAccept?: boolean;
}

/** Comparison of the venue's positions with the journal's. */
export interface PositionsFound {
  /** Description of the difference, or why it is unknown; empty when equal. */
  readonly difference: string;
  /** Positions that the venue would have had before the bot's first fill; absent when not read. */
  readonly baseline?: readonly NetPosition[];
}

export interface CheckInputs {
  readonly halts: readonly HaltRecord[];
  /** Time since the newest halt by the session clock, milliseconds. */
  readonly haltedMs: number;
  /** Own orders that are not closed. */
  readonly orders: readonly UnknownOrder[];
  /** Read just now. */
  readonly positions: PositionsFound;
  /** Why the journal's disk cannot be used, tested just now; empty when it can. */
  readonly disk: string;
  /**
   * coIds of active orders that the journal does not have, or why the list is missing; read just
   * now.
   */
  readonly strangers: string;
  /** Daily loss for which the next start would halt again; else empty. */
  readonly dailyLoss: string;
  /** Drawdown since the peak of all runs for which the next start would halt again; else empty. */
  readonly drawdown: string;
  /** Why the venue answered no call under the login, tested just now; empty when it did. */
  readonly login: string;
  /** Difference of positions that the operator accepts, as it was shown; empty for none. */
  readonly accepted: string;
  /** Case number of the venue's support, if the operator gave one. */
  readonly support: string;
  /** Paths of the support bundles. */
  readonly packs: readonly string[];
}

/** States of orders that may or may not be at the venue. */
const UNKNOWN_STATES: ReadonlySet<string> = new Set([
  ...['SENDING', 'UNKNOWN', 'QUARANTINED', 'STATUS_UNKNOWN', 'ZOMBIE'],
]);

type UnknownOrder = Pick<OrderSnapshot, 'coId' | 'contest' | 'state' | 'strategy' | 'symbol'>;

/** The venue closed the order with less filled than it had reported; its trades are polled. */
const CONTESTED = 'closed with less filled than reported';

function isUnknown({ contest, state }: UnknownOrder): boolean {
  return UNKNOWN_STATES.has(state) || contest !== undefined;
}

/** Checks for halts of one cause, besides those of every halt. */
const CAUSES: Readonly<
  Record<string, (inputs: CheckInputs) => Pick<Check, 'name' | 'hasPassed' | 'found'>>
> = {
  // No acceptance of an operator reverses a loss.
  RC43: ({ dailyLoss }) => ({
    name: DAILY_LOSS,
    hasPassed: dailyLoss === '',
    found: dailyLoss === '' ? 'below' : dailyLoss,
  }),
  RC44: ({ drawdown }) => ({
    name: DRAWDOWN,
    hasPassed: drawdown === '',
    found: drawdown === '' ? 'below' : drawdown,
  }),
  // Orders that this bot has not sent, and that maybe nobody monitors.
  RC48: ({ strangers }) => ({
    name: 'no active order that the journal lacks',
    hasPassed: strangers === '',
    found: strangers === '' ? 'none' : strangers,
  }),
  // Serious errors: the venue's support has to explain them first.
  RC52: ({ packs, support }) => ({
    name: "the venue's support case",
    hasPassed: support !== '',
    found: [
      support === '' ? 'none: name it with --support' : support,
      ...(packs.length === 0 ? [] : [`support bundle ${packs.join(', ')}`]),
    ].join('; '),
  }),
  RC54: ({ login }) => ({
    name: 'the venue answers under the login',
    hasPassed: login === '',
    found: login === '' ? 'queried just now' : login,
  }),
  RC59: ({ disk }) => ({
    name: 'the disk of the journal is writable and has space',
    hasPassed: disk === '',
    found: disk === '' ? 'written just now' : disk,
  }),
};

/** Whether the checks of these halts need the list of active orders. */
export function asksForOrders(halts: readonly HaltRecord[]): boolean {
  return halts.some(({ cause }) => cause === 'RC48');
}

export function checkResume(inputs: CheckInputs): readonly Check[] {
  const { halts, haltedMs, orders, positions } = inputs;
  const seconds = String(Math.floor(haltedMs / 1_000));
  const unknown = orders.filter((order) => isUnknown(order) && isCovered(order, halts));
  const names = unknown
    .map(({ coId, contest, state }) => `${coId} ${contest ? CONTESTED : state}`)
    .join(', ');
  const checks: Check[] = [
    {
      name: COOL_DOWN,
      hasPassed: haltedMs >= COOL_DOWN_MS,
      found: `${seconds} s since the last halt`,
    },
    {
      name: 'no order of unknown outcome',
      hasPassed: unknown.length === 0,
      found: names === '' ? 'none' : names,
    },
    checkPositions(positions, inputs.accepted),
  ];
  for (const [cause, check] of Object.entries(CAUSES)) {
    if (halts.some((halt) => halt.cause === cause)) checks.push(check(inputs));
  }
  return checks;
}

function checkPositions({ difference, baseline }: PositionsFound, accepted: string): Check {
  const name = 'positions of venue and journal equal';
  if (difference === '') return { name, hasPassed: true, found: 'equal, read just now' };
  const canAccept = baseline !== undefined;
  return { name, hasPassed: canAccept && difference === accepted, found: difference, canAccept };
}

/** Failed checks as text, without those of the ignored names; empty when all have passed. */
export function listFailedChecks(
  checks: readonly Check[],
  ignored: ReadonlySet<string> = new Set(),
): string {
  return checks
    .filter(({ hasPassed, name }) => !hasPassed && !ignored.has(name))
    .map(({ name, found }) => `${name}: ${found}`)
    .join('; ');
}

/** Compares positions; `own` are the bot's fills, `before` the venue's other positions. */
export function compareWithVenue(
  found: readonly NetPosition[],
  own: readonly NetPosition[],
  before: readonly NetPosition[],
  { at, instruments }: { readonly at: Instant; readonly instruments: readonly Instrument[] },
): PositionsFound {
  const difference = compareOpen([...before, ...own], found, instruments, at);
  return { difference, baseline: subtract(found, own) };
}

/**
 * Active orders that the journal does not have; on a shared login only those with the bot's prefix.
 */
export function findExternalOrders(
  active: readonly string[],
  known: readonly string[],
  others: { readonly prefix: string; readonly areWelcome: boolean },
): string {
  return active
    .filter((coId) => !known.includes(coId))
    .filter((coId) => !others.areWelcome || coId.startsWith(others.prefix))
    .join(' ');
}

/**
 * Smallest possible time since the newest halt: monotonic time at the session's speed, independent
 * of the wall clock. After a restart of the host it is the host's uptime.
 */
export function findAge(
  halts: readonly HaltRecord[],
  now: { readonly mono: Micros; readonly session: Instant; readonly speed: number },
): number {
  const ages = halts.map(({ at, monoAt, wallAt }) => {
    // A pause has a session time only.
    if (wallAt === 0) return (now.session - at) / MILLISECOND;
    const passed = monoAt <= now.mono ? now.mono - monoAt : now.mono;
    return (passed / MILLISECOND) * now.speed;
  });
  return Math.min(...ages);
}

function isCovered(
  { strategy, symbol }: Pick<OrderSnapshot, 'strategy' | 'symbol'>,
  halts: readonly HaltRecord[],
): boolean {
  return halts.some((halt) => {
    if (halt.scope === 'all') return true;
    const isStrategy = halt.strategy === '' || halt.strategy === strategy;
    return isStrategy && (halt.scope === 'strategy' || halt.symbol === symbol);
  });
}

/** Why the typed reason or cause code is not accepted, or undefined. */
export function findWordsFault(
  halts: readonly HaltRecord[],
  { reason, cause }: { readonly reason: string; readonly cause: string },
): string | undefined {
  const short = findShortReason(reason);
  if (short !== undefined) return short;
  const wanted = toCauses(halts);
  if (cause.trim() === wanted) return undefined;
  return `expected the typed cause code ${wanted}, found "${cause.trim()}"`;
}

/** Why a reason is too short, or undefined. */
export function findShortReason(reason: string): string | undefined {
  if (reason.trim().length >= MIN_REASON) return undefined;
  return `expected a reason of at least ${String(MIN_REASON)} characters, found "${reason}"`;
}

/** Cause codes of halts as an operator types them: each once, sorted, with blanks between. */
export function toCauses(halts: readonly HaltRecord[]): string {
  return [...new Set(halts.map(({ cause }) => cause))].sort().join(' ');
}

/**
 * Returns the halts of these ids; a fault text when one is unknown, or when no id is given and the
 * halts differ in cause or scope.
 */
export function pickHalts(
  halts: readonly HaltRecord[],
  ids: readonly string[],
): readonly HaltRecord[] | string {
  const known = halts.map(({ id }) => id).join(', ');
  if (halts.length === 0) return 'there is no halt to clear';
  if (ids.length === 0) {
    const isOne = new Set(halts.map(({ cause, scope }) => `${cause} ${scope}`)).size === 1;
    return isOne
      ? halts
      : `the halts differ in cause or scope: name those to clear with --halt ID (${known})`;
  }
  const missing = ids.find((id) => halts.every((halt) => halt.id !== id));
  if (missing !== undefined) return `expected the id of a halt (${known}), found ${missing}`;
  return halts.filter(({ id }) => ids.includes(id));
}
