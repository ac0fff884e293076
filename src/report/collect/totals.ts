// Running totals of one strategy in one instrument, from its orders, parents and fills.
import type { Bust, RecordedFill, Fill } from '../../domain/events/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import { fromScaled, powerOfTen } from '../../domain/numbers/index.js';
import { type Side, toSign } from '../../domain/orders/index.js';
import { OpeningPosition } from './opening-position.js';
import { ExactSum } from '../figures/exact-sum.js';
import type { FeeMeter } from '../figures/fees.js';
import { RoundTrips } from '../performance/round-trips.js';
import { type PriceMark, type PriceTrack, toIntegral } from './price-track.js';
import { Progress } from './progress.js';
import type { Interval, StrategyResult, SessionInfo } from '../figures/results.js';

/** Number of orders of these totals in one state. */
export interface StateCount {
  readonly state: string;
  count: number;
}

export class StrategyTotals {
  readonly strategy: string;
  readonly instrument: Instrument;
  orders = 0;
  refusals = 0;
  private readonly track: PriceTrack;
  /** Half ticks x minor units of the base in one unit of the term. */
  private readonly scale2: number;
  private fills = 0;
  private busts = 0;
  private side: 'Buy' | 'Sell' | 'Both' | undefined;
  /** In the order in which they first appeared. */
  private readonly states: StateCount[] = [];
  private readonly requestedUnits = new ExactSum();
  private filledBefore = 0n;
  private carried: OpeningPosition | undefined;
  private readonly bought = { units: new ExactSum(), cash: new ExactSum() };
  private readonly sold = { units: new ExactSum(), cash: new ExactSum() };
  private readonly asked = { units: new ExactSum(), cash2: new ExactSum() };
  private readonly arrival = { units: new ExactSum(), cash2: new ExactSum() };
  private readonly favour2 = new ExactSum();
  /** Bought minus sold units, and sold minus bought cash: for progress, mostly small numbers. */
  private readonly net = { units: new ExactSum(), cash: new ExactSum() };
  readonly trips = new RoundTrips();
  private readonly progress = new Progress();
  private readonly meter: FeeMeter | undefined;
  /** Minor units of the term. */
  private fees = 0n;
  /** Fees in units of the term, for statistics. */
  private feesPaid = 0;
  private start: PriceMark | undefined;
  private end: PriceMark | undefined;

  /** `meter` charges the fills of all totals; without it there are no fees. */
  constructor(strategy: string, instrument: Instrument, track: PriceTrack, meter?: FeeMeter) {
    this.meter = meter;
    this.strategy = strategy;
    this.instrument = instrument;
    this.track = track;
    this.scale2 = 2 * powerOfTen(instrument.ratePrecision) * powerOfTen(instrument.baseDecimals);
  }

  /** Takes over a position of previous runs. */
  carry(units: number): void {
    this.carried = new OpeningPosition(units);
    this.net.units.addProduct(units, 1);
  }

  /** Values the position carried in, once there is a rate. */
  valueCarried(): void {
    const { carried, track } = this;
    const units = carried?.value(track.firstTicks2) ?? 0;
    if (units === 0) return;
    this.trips.fill(units > 0 ? 1 : -1, Math.abs(units), track.firstTicks2 / 2);
    this.progress.add(track.firstAt, ...this.toDrawn());
  }

  /** A trade of a previous run was busted or replaced: books the difference as a trade of now. */
  correctCarried({ side, units, priceTicks }: Bust): void {
    const bought = toSign(side) * units;
    this.carried ??= new OpeningPosition(0);
    this.carried.correct(bought, priceTicks);
    this.net.units.addProduct(bought, 1);
  }

