// Collects the transaction costs of orders and fills against the market, in constant memory.
import type { Fill, OrderView } from '../../domain/events/index.js';
import { assert, HOUR, type Instant } from '../../domain/index.js';
import { toSign } from '../../domain/orders/index.js';
import { isFresh, type OpenOrder } from '../collect/open-orders.js';
import type { PriceTrack } from '../collect/price-track.js';
import { CostLine, type OrderCosts } from './cost-line.js';
import { toMeasureIndex } from './horizons.js';
import type { FillMarks } from './mark-outs.js';

const ARRIVAL = toMeasureIndex('arrival');
const DECISION = toMeasureIndex('decision');
const HELD = toMeasureIndex('held');
const REFUSED = toMeasureIndex('refused');
const HOURS = 24;
/** Prefix of the trade ids of provisional fills. */
const PROVISIONAL = 'provisional-';
/** Ends of an immediate order without a fill that count as refused by the venue. */
const REFUSALS: ReadonlySet<string> = new Set(['REJECTED', 'CANCELED', 'EXPIRED']);

export class Costs {
  /** By instrument id. */
  private readonly lines: CostLine[][] = [];
  private readonly tracks: readonly PriceTrack[];

  /** `tracks` is indexed by instrument id. */
  constructor(tracks: readonly PriceTrack[]) {
    this.tracks = tracks;
  }

  /** By instrument, then by the first order of each line. */
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

  /** Books the end of an order. */
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
    // Unfilled quantity would have to be traded at the present market.
    if (filledUnits > 0) cell.sums.add(HELD, filledUnits, move2, decisionTicks2);
    else if (REFUSALS.has(state)) cell.sums.add(REFUSED, units, -move2, decisionTicks2);
  }

  /** Books a fill of an order; `marks` are filled in as time passes. */
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
    // The execution time of a provisional fill is unknown.
    if (fill.tradeId.startsWith(PROVISIONAL)) return;
    if (bookedUnits === 0 && costs.isFresh) line.fillTimes.add(executedAt - placedAt);
    this.trackOf(instrument.id).market.add({ executedAt, units, priceTicks, sign, sums, marks });
  }

  /** Ends the session: mark-outs up to `endAt` count. */
  finish(endAt: Instant): void {
    for (const track of this.tracks) track.market.finish(endAt);
  }

  /** An instrument has few lines: a linear search is cheaper than a key. */
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
