// What has to hold before a person may end a halt, each with what was found.
import {
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  type NetPosition,
} from '../domain/index.js';
import type { OrderSnapshot } from '../kernel/index.js';
import { compareOpen, subtract } from '../recovery/index.js';
import type { HaltRecord } from '../state/index.js';

/** Time that a halt holds at least, and that a read of positions counts, milliseconds. */
export const COOL_DOWN_MS = 60_000;
/** Name of its check. */
const COOL_DOWN = 'cool-down of 60 s';
const DAILY_LOSS = 'the loss of the day below its limit';
const DRAWDOWN = 'the drawdown of all runs below its limit';
/** Names of those that keep from trading on, not from closing what is held. */
export const TRADING_CHECKS: ReadonlySet<string> = new Set([COOL_DOWN, DAILY_LOSS, DRAWDOWN]);
/** Least length of a reason: somebody has to be able to read it later. */
export const MIN_REASON = 15;

export interface Check {
  readonly name: string;
  readonly isGreen: boolean;
  /** What was found, in words. */
  readonly found: string;
  /** A person may take what was found for right. */
  readonly canAccept?: boolean;
}

/** What venue and journal say that is held. */
export interface PositionsFound {
  /** What differs, or why it is not known, in words; empty when nothing does. */
  readonly difference: string;
  /** What the venue would have held before the bot's first fill; absent when it was not read. */
  readonly baseline?: readonly NetPosition[];
}

export interface CheckInputs {
  readonly halts: readonly HaltRecord[];
  /** Time since the latest of them by the session's clock, milliseconds. */
  readonly haltedMs: number;
  /** Own orders that are not settled. */
  readonly orders: readonly DoubtedOrder[];
  /** Read just now. */
  readonly positions: PositionsFound;
  /** Why the journal's disk cannot be trusted, tried just now; empty when it can. */
  readonly disk: string;
  /** coIds of active orders that the journal does not know, or why none is known; read just now. */
  readonly strangers: string;
  /** What the halted have lost today, where a start would halt for it again; else empty. */
  readonly dailyLoss: string;
  /** What was lost since the peak of all runs, likewise. */
  readonly drawdown: string;
  /** Why the venue answered no call under the login, tried just now; empty when it did. */
  readonly login: string;
  /** The difference that a person takes for right, as it was shown; empty for none. */
  readonly accepted: string;
  /** The venue's support case, if one was named. */
  readonly support: string;
  /** What the venue's support needs, in files. */
  readonly packs: readonly string[];
}

/** Orders in these states may be at the venue or not. */
const IN_DOUBT: ReadonlySet<string> = new Set([
  ...['SENDING', 'UNKNOWN', 'QUARANTINED', 'STATUS_UNKNOWN', 'ZOMBIE'],
]);

type DoubtedOrder = Pick<OrderSnapshot, 'coId' | 'contest' | 'state' | 'strategy' | 'symbol'>;

/** The venue ended it with less filled than it told of before, and its trades are asked for. */
const CONTESTED = 'told as filled, then denied';

function isInDoubt({ contest, state }: DoubtedOrder): boolean {
  return IN_DOUBT.has(state) || contest !== undefined;
}

/** Checks of one cause beside those of every halt. */
const CAUSES: Readonly<
  Record<string, (inputs: CheckInputs) => Pick<Check, 'name' | 'isGreen' | 'found'>>
> = {
  // What is lost does not come back by a person's word.
  RC43: ({ dailyLoss }) => ({
    name: DAILY_LOSS,
    isGreen: dailyLoss === '',
    found: dailyLoss === '' ? 'below' : dailyLoss,
  }),
  RC44: ({ drawdown }) => ({
    name: DRAWDOWN,
    isGreen: drawdown === '',
    found: drawdown === '' ? 'below' : drawdown,
  }),
  // Orders that nobody here has sent, and maybe nobody watches.
  RC48: ({ strangers }) => ({
    name: 'no active order that the journal does not know',
    isGreen: strangers === '',
    found: strangers === '' ? 'none' : strangers,
  }),
  // Serious errors, which the venue's support has to explain first.
  RC52: ({ packs, support }) => ({
    name: "the venue's support case",
    isGreen: support !== '',
    found: [
      support === '' ? 'none: name it with --support' : support,
      ...(packs.length === 0 ? [] : [`support pack ${packs.join(', ')}`]),
    ].join('; '),
  }),
  RC54: ({ login }) => ({
    name: 'the venue answers under the login',
    isGreen: login === '',
    found: login === '' ? 'asked just now' : login,
  }),
  RC59: ({ disk }) => ({
    name: 'the disk takes records, with room for more',
    isGreen: disk === '',
    found: disk === '' ? 'written just now' : disk,
  }),
};

