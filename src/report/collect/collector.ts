// Collects the results of one session from its rates and outputs, in constant memory.
import type {
  Alert,
  KernelRequest,
  Bust,
  Fill,
  Halt,
  Note,
  OrderView,
  ParentView,
  RecordedFill,
  Refusal,
  RefusedParent,
} from '../../domain/events/index.js';
import { assert, type Instant, NEVER } from '../../domain/index.js';
import type { QuoteRequestView } from '../../domain/quotes/index.js';
import type { ObservedLimit } from '../../domain/venue/index.js';
import { findRow, type RateColumns } from '../../recordings/index.js';
import { BoundedRows, MAX_OPEN, MAX_ROWS } from './bounded.js';
import { BustedTrades } from './busted-trades.js';
import { Costs } from '../costs/costs.js';
import type { Collector } from './collects.js';
import { createMarks } from '../costs/mark-outs.js';
import { FeeMeter } from '../figures/fees.js';
import type { SeeChange } from '../performance/equity.js';
import { Performance, type SessionStatus } from '../performance/performance.js';
import { Parents } from './parents.js';
import { PriceTrack, toShown } from './price-track.js';
import {
  createOpenOrder,
  createRow,
  isFresh,
  isSettled,
  OpenOrders,
  updateOrder,
} from './open-orders.js';
import { QuoteCounts } from './quote-figures.js';
import type { Detail, OrderRow, Results, SessionInfo } from '../figures/results.js';
import { createFillRow, createFillRows, createOrderRows, type RowFile } from '../csv/row-file.js';
import { Stops } from './stops.js';
import { Tallies } from './totals-register.js';
import { ValueDates } from '../figures/value-dates.js';

/** `see` is called with the P&L changes per minute, of which only sums are kept here. */
export function createCollector(
  info: SessionInfo,
  detail: Detail = 'full',
  see?: SeeChange,
): Collector {
  return new SessionCollector(info, detail, see);
}

class SessionCollector implements Collector {
  private readonly info: SessionInfo;
  private readonly tracks: PriceTrack[] = [];
  private readonly tallies: Tallies;
  private readonly quoteCounts = new QuoteCounts();
  private readonly orderRows: RowFile<OrderRow>;
  private readonly fillRows: ReturnType<typeof createFillRows>;
  private readonly parents: Parents;
  private readonly stops = new Stops();
  private readonly noteRows = new BoundedRows<Note>(MAX_ROWS);
  private readonly costs: Costs | undefined;
  private readonly performance: Performance;
  private readonly openOrders = new OpenOrders(MAX_OPEN);
  private firstOutputAt: Instant = NEVER;
  /** Intent id of the first order of this run; orders below it are of previous runs. */
  private firstIntentId = Infinity;
  private readonly busts: BustedTrades;
  private readonly valueDates: ValueDates;
  private results: Results | undefined; // once the session is over
  /** Time at which the P&L is next computed. */
  private lookAt: Instant = NEVER;

  constructor(info: SessionInfo, detail: Detail, see?: SeeChange) {
    this.info = info;
    const rows = detail === 'full' ? MAX_ROWS : 0;
    this.orderRows = createOrderRows(rows);
    this.fillRows = createFillRows(rows);
    this.busts = new BustedTrades(this.fillRows);
    this.valueDates = new ValueDates(info);
    this.parents = new Parents(MAX_ROWS, MAX_OPEN, info.carried?.parents);
    for (const halt of info.carried?.gate?.halts ?? []) this.stops.halted(halt);
    for (const { id } of info.instruments) this.tracks[id] = new PriceTrack();
    this.costs = detail === 'full' ? new Costs(this.tracks) : undefined;
    const { instruments, currency = instruments[0]?.term ?? '', fees } = info;
    this.tallies = new Tallies(this.tracks, fees && new FeeMeter(fees));
    this.performance = new Performance(currency, instruments, this.tracks, see);
    if (this.tallies.carry(info)) this.lookAt = 0;
  }