  /**
   * A parent, or an order without one, requests `units` at this arrival; previous runs have filled
   * `before` units of a parent.
   */
  request(at: Instant, side: Side, units: number, arrivalTicks2: number, before = 0): void {
    this.start ??= this.track.mark(at);
    this.see(side);
    this.filledBefore += BigInt(before);
    this.requestedUnits.addProduct(units, 1);
    if (arrivalTicks2 === 0) return;
    this.asked.units.addProduct(units, 1);
    this.asked.cash2.addProduct(units, arrivalTicks2);
  }

  /**
   * Counts an order under its new state; `before` is its previous count, undefined for a new order.
   */
  move(before: StateCount | undefined, after: string): StateCount {
    if (before?.state === after) return before;
    if (before !== undefined) before.count -= 1;
    for (const known of this.states) {
      if (known.state !== after) continue;
      known.count += 1;
      return known;
    }
    const first = { state: after, count: 1 };
    this.states.push(first);
    return first;
  }

  /**
   * Returns the fee in minor units of the term; undefined without fees. `order` identifies the
   * order, if it is known.
   */
  fill(fill: Fill, arrivalTicks2: number, order?: object): bigint | undefined {
    const { units, priceTicks } = fill;
    this.fills += 1;
    this.see(fill.side);
    this.start ??= this.track.mark(fill.at);
    if (this.end === undefined) this.end = this.track.mark(fill.at);
    else this.track.remark(this.end, fill.at);
    this.deal(fill.side, units, priceTicks, arrivalTicks2);
    const fee = this.meter && this.pay(this.meter.charge(fill, order));
    if (this.progress.isDue()) this.progress.add(fill.at, ...this.toDrawn());
    else this.progress.passOver();
    return fee;
  }

  /** Removes a busted fill; its fee stays. `arrivalTicks2` as given with the fill. */
  bust({ at, side, units, priceTicks }: Bust, arrivalTicks2: number): void {
    this.busts += 1;
    this.deal(side, -units, priceTicks, arrivalTicks2);
    if (this.progress.isDue()) this.progress.add(at, ...this.toDrawn());
    else this.progress.passOver();
  }

  /** Corrects the price of a booked fill. */
  reprice({ side, units, priceTicks, bookedTicks }: RecordedFill, arrivalTicks2: number): void {
    this.deal(side, -units, bookedTicks, arrivalTicks2);
    this.deal(side, units, priceTicks, arrivalTicks2);
  }

  /** Negative units remove a fill. */
  private deal(side: Side, units: number, priceTicks: number, arrivalTicks2: number): void {
    const dealt = side === 'Buy' ? this.bought : this.sold;
    dealt.units.addProduct(units, 1);
    dealt.cash.addProduct(units, priceTicks);
    const sign = toSign(side);
    this.net.units.addProduct(units, sign);
    this.net.cash.addProduct(-sign * units, priceTicks);
    if (arrivalTicks2 === 0) return;
    const gain2 = arrivalTicks2 - 2 * priceTicks;
    this.arrival.units.addProduct(units, 1);
    this.arrival.cash2.addProduct(units, arrivalTicks2);
    this.favour2.addProduct(units, sign * gain2);
  }

  private pay(fee: bigint): bigint {
    this.fees += fee;
    this.feesPaid = fromScaled(Number(this.fees), this.instrument.termDecimals);
    return fee;
  }

  finish(endAt: Instant): StrategyResult {
    const position = this.positionUnits();
    const arrival = this.fills > 0 ? this.arrival : this.asked;
    const states = this.states.filter(({ count }) => count > 0);
    return {
      strategy: this.strategy,
      instrument: this.instrument,
      orders: this.orders,
      fills: this.fills,
      busts: this.busts,
      refusals: this.refusals,
      states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
      side: this.side,
      requestedUnits: this.requestedUnits.value(),
      boughtUnits: this.bought.units.value(),
      soldUnits: this.sold.units.value(),
      boughtCash: this.bought.cash.value(),
      soldCash: this.sold.cash.value(),
      positionUnits: position,
      filledBefore: this.filledBefore,
      ...this.tellCarried(),
      lastTicks2: this.track.mid2,
      pnl2: this.pnl2(),
      ...(this.meter === undefined ? {} : { fees: this.fees }),
      arrivalUnits: arrival.units.value(),
      arrivalCash2: arrival.cash2.value(),
      favour2: this.favour2.value(),
      ...this.interval(),
      progress: this.progress.points(endAt, ...this.toDrawn()),
    };
  }