/** Whether the halts ask for the list of active orders. */
export function asksForOrders(halts: readonly HaltRecord[]): boolean {
  return halts.some(({ cause }) => cause === 'RC48');
}

export function checkResume(inputs: CheckInputs): readonly Check[] {
  const { halts, haltedMs, orders, positions } = inputs;
  const seconds = String(Math.floor(haltedMs / 1_000));
  const doubtful = orders.filter((order) => isInDoubt(order) && isCovered(order, halts));
  const names = doubtful
    .map(({ coId, contest, state }) => `${coId} ${contest ? CONTESTED : state}`)
    .join(', ');
  const checks: Check[] = [
    {
      name: COOL_DOWN,
      isGreen: haltedMs >= COOL_DOWN_MS,
      found: `${seconds} s since the last halt`,
    },
    {
      name: 'no order of unknown outcome',
      isGreen: doubtful.length === 0,
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
  if (difference === '') return { name, isGreen: true, found: 'equal, read just now' };
  const canAccept = baseline !== undefined;
  return { name, isGreen: canAccept && difference === accepted, found: difference, canAccept };
}

/** Compares the two; `own` are the bot's fills, `before` what the venue held besides. */
export function comparePlaces(
  found: readonly NetPosition[],
  own: readonly NetPosition[],
  before: readonly NetPosition[],
  { at, instruments }: { readonly at: Instant; readonly instruments: readonly Instrument[] },
): PositionsFound {
  const difference = compareOpen([...before, ...own], found, instruments, at);
  return { difference, baseline: subtract(found, own) };
}

/** Active orders that are neither known nor, where the login is shared, somebody else's. */
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
 * Time since the latest of the halts, at least: machine time at the session's speed, in which no
 * wall clock has a say. A machine that was started anew since then has run for so long.
 */
export function findAge(
  halts: readonly HaltRecord[],
  now: { readonly mono: Micros; readonly session: Instant; readonly speed: number },
): number {
  const ages = halts.map(({ at, monoAt, wallAt }) => {
    // A pause is known by session time only.
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

/** Why the person's own words do not do, or undefined. */
export function findWordsFault(
  halts: readonly HaltRecord[],
  { reason, cause }: { readonly reason: string; readonly cause: string },
): string | undefined {
  if (reason.trim().length < MIN_REASON) {
    return `expected a reason of at least ${String(MIN_REASON)} characters, found "${reason}"`;
  }
  const wanted = toCauses(halts);
  if (cause.trim() === wanted) return undefined;
  return `expected the cause code ${wanted} to be typed, found "${cause.trim()}"`;
}

/** The cause codes of halts as a person types them: once each, in order, with blanks between. */
export function toCauses(halts: readonly HaltRecord[]): string {
  return [...new Set(halts.map(({ cause }) => cause))].sort().join(' ');
}

/**
 * The halts of these ids; a fault text when one is not known, or none is named among several that
 * differ in cause or scope.
 */
export function pickHalts(
  halts: readonly HaltRecord[],
  ids: readonly string[],
): readonly HaltRecord[] | string {
  const known = halts.map(({ id }) => id).join(', ');
  if (halts.length === 0) return 'expected a halt to end, found none';
  if (ids.length === 0) {
    const isOne = new Set(halts.map(({ cause, scope }) => `${cause} ${scope}`)).size === 1;
    return isOne ? halts : `expected --halt ID (${known}), found none`;
  }
  const missing = ids.find((id) => halts.every((halt) => halt.id !== id));
  if (missing !== undefined) return `expected the id of a halt (${known}), found ${missing}`;
  return halts.filter(({ id }) => ids.includes(id));
}