  rate(at: Instant, instrument: number, bid: number, offer: number, shown = 0): void {
    this.take(at, instrument, bid, offer, shown);
    if (at >= this.lookAt) this.look(at);
  }

  rates(columns: RateColumns, from: number, to: number): void {
    const { at, instrument, bidTicks, offerTicks, bidUnits, offerUnits } = columns;
    for (let start = from; start < to;) {
      const end = Math.min(to, findRow(at, start, to, this.lookAt) + 1);
      for (let i = start; i < end; i++) {
        const shown = toShown(bidUnits[i] ?? 0, offerUnits[i] ?? 0);
        this.take(at[i] ?? 0, instrument[i] ?? 0, bidTicks[i] ?? 0, offerTicks[i] ?? 0, shown);
      }
      const newestAt = at[end - 1] ?? 0;
      if (newestAt >= this.lookAt) this.look(newestAt);
      start = end;
    }
  }

  private take(at: Instant, instrument: number, bid: number, offer: number, shown: number): void {
    const track = this.tracks[instrument];
    if (track === undefined) assert(false, `no instrument of the session has id ${instrument}`);
    if (track.recent.isNeeded) track.recent.add(at, bid, offer);
    track.rate(at, bid, offer, shown);
  }

  order(view: OrderView): void {
    const open = this.openOrders.find(view.intentId);
    if (open === undefined) {
      this.openOrder(view);
      return;
    }
    if (view.isTerminal && !open.hasEnded) this.costs?.end(open, view);
    updateOrder(open, view);
    if (isSettled(open)) this.openOrders.remove(open);
  }

  parent(view: ParentView): void {
    this.begin(view.at);
    if (!this.parents.see(view)) return;
    const tally = this.tallies.of(view.strategy, view.instrument);
    const before = this.parents.findBefore(view);
    tally.request(view.at, view.side, view.units - before, view.arrivalTicks2, before);
  }

  unstarted(view: ParentView): void {
    this.begin(view.at);
    this.parents.addUnstarted(view);
  }

  parentRefused(parent: RefusedParent): void {
    this.begin(parent.at);
    this.parents.addRefused(parent);
  }

  quotes(view: QuoteRequestView): void {
    this.begin(view.at);
    this.quoteCounts.take(view);
  }

  fill(told: Fill): void {
    this.begin(told.at);
    this.valueDates.fill(told);
    const earlier = this.busts.takeEarlier(told);
    if (earlier > 0) this.correctCarried({ ...told, units: earlier });
    if (earlier === told.units) return;
    const fill = earlier === 0 ? told : { ...told, units: told.units - earlier };
    const open = this.openOrders.find(fill.intentId);
    const tally = open?.tally ?? this.tallies.of(fill.strategy, fill.instrument);
    const arrivalTicks2 = open?.arrivalTicks2 ?? 0;
    tally.valueCarried();
    const fee = tally.fill(fill, arrivalTicks2, open);
    this.performance.fill(tally, fill, fee);
    this.lookAt = this.performance.equity.dueAt;
    const marks = this.costs && createMarks();
    if (open !== undefined) this.costs?.fill(open, fill, marks);
    if (marks === undefined) this.fillRows.leftOut += 1;
    else {
      const { mid2 } = this.tallies.trackOf(fill.instrument);
      this.fillRows.add(createFillRow(fill, open, mid2, marks, fee));
    }
    if (open === undefined) return;
    open.bookedUnits += fill.units;
    if (isSettled(open)) this.openOrders.remove(open);
  }

  busted(told: Bust): void {
    this.begin(told.at);
    this.valueDates.busted(told);
    const booked = this.busts.take(told, this.firstIntentId);
    if (booked === undefined) {
      this.correctCarried({ ...told, side: told.side === 'Buy' ? 'Sell' : 'Buy' });
      return;
    }
    const { bust, arrivalTicks2 = this.openOrders.find(told.intentId)?.arrivalTicks2 } = booked;
    const tally = this.tallies.of(bust.strategy, bust.instrument);
    this.performance.bust(tally, bust);
    this.lookAt = this.performance.equity.dueAt;
    tally.bust(bust, arrivalTicks2 ?? 0);
  }

