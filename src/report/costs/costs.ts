// Follows what orders and fills cost against the market, in flat memory.
import {
  assert,
  type Fill,
  HOUR,
  type Instant,
  type OrderView,
  toSign,
} from '../../domain/index.js';
import { isFresh, type OpenOrder } from '../collect/open-orders.js';
import type { PriceTrack } from '../collect/price-track.js';
import { type CostCell, CostLine } from './cost-line.js';
import { toMeasureIndex } from './horizons.js';
import type { FillMarks } from './mark-outs.js';

const ARRIVAL = toMeasureIndex('arrival');
const DECISION = toMeasureIndex('decision');
const HELD = toMeasureIndex('held');
const REFUSED = toMeasureIndex('refused');
const HOURS = 24;
/** What trade ids of provisional fills begin with. */
const STAND_IN = 'provisional-';
/** Ends of an order of which the venue would have nothing. */
const REFUSALS: ReadonlySet<string> = new Set(['REJECTED', 'CANCELED', 'EXPIRED']);

/** Of an order that may still change. */
export interface OrderCosts {
  readonly line: CostLine;
  /** Of the day (UTC), when it was decided. */
  readonly hour: number;
  readonly cell: CostCell;
  readonly placedAt: Instant;
  /** Bid + offer when this very order was decided; 0 when unknown. */
  readonly decisionTicks2: number;
  /** Of this run: when it was decided is known. */
  readonly isFresh: boolean;
  /** It does not rest: what it does not get at once, it does not get. */
  readonly isImmediate: boolean;
}

export class Costs {
  /** By instrument id. */
  private readonly lines: CostLine[][] = [];
  private readonly tracks: readonly PriceTrack[];

  /** By instrument id. */
  constructor(tracks: readonly PriceTrack[]) {
    this.tracks = tracks;
  }

  /** By instrument, then in the order of the first order of each. */
  list(): readonly CostLine[] {
    return this.lines.flat();
  }

  open(view: OrderView): OrderCosts {
    const { id } = view.instrument;
    const track = this.trackOf(id);
    const line = this.lineOf(view);
    const hour = Math.floor(view.at / HOUR) % HOURS;
    const cell = line.cellOf(hour);
    cell.orders += 1;
    track.market.begin(track.lastAt, track);
    const { timeInForce, type, at: placedAt, arrivalTicks2: decisionTicks2 } = view;
    const isImmediate = type === 'Market' || timeInForce === 'IOC' || timeInForce === 'FOK';
    return {
      line,
      hour,
      cell,
      placedAt,
      decisionTicks2,
      isFresh: isFresh(view.state),
      isImmediate,
    };
  }

  /** The order has ended. */
  end({ costs }: OpenOrder, view: OrderView): void {
    if (costs === undefined) return;
    const { line, cell, placedAt, decisionTicks2, isImmediate } = costs;
    const { state, units, filledUnits, instrument, side } = view;
    cell.ended += 1;
    cell.askedUnits += units;
    cell.filledUnits += filledUnits;
    if (state === 'REJECTED') {
      const code = view.rejectCode === '' ? 'unstated' : view.rejectCode;
      cell.rejects.set(code, (cell.rejects.get(code) ?? 0) + 1);
    }
    if (!isImmediate || !costs.isFresh || decisionTicks2 === 0) return;
    line.holdTimes.add(Math.max(0, view.at - placedAt));
    const move2 = toSign(side) * (this.trackOf(instrument.id).mid2 - decisionTicks2);
    // What was refused has to be dealt at the market as it is now.
    if (filledUnits > 0) cell.sums.add(HELD, filledUnits, move2, decisionTicks2);
    else if (REFUSALS.has(state)) cell.sums.add(REFUSED, units, -move2, decisionTicks2);
  }

  /** A fill of an order; `marks` are filled in as time passes. */
  fill(order: OpenOrder, fill: Fill, marks: FillMarks | undefined): void {
    const { costs, arrivalTicks2, bookedUnits } = order;
    if (costs === undefined) return;
    const { line, hour, placedAt, decisionTicks2 } = costs;
    const { units, priceTicks, instrument, counterparty = '' } = fill;
    const cell = line.cellOf(hour, counterparty);
    const { sums } = cell;
    const sign = toSign(fill.side);
    // The venue's clock may differ from ours: a fill lies between its order and its record.
    const executedAt = Math.min(fill.at, Math.max(costs.isFresh ? placedAt : 0, fill.executedAt));
    cell.fills += 1;
    cell.dealtUnits += units;
    sums.add(ARRIVAL, units, sign * (arrivalTicks2 - 2 * priceTicks), arrivalTicks2);
    sums.add(DECISION, units, sign * (decisionTicks2 - 2 * priceTicks), decisionTicks2);
    // When it was executed is not known of a fill that only stands in for its record.
    if (fill.tradeId.startsWith(STAND_IN)) return;
    if (bookedUnits === 0 && costs.isFresh) line.fillTimes.add(executedAt - placedAt);
    this.trackOf(instrument.id).market.add({ executedAt, units, priceTicks, sign, sums, marks });
  }

  /** The session has ended: marks up to then count. */
  finish(endAt: Instant): void {
    for (const track of this.tracks) track.market.finish(endAt);
  }

  /** There are few of an instrument: looking through them costs less than making a key. */
  private lineOf(view: OrderView): CostLine {
    const ofInstrument = (this.lines[view.instrument.id] ??= []);
    for (const line of ofInstrument) if (line.isOf(view)) return line;
    const line = new CostLine(view);
    ofInstrument.push(line);
    return line;
  }

  private trackOf(id: number): PriceTrack {
    const track = this.tracks[id];
    assert(track !== undefined, `no instrument of the session has id ${String(id)}`);
    return track;
  }
}
