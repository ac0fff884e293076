// Writes every output of a backtest's bot as a line of JSON, in order.
import { closeSync, openSync, writeSync } from 'node:fs';
import type {
  Alert,
  KernelRequest,
  Bust,
  Fill,
  Halt,
  Note,
  OrderView,
  ParentView,
  Refusal,
} from '../src/domain/events/index.js';
import { type Fault, type Instant, type Instrument, ok, type Result } from '../src/domain/index.js';
import { fromScaled } from '../src/domain/numbers/index.js';
import type { Side } from '../src/domain/orders/index.js';
import type { QuoteRequestView } from '../src/domain/quotes/index.js';
import type { KernelSink } from '../src/kernel/index.js';
import { JsonBytes } from './json-bytes.js';

type Amount = Pick<Fill, 'instrument' | 'priceTicks' | 'units'>;
type CommandOutput = Parameters<KernelSink['command']>;

/**
 * Writes everything that the digest covers and other outputs of reports. Times are epoch µs, sizes
 * units of the base. After a failed write nothing more is written; `close` returns the fault.
 */
export class EventLog implements KernelSink {
  readonly #descriptor: number;
  readonly #json = new JsonBytes((bytes) => this.#write(bytes));
  readonly #file: string;
  #fault: Fault | undefined;
  #lines = 0;

  private constructor(file: string, descriptor: number) {
    this.#file = file;
    this.#descriptor = descriptor;
  }

  /** Replaces an existing file. Fault code `backtest.events`. */
  static open(file: string): Result<EventLog> {
    try {
      return ok(new EventLog(file, openSync(file, 'w', 0o600)));
    } catch (error) {
      return { ok: false, fault: toFault(error, file) };
    }
  }

  /** Place commands are left out: the order's SENDING line describes them. */
  command(...[{ kind, coId, intentId }, { strategy, parent }, at]: CommandOutput): void {
    if (kind === 'place') return;
    this.#add(at, 'command', { kind, coId, intentId, strategy, parent });
  }

  // Orders and fills are many: their lines are built byte by byte.

  order(view: OrderView): void {
    const json = this.#json;
    const { instrument, side, state } = view;
    this.#begin(view.at, 'order');
    json.text(',"coId":', view.coId);
    json.text(',"state":', state);
    json.text(',"orderId":', view.orderId);
    json.decimal(',"filled":', view.filledUnits, instrument.baseDecimals);
    json.text(',"reason":', view.reason);
    json.text(',"rejectCode":', view.rejectCode);
    if (state === 'SENDING') {
      this.#addNames(view);
      json.text(',"parent":', view.parent);
      this.#addSymbol(instrument, side);
      json.text(',"type":', view.type);
      json.text(',"timeInForce":', view.timeInForce);
      this.#addAmount(view);
    }
    json.plain('}\n');
  }

  fill(fill: Fill): void {
    const json = this.#json;
    this.#begin(fill.at, 'fill');
    json.text(',"tradeId":', fill.tradeId);
    json.text(',"coId":', fill.coId);
    this.#addNames(fill);
    this.#addSymbol(fill.instrument, fill.side);
    this.#addAmount(fill);
    json.integer(',"executedAt":', fill.executedAt);
    json.text(',"provider":', fill.counterparty ?? '');
    json.plain('}\n');
  }

  busted({ at, instrument, units, priceTicks, ...bust }: Bust): void {
    this.#add(at, 'bust', {
      ...bust,
      symbol: instrument.symbol,
      size: toSize(units, instrument),
      price: toPrice(priceTicks, instrument),
    });
  }

  unstarted(): void {
    // unreached: no run went before a backtest
  }

  parent({ at, instrument, bookedCash, ...view }: ParentView): void {
    const { units, filledUnits, bookedUnits, limitTicks, arrivalTicks2, ...others } = view;
    this.#add(at, 'parent', {
      ...others,
      symbol: instrument.symbol,
      size: toSize(units, instrument),
      filled: toSize(filledUnits, instrument),
      limit: toPrice(limitTicks, instrument),
      arrivalMid: toPrice(arrivalTicks2, instrument) / 2,
      averagePrice: bookedUnits === 0 ? 0 : toPrice(Number(bookedCash), instrument) / bookedUnits,
    });
  }

  quotes(view: QuoteRequestView): void {
    const { strategy, requestId, clOrderId, instrument, side, state, isOver, event: word } = view;
    this.#add(view.at, 'quotes', {
      state,
      clOrderId,
      requestId,
      strategy,
      symbol: instrument.symbol,
      side,
      size: toSize(view.units, instrument),
      isOver,
      word,
      reason: view.reason,
      quotes: view.quotes,
      acceptedId: view.acceptedId,
    });
  }

  refused({ at, ...refusal }: Refusal): void {
    this.#add(at, 'refused', refusal);
  }

  note({ at, ...note }: Note): void {
    this.#add(at, 'note', note);
  }

  halted({ at, ...halt }: Halt): void {
    this.#add(at, 'halt', halt);
  }

  alert({ at, ...alert }: Alert): void {
    this.#add(at, 'alert', alert);
  }

  ask({ at, ...ask }: KernelRequest): void {
    this.#add(at, 'ask', ask);
  }

  /** Closes the file and returns the number of lines. Fault code `backtest.events`. */
  close(): Result<number> {
    this.#json.flush();
    closeSync(this.#descriptor);
    return this.#fault === undefined ? ok(this.#lines) : { ok: false, fault: this.#fault };
  }

  #add(at: Instant, event: string, fields: object): void {
    this.#lines++;
    this.#json.any(`${JSON.stringify({ at, event, ...fields })}\n`);
  }

  #begin(at: Instant, event: string): void {
    this.#lines++;
    this.#json.integer('{"at":', at);
    this.#json.text(',"event":', event);
  }

  #addNames({ intentId, strategy }: Pick<Fill, 'intentId' | 'strategy'>): void {
    this.#json.integer(',"intentId":', intentId);
    this.#json.text(',"strategy":', strategy);
  }

  #addSymbol({ symbol }: Instrument, side: Side): void {
    this.#json.text(',"symbol":', symbol);
    this.#json.text(',"side":', side);
  }

  #addAmount({ instrument, priceTicks, units }: Amount): void {
    this.#json.decimal(',"size":', units, instrument.baseDecimals);
    this.#json.decimal(',"price":', priceTicks, instrument.ratePrecision);
  }

  #write(bytes: Uint8Array): void {
    if (this.#fault !== undefined) return;
    try {
      for (let from = 0; from < bytes.length;) from += writeSync(this.#descriptor, bytes, from);
    } catch (error) {
      this.#fault = toFault(error, this.#file);
    }
  }
}

function toFault(error: unknown, where: string): Fault {
  const found = error instanceof Error ? error.message : String(error);
  const message = `cannot write the event log: ${found}`;
  return { code: 'backtest.events', message, where };
}

function toSize(units: number, { baseDecimals }: Instrument): number {
  return fromScaled(units, baseDecimals);
}

function toPrice(ticks: number, { ratePrecision }: Instrument): number {
  return fromScaled(ticks, ratePrecision);
}
