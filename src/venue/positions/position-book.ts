// Open positions of users, legal entities and organizations, updated by each trade.
import { findTradeDate } from '../../domain/dates/index.js';
import { DAY, type Instant, type Instrument } from '../../domain/index.js';
import { divideHalfUp, magnitude } from '../../domain/numbers/index.js';
import { toSign } from '../../domain/orders/index.js';
import {
  FINE_TICKS,
  type PositionLevel,
  toTermUnits,
  type TradeLeg,
  type VenuePosition,
  type VenueTrade,
} from '../../domain/venue/index.js';
import type { ForwardCurves } from '../market/forward-curves.js';
import type { ForwardPoints } from '../models/curve.js';
import type { VisibleRate } from '../rate-delay.js';
import type { Flow } from './netting.js';
import { PositionLine } from './position-line.js';

/**
 * Owner of positions; `value` is, by level, the full user name, the account or the organization.
 */
export interface PositionHolder {
  readonly level: PositionLevel;
  readonly org: string;
  readonly value: string;
}

export interface PositionFilter {
  readonly symbol?: string | undefined;
  readonly valueDate?: string | undefined;
  /** Includes settled positions of the last 30 days. */
  readonly isSettledShown?: boolean;
}

interface Entry {
  readonly instrument: Instrument;
  readonly valueDate: string;
  readonly line: PositionLine;
}

/** Rates for unrealized P&L: spot rates and forward points. */
export interface CloseRates {
  readonly forwards: ForwardCurves;
  visibleRate(instrument: Instrument): VisibleRate | undefined;
}

const NO_POINTS: ForwardPoints = { bid: 0, offer: 0 };

export class PositionBook {
  readonly #rates: CloseRates;
  /** By holder, then by symbol and value date. */
  readonly #holders = new Map<string, Map<string, Entry>>();
  /** Legal entities with trades, by organization. */
  readonly #accounts = new Map<string, Set<string>>();

  constructor(rates: CloseRates) {
    this.#rates = rates;
  }