  recorded(record: RecordedFill): void {
    this.valueDates.fill(record);
    this.busts.record(record, this.tallies, this.performance);
  }

  refused(refusal: Refusal): void {
    this.begin(refusal.at);
    this.stops.refused(refusal);
    const instrument = this.info.instruments.find(({ symbol }) => symbol === refusal.symbol);
    if (instrument !== undefined) this.tallies.of(refusal.strategy, instrument).refusals += 1;
  }

  note(note: Note): void {
    this.begin(note.at);
    this.noteRows.add(note);
  }

  halted(halt: Halt): void {
    this.begin(halt.at);
    this.stops.halted(halt);
  }

  alert(alert: Alert): void {
    this.begin(alert.at);
    this.stops.alert(alert);
  }

  readonly ask = (ask: KernelRequest) => this.stops.ask(ask);

  readonly observed = (limits: readonly ObservedLimit[]) => this.stops.observe(limits);

  status(): SessionStatus {
    return this.performance.describe(this.tallies.list);
  }

  finish(at: Instant, digest: string): Results {
    return (this.results ??= this.close(at, digest));
  }

  private close(at: Instant, digest: string): Results {
    this.costs?.finish(at);
    this.parents.requestRefused(this.tallies);
    if (this.lookAt !== NEVER) this.look(at);
    this.performance.equity.finish(at);
    const instruments = this.info.instruments.map((one) => this.tallies.trackOf(one).notify(one));
    const firstRates = this.tracks.filter(({ rates }) => rates > 0).map(({ firstAt }) => firstAt);
    return {
      info: this.info,
      startAt: Math.min(at, this.firstOutputAt, ...firstRates),
      endAt: at,
      digest,
      rates: instruments.reduce((sum, { rates }) => sum + rates, 0),
      instruments,
      performance: this.performance,
      costs: this.costs?.list() ?? [],
      ledgers: this.tallies.sort(this.info).map((tally) => tally.finish(at)),
      orders: this.orderRows,
      fills: this.fillRows,
      parents: this.parents.rows,
      unstarted: this.parents.unstarted,
      refusedParents: this.parents.refused,
      ...this.stops.notify(),
      ...this.valueDates.notify(at),
      notes: this.noteRows,
      quotes: this.quoteCounts.list(),
    };
  }

  /** A trade of a previous run was busted or replaced: books the difference as a trade of now. */
  private correctCarried(dealt: Bust): void {
    const tally = this.tallies.of(dealt.strategy, dealt.instrument);
    tally.valueCarried();
    this.performance.fill(tally, dealt);
    this.lookAt = this.performance.equity.dueAt;
    tally.correctCarried(dealt);
  }

  private look(at: Instant): void {
    this.performance.equity.start(at);
    this.performance.look(at, this.tallies.list);
    this.lookAt = this.performance.equity.dueAt;
  }

  private openOrder(view: OrderView): void {
    this.begin(view.at);
    if (isFresh(view.state)) this.firstIntentId = Math.min(this.firstIntentId, view.intentId);
    const tally = this.tallies.of(view.strategy, view.instrument);
    const parent = view.parent === '' ? undefined : this.parents.find(view.strategy, view.parent);
    const arrivalTicks2 = (parent ?? view).arrivalTicks2;
    const row = this.costs && createRow(view, arrivalTicks2);
    if (row === undefined) this.orderRows.leftOut += 1;
    else this.orderRows.add(row);
    const costs = this.costs?.open(view);
    const open = createOpenOrder(view, { tally, arrivalTicks2, costs, row });
    if (view.isTerminal) this.costs?.end(open, view);
    if (!isSettled(open)) this.openOrders.add(open);
    tally.orders += 1;
    if (parent === undefined) tally.request(view.at, view.side, view.units, arrivalTicks2);
  }

  private begin(at: Instant): void {
    if (at < this.firstOutputAt) this.firstOutputAt = at;
  }
}