  private tellCarried(): Pick<StrategyResult, 'carried'> {
    const { carried } = this;
    if (carried === undefined) return {};
    return { carried: { units: carried.units.value(), firstTicks2: carried.firstTicks2 } };
  }

  private see(side: Side): void {
    this.side = this.side === undefined || this.side === side ? side : 'Both';
  }

  private positionUnits(): bigint {
    const dealt = this.bought.units.value() - this.sold.units.value();
    return dealt + (this.carried?.units.value() ?? 0n);
  }

  private pnl2(): bigint {
    const cash2 = 2n * (this.sold.cash.value() - this.bought.cash.value());
    const cost2 = this.carried?.cost2.value() ?? 0n;
    return cash2 - cost2 + this.positionUnits() * BigInt(this.track.mid2);
  }

  /** Net, units of the base. */
  get position(): number {
    return this.toDrawn()[0];
  }

  get isExposed(): boolean {
    return this.net.units.low !== 0 || this.net.units.high !== 0n;
  }

  /** Whether there is a rate to value the position. */
  get isMarked(): boolean {
    return this.track.mid2 !== 0 || !this.isExposed;
  }

  /** P&L at the mid after fees in the term currency, for statistics. */
  pnl(): number {
    const { units, cash } = this.net;
    const isLarge = units.high !== 0n || cash.high !== 0n;
    if (isLarge || this.carried !== undefined) return this.toDrawn()[1];
    return (units.low * this.track.mid2 + 2 * cash.low) / this.scale2 - this.feesPaid;
  }

  /** Net position in units of the base, and P&L at the mid after fees in the term currency. */
  private toDrawn(): [position: number, pnl: number] {
    const { baseDecimals, ratePrecision } = this.instrument;
    const { units, cash } = this.net;
    const value2 = units.low * this.track.mid2;
    const sum2 = 2 * cash.low + value2;
    const isExact =
      this.carried === undefined &&
      units.high === 0n &&
      cash.high === 0n &&
      Number.isSafeInteger(value2) &&
      Number.isSafeInteger(sum2);
    const position = fromScaled(isExact ? units.low : Number(this.positionUnits()), baseDecimals);
    const pnl2 = isExact ? sum2 : Number(this.pnl2());
    const pnl = fromScaled(fromScaled(pnl2 / 2, baseDecimals), ratePrecision);
    return [position, pnl - this.feesPaid];
  }

  private interval(): { interval?: Interval } {
    const { start, end, track } = this;
    if (start === undefined || end === undefined || end.mid2 === 0) return {};
    const { at: startAt } = start;
    const { at: endAt } = end;
    const span = Math.max(0, endAt - Math.max(startAt, track.firstAt));
    const integral2 = span > 0 ? toIntegral(end) - toIntegral(start) : BigInt(end.mid2);
    const shown = end.shown - start.shown;
    const vwap2 = shown > 0 ? (end.worth2 - start.worth2) / shown : undefined;
    return { interval: { startAt, endAt, span, integral2, vwap2 } };
  }
}

/** Sorts by the strategies' order in the configuration, then by instrument. */
export function sortTallies(
  tallies: readonly StrategyTotals[],
  { strategies }: Pick<SessionInfo, 'strategies'>,
): readonly StrategyTotals[] {
  const names = strategies.map(({ name }) => name);
  const rank = (tally: StrategyTotals): number => names.indexOf(tally.strategy);
  return [...tallies].sort((a, b) => rank(a) - rank(b) || a.instrument.id - b.instrument.id);
}