  /** Adds a verified trade; removes a trade with another status. */
  apply(trade: VenueTrade): void {
    const isStanding = trade.status === 'Verified';
    this.#forEachLine(trade, isStanding, (line, leg) => {
      if (isStanding) line.add(toFlow(trade, leg));
      else line.remove(trade.tradeId);
    });
  }

  /** Marks a trade, the oldest that could still change, as final. */
  finalize(trade: VenueTrade): void {
    if (trade.status !== 'Verified') return;
    this.#forEachLine(trade, false, (line) => {
      line.finalize(trade.tradeId);
    });
  }

  /** Open positions not settled by the trade date of `at`, sorted by value date and symbol. */
  list(at: Instant, holder: PositionHolder, filter: PositionFilter = {}): readonly VenuePosition[] {
    const found: VenuePosition[] = [];
    for (const entry of this.#holders.get(toKey(holder))?.values() ?? []) {
      const { instrument, valueDate } = entry;
      if (filter.symbol !== undefined && instrument.symbol !== filter.symbol) continue;
      if (filter.valueDate !== undefined && valueDate !== filter.valueDate) continue;
      if (filter.isSettledShown !== true && isSettled(entry, at)) continue;
      const position = this.#show(at, holder, entry);
      if (position !== undefined) found.push(position);
    }
    return found.sort(compare);
  }

  #show(at: Instant, holder: PositionHolder, entry: Entry): VenuePosition | undefined {
    const { instrument, valueDate, line } = entry;
    const { base, term, cost, realized } = line.netted;
    if (base === 0n) return undefined;
    return {
      level: holder.level,
      levelValue: holder.value,
      instrument,
      valueDate,
      netBase: base,
      netTerm: term,
      rate: Number(divideHalfUp(magnitude(cost), magnitude(base))),
      realized,
      unrealized: this.#findUnrealized(at, entry, base, term),
      children: holder.level === 'org' ? this.#listAccounts(at, holder, entry) : [],
    };
  }

  /** Positions of the legal entities of an organization. */
  #listAccounts(at: Instant, { org }: PositionHolder, entry: Entry): readonly VenuePosition[] {
    const { instrument, valueDate } = entry;
    const filter = { symbol: instrument.symbol, valueDate };
    return [...(this.#accounts.get(org) ?? [])]
      .sort()
      .flatMap((value) => this.list(at, { level: 'account', org, value }, filter));
  }

  /**
   * Unrealized P&L at the touch: long positions at the bid, short ones at the offer, plus the
   * forward points of the value date (0 without a curve).
   */
  #findUnrealized(
    at: Instant,
    { instrument, valueDate }: Entry,
    base: bigint,
    term: bigint,
  ): bigint | undefined {
    const rate = this.#rates.visibleRate(instrument);
    if (rate === undefined) return undefined;
    const points = this.#rates.forwards.points(at, instrument, valueDate) ?? NO_POINTS;
    const spot = base > 0n ? rate.bidTicks : rate.offerTicks;
    const allIn = spot * FINE_TICKS + (base > 0n ? points.bid : points.offer);
    const value = toTermUnits(instrument, magnitude(base), Math.max(0, allIn));
    return term + (base > 0n ? value : -value);
  }

  /** Calls `action` for each line of a trade's legs; creates missing lines if `isMaking`. */
  #forEachLine(
    trade: VenueTrade,
    isMaking: boolean,
    action: (line: PositionLine, leg: TradeLeg) => void,
  ): void {
    const { near, far, org, account } = trade;
    const legs = far === undefined ? [near] : [near, far];
    for (const holder of toHolders(trade)) {
      for (const leg of legs) {
        const line = this.#findLine(toKey(holder), trade, leg.valueDate, isMaking);
        if (line !== undefined) action(line, leg);
      }
    }
    if (!isMaking) return;
    const accounts = this.#accounts.get(org);
    if (accounts === undefined) this.#accounts.set(org, new Set([account]));
    else accounts.add(account);
  }

  #findLine(
    holder: string,
    { instrument, changedAt }: VenueTrade,
    valueDate: string,
    isMaking: boolean,
  ): PositionLine | undefined {
    let entries = this.#holders.get(holder);
    const key = `${valueDate} ${instrument.symbol}`;
    const line = entries?.get(key)?.line;
    if (line !== undefined || !isMaking) return line;
    if (entries === undefined) this.#holders.set(holder, (entries = new Map<string, Entry>()));
    else dropSettled(entries, changedAt);
    const made = new PositionLine();
    entries.set(key, { instrument, valueDate, line: made });
    return made;
  }
}

/** A position is open until the end of its value date. */
function isSettled({ instrument, valueDate }: Entry, at: Instant): boolean {
  return valueDate < findTradeDate(at, instrument);
}

/** How long settled positions are kept. */
const KEPT = 30 * DAY;

function dropSettled(entries: Map<string, Entry>, at: Instant): void {
  for (const [key, entry] of entries) if (isSettled(entry, at - KEPT)) entries.delete(key);
}

function toHolders({ org, account, user, trader = user }: VenueTrade): readonly PositionHolder[] {
  return [
    { level: 'user', org, value: trader },
    { level: 'account', org, value: account },
    { level: 'org', org, value: org },
  ];
}

/** No JSON, because each fill calls this; the length separates organization from value. */
function toKey({ level, org, value }: PositionHolder): string {
  return level === 'user' ? `user ${value}` : `${level} ${String(org.length)} ${org} ${value}`;
}

function toFlow({ tradeId, instrument, dealtCurrency }: VenueTrade, leg: TradeLeg): Flow {
  const side = toSign(leg.side);
  const sign = BigInt(dealtCurrency === instrument.base ? side : -side);
  const base = sign * BigInt(leg.baseUnits);
  return { tradeId, base, term: -sign * leg.termUnits, cost: base * BigInt(leg.rate) };
}

function compare(a: VenuePosition, b: VenuePosition): number {
  if (a.valueDate !== b.valueDate) return a.valueDate < b.valueDate ? -1 : 1;
  return a.instrument.id - b.instrument.id;
}
