// Runs the checks before halts are cleared: in the bot itself while it runs, in `weir resume` for a
// bot that does not.
import type { ListOutcome } from '../client/index.js';
import type { NetPosition } from '../domain/events/index.js';
import { type Instant, type Instrument, type Result, toPrefix } from '../domain/index.js';
import type { GateSnapshot } from '../risk/gate/index.js';
import { findDailyLoss, findDrawdown, type Limits } from '../risk/index.js';
import { listOwn } from '../recovery/index.js';
import type { SessionPorts, SessionClock } from '../host/index.js';
import type { SessionState } from './session-state.js';
import { findDiskFault, type HaltRecord, type StateDirectory } from '../state/index.js';
import {
  asksForOrders,
  type Check,
  type CheckInputs,
  checkResume,
  compareWithVenue,
  findAge,
  findExternalOrders,
  type PositionsFound,
} from './checks.js';

export interface CheckingBot {
  readonly ports: Pick<SessionPorts, 'clock' | 'disk'>;
  readonly clock: Pick<SessionClock, 'now' | 'speed'>;
  readonly bot: { readonly state: StateDirectory };
  /** Queries the venue. */
  readonly gateway: {
    readPositions(): Promise<ListOutcome<NetPosition>>;
    listActive(): Promise<ListOutcome<string>>;
  };
  /** Others may trade on the login too. */
  readonly areOthersWelcome: boolean;
  /** Limits of the next start; a fault where they cannot be read. */
  readonly limits: Result<Limits>;
  /** Instruments of its positions. */
  readonly instruments: readonly Instrument[];
  /** Support bundles of the halts in force. */
  readonly packs: readonly string[];
}

/** Orders and positions, read after the venue has answered. */
export interface KnowingSession {
  inspect(): {
    readonly snapshot: Pick<SessionState['snapshot'], 'orders' | 'positions'> & {
      readonly gate: Pick<GateSnapshot, 'ledger'> | undefined;
    };
  };
}

export interface ChecksFound {
  readonly checks: readonly Check[];
  readonly positions: PositionsFound;
}

/** `baseline`: positions of the venue besides the bot's own fills. */
export async function checkHalts(
  bot: CheckingBot,
  session: KnowingSession,
  about: { readonly halts: readonly HaltRecord[]; readonly baseline: readonly NetPosition[] },
  { accepted, support }: { readonly accepted: string; readonly support: string },
): Promise<ChecksFound> {
  const { clock, ports } = bot;
  const { halts, baseline } = about;
  const { gateway } = bot;
  const read = await readTwice(ports.clock, () => gateway.readPositions());
  const isListed = asksForOrders(halts);
  const listed = isListed ? await readTwice(ports.clock, () => gateway.listActive()) : NONE_ASKED;
  const { snapshot } = session.inspect();
  const { gate, orders } = snapshot;
  const { instruments } = bot;
  const positions =
    read.class === 'failed'
      ? { difference: `the venue's positions cannot be read: ${read.message}` }
      : compareWithVenue(read.value, listOwn(snapshot), baseline, { at: clock.now(), instruments });
  const now = { mono: ports.clock.monoMicros(), session: clock.now(), speed: clock.speed };
  const { journal, identity } = bot.bot.state;
  const checks = checkResume({
    halts,
    orders,
    positions,
    accepted,
    support,
    packs: bot.packs,
    haltedMs: findAge(halts, now),
    ...findLosses(bot.limits, gate, halts, now.session),
    login: read.class === 'failed' ? read.message : '',
    disk: findDiskFault(ports.disk, journal, identity.environment === 'live'),
    strangers: findActiveStrangers(
      listed,
      orders.map(({ coId }) => coId),
      { prefix: toPrefix(bot.bot.state), areWelcome: bot.areOthersWelcome },
    ),
  });
  return { checks, positions };
}

/** Monotonic time between a read without a response and the next one, milliseconds. */
const READ_AGAIN_MS = 500;

const NONE_ASKED: ListOutcome<string> = { class: 'data', value: [], status: 200 };

/** Repeats a read without a response once, e.g. on a busy host. */
async function readTwice<T>(
  clock: CheckingBot['ports']['clock'],
  read: () => Promise<ListOutcome<T>>,
): Promise<ListOutcome<T>> {
  const first = await read();
  if (first.class !== 'failed' || first.status !== 0) return first;
  await new Promise<void>((resolve) => clock.setTimer(READ_AGAIN_MS, resolve));
  return read();
}

/** An unknown figure counts as a loss. */
function findLosses(
  limits: Result<Limits>,
  gate: Pick<GateSnapshot, 'ledger'> | undefined,
  halts: readonly HaltRecord[],
  at: Instant,
): Pick<CheckInputs, 'dailyLoss' | 'drawdown'> {
  if (!limits.ok || gate === undefined) {
    const unknown = limits.ok
      ? 'the journal has no profit and loss'
      : `the limits cannot be read: ${limits.fault.message}`;
    return { dailyLoss: unknown, drawdown: unknown };
  }
  const { ledger } = gate;
  const halted = halts.filter(({ cause }) => cause === 'RC43');
  const strategies = new Set(halted.map(({ strategy }) => strategy));
  const lost = [...strategies].map((one) => findDailyLoss(limits.value, ledger, one, at));
  const dailyLoss = lost.filter((text) => text !== '').join('; ');
  return { dailyLoss, drawdown: findDrawdown(limits.value, ledger) };
}

function findActiveStrangers(
  listed: ListOutcome<string>,
  known: readonly string[],
  others: Parameters<typeof findExternalOrders>[2],
): string {
  if (listed.class === 'failed') {
    return `the venue's active orders cannot be read: ${listed.message}`;
  }
  return findExternalOrders(listed.value, known, others);
}
