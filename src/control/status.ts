// Status of a bot as an operator reads it: halts, orders, positions, parents.
import {
  type Cash,
  createBuiltInCalendars,
  Settlement,
  TradeDates,
} from '../domain/dates/index.js';
import { formatInstant, type Instant, type Instrument } from '../domain/index.js';
import { formatShortest } from '../domain/numbers/index.js';
import type { KernelSnapshot } from '../kernel/index.js';
import { describePause, type Pause } from '../risk/gate/index.js';
import { type FoundEnd, type PendingResolution, createSayAmount } from '../recovery/index.js';
import type { SessionState } from './session-state.js';
import type { HaltRecord, StateIdentity } from '../state/index.js';
import type { OverrideLine } from './overrides.js';
import type { ShownState } from './messages.js';

export interface OrderStatusLine {
  readonly coId: string;
  readonly orderId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  readonly filled: string;
  readonly price: string;
  readonly state: string;
}

export interface PositionLine {
  readonly strategy: string;
  readonly symbol: string;
  readonly amount: string;
}

interface DatedLine {
  readonly symbol: string;
  /** `YYYY-MM-DD`. */
  readonly valueDate: string;
  readonly amount: string;
}

export interface ParentLine {
  readonly strategy: string;
  readonly key: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  readonly filled: string;
  readonly state: string;
}

/** Plain JSON; amounts in units of the currencies. */
export interface BotStatus {
  /**
   * `blocked`: a process has the lock and does not answer; `ended`: no process runs, and the last
   * one ended with its orders proven ended; `dead`: no process runs, without that proof.
   */
  readonly mode: SessionState['mode'] | 'blocked' | 'ended' | 'dead';
  /** Session time of the last record of a bot that does not answer. */
  readonly lastAt?: string;
  readonly identity: StateIdentity;
  /** First part of the bot's client order ids; absent for a bot of an earlier version. */
  readonly tag?: string;
  readonly epoch: number;
  /** Why nothing may leave now, or empty. */
  readonly refusal: string;
  /** Own orders stay open on purpose until an operator acts; only a running bot reports it. */
  readonly isFrozen: boolean;
  /** control/KILL exists. */
  readonly hasKillFile: boolean;
  /** Description of the file; empty without it. */
  readonly killFile: string;
  /** Returned by commands that act on this status. */
  readonly shown: ShownState;
  /** `off` where no watchdog is configured. */
  readonly guard: 'off' | 'beating' | 'silent';
  /**
   * In the response to a kill: monotonic milliseconds until the flag was set, and until the latch
   * was durable and the cancels were handed over.
   */
  readonly kill?: { readonly flagMs: number; readonly cancelsMs: number };
  readonly halts: readonly HaltRecord[];
  /** Support bundles of halts by serious errors. */
  readonly packs: readonly string[];
  /** Resolutions of a dead bot's open orders; absent when there are none. */
  readonly words?: readonly PendingResolution[];
  /** Overrides in force; none for a bot that does not run. */
  readonly overrides: readonly OverrideLine[];
  /** Pauses in force for a running bot, otherwise those of the next start. */
  readonly pauses: readonly string[];
  /**
   * When the FX day should have ended; it goes on until a response shows the venue's time. Else
   * empty.
   */
  readonly overdueDay: string;
  readonly orders: readonly OrderStatusLine[];
  readonly positions: readonly PositionLine[];
  /** Own trades of the login that have not settled, by value date. */
  readonly dated: readonly DatedLine[];
  /** Settled amounts by currency. */
  readonly cash: readonly Cash[];
  readonly parents: readonly ParentLine[];
}

type SnapshotPart = 'orders' | 'overdueDay' | 'positions' | 'dated' | 'cash' | 'parents' | 'pauses';

/**
 * The part of the status that the kernel's snapshot has at `at`, with the ends that a kill found.
 */
export function describeSnapshot(
  snapshot: KernelSnapshot | null,
  instruments: readonly Instrument[],
  at: Instant,
  ends: readonly FoundEnd[] = [],
): Pick<BotStatus, SnapshotPart> {
  if (snapshot === null) {
    const none = { orders: [], positions: [], dated: [], cash: [], parents: [], pauses: [] };
    return { ...none, overdueDay: '' };
  }
  const bySymbol = new Map(instruments.map((one) => [one.symbol, one]));
  const amount = createSayAmount(instruments);
  const price = (ticks: number, symbol: string): string => {
    const instrument = bySymbol.get(symbol);
    return instrument === undefined ? '' : formatShortest(ticks, instrument.ratePrecision);
  };
  const { orders, positions, parents } = snapshot;
  const { dayEndsAt, isOverdue, settlement } = snapshot.gate.ledger;
  const own = new Settlement(instruments, new TradeDates(createBuiltInCalendars()));
  if (settlement !== undefined) own.restore(settlement);
  return {
    orders: orders.map((order) => ({
      coId: order.coId,
      orderId: order.orderId,
      strategy: order.strategy,
      symbol: order.symbol,
      side: order.side,
      size: amount(order.units, order.symbol),
      filled: amount(order.cumUnits, order.symbol),
      price: price(order.priceTicks, order.symbol),
      state: ends.find(({ coId }) => coId === order.coId)?.status ?? order.state,
    })),
    positions: positions.map(({ strategy, symbol, units }) => ({
      strategy,
      symbol,
      amount: amount(units, symbol),
    })),
    dated: own.list(at).map(({ symbol, units, valueDate }) => {
      return { symbol, valueDate, amount: amount(units, symbol) };
    }),
    cash: own.listCash(at),
    parents: parents.map((parent) => toParentLine(parent, amount)),
    overdueDay: isOverdue === true ? formatInstant(dayEndsAt) : '',
    pauses: snapshot.gate.pauses.map(formatPause),
  };
}

function toParentLine(
  { strategy, key, symbol, side, units, filledUnits, state }: KernelSnapshot['parents'][number],
  amount: ReturnType<typeof createSayAmount>,
): ParentLine {
  return {
    strategy,
    key,
    symbol,
    side,
    state,
    size: amount(units, symbol),
    filled: amount(filledUnits, symbol),
  };
}

/** `RC56: EUR/USD is paused since ... until resume: ...`. */
export function formatPause(pause: Pause): string {
  return `${pause.control}: ${describePause(pause)}`;
}
