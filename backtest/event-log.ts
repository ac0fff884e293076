// Every output of a backtest's bot as a line of JSON, in the order in which they happen.
import { closeSync, openSync, writeSync } from 'node:fs';
import {
  type Alert,
  type Ask,
  type Bust,
  type Fault,
  type Fill,
  fromScaled,
  type Halt,
  type Instant,
  type Instrument,
  type Note,
  ok,
  type OrderView,
  type ParentView,
  type Refusal,
  type RequestView,
  type Result,
} from '../src/domain/index.js';
import type { KernelSink } from '../src/kernel/index.js';

type CommandOutput = Parameters<KernelSink['command']>;

/** Bytes that are written at once, and the most that a character takes of them. */
const CHUNK = 65_536;
const MAX_BYTES_A_CHARACTER = 3;
/** Texts that are their own JSON, between quotes: nearly all ids. */
const PLAIN = /^[\w-]*$/;
/** Texts that are kept as JSON. */
const MAX_NAMES = 1_000;

/**
 * Writes all that the digest covers, and what else a report is told. Times are epoch microseconds,
 * sizes units of the base. What the disk refuses is told at the end; nothing is written after it.
 */
export class EventLog implements KernelSink {
  readonly #descriptor: number;
  /** Lines that wait: as one growing text their small parts would outlive a collection. */
  readonly #bytes = Buffer.allocUnsafe(CHUNK);
  #length = 0;
  readonly #names = new Map<string, string>();
  readonly #file: string;
  #fault: Fault | undefined;
  #lines = 0;

  private constructor(file: string, descriptor: number) {
    this.#file = file;
    this.#descriptor = descriptor;
  }

  /** A file that is there is replaced. Fault code `backtest.events`. */
  static open(file: string): Result<EventLog> {
    try {
      return ok(new EventLog(file, openSync(file, 'w', 0o600)));
    } catch (error) {
      return { ok: false, fault: toFault(error, file) };
    }
  }

  /** A place is told by the order that it makes. */
  command(...[{ kind, coId, intentId }, { strategy, parent }, at]: CommandOutput): void {
    if (kind === 'place') return;
    this.#add(at, 'command', { kind, coId, intentId, strategy, parent });
  }

  // Of orders and fills there are many: their lines are put together by hand.

  order(view: OrderView): void {
    this.#line(
      `{"at":${view.at},"event":"order","coId":${quote(view.coId)},"state":"${view.state}",` +
        `"orderId":${quote(view.orderId)},"filled":${toSize(view.filledUnits, view.instrument)},` +
        `"reason":${this.#name(view.reason)},"rejectCode":${this.#name(view.rejectCode)}` +
        `${view.state === 'SENDING' ? this.#toTerms(view) : ''}}\n`,
    );
  }

  fill(fill: Fill): void {
    const { instrument, counterparty } = fill;
    this.#line(
      `{"at":${fill.at},"event":"fill","tradeId":${quote(fill.tradeId)},` +
        `"coId":${quote(fill.coId)},"intentId":${fill.intentId},` +
        `"strategy":${this.#name(fill.strategy)},"symbol":${this.#name(instrument.symbol)},` +
        `"side":"${fill.side}","size":${toSize(fill.units, instrument)},` +
        `"price":${toPrice(fill.priceTicks, instrument)},"executedAt":${fill.executedAt},` +
        `"provider":${this.#name(counterparty ?? '')}}\n`,
    );
  }

  busted({ at, instrument, units, priceTicks, ...bust }: Bust): void {
    this.#add(at, 'bust', {
      ...{ ...bust, symbol: instrument.symbol },
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
      ...{ ...others, symbol: instrument.symbol },
      size: toSize(units, instrument),
      filled: toSize(filledUnits, instrument),
      limit: toPrice(limitTicks, instrument),
      arrivalMid: toPrice(arrivalTicks2, instrument) / 2,
      averagePrice: bookedUnits === 0 ? 0 : toPrice(Number(bookedCash), instrument) / bookedUnits,
    });
  }

  quotes(view: RequestView): void {
    const { strategy, requestId, clOrderId, instrument, side, state, isOver, event: word } = view;
    this.#add(view.at, 'quotes', {
      ...{ state, clOrderId, requestId, strategy, symbol: instrument.symbol, side },
      size: toSize(view.units, instrument),
      ...{ isOver, word, reason: view.reason, quotes: view.quotes, acceptedId: view.acceptedId },
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

  ask({ at, ...ask }: Ask): void {
    this.#add(at, 'ask', ask);
  }

  /** Closes the file: how many lines it has. Fault code `backtest.events`. */
  close(): Result<number> {
    this.#flush();
    closeSync(this.#descriptor);
    return this.#fault === undefined ? ok(this.#lines) : { ok: false, fault: this.#fault };
  }

  #add(at: Instant, event: string, fields: object): void {
    this.#line(`${JSON.stringify({ at, event, ...fields })}\n`);
  }

  #line(text: string): void {
    this.#lines++;
    const most = text.length * MAX_BYTES_A_CHARACTER;
    if (this.#length + most > CHUNK) this.#flush();
    if (most > CHUNK) this.#write(Buffer.from(text));
    else this.#length += this.#bytes.write(text, this.#length);
  }

  #toTerms(view: OrderView): string {
    const { instrument } = view;
    return (
      `,"intentId":${view.intentId},"strategy":${this.#name(view.strategy)},` +
      `"parent":${this.#name(view.parent)},"symbol":${this.#name(instrument.symbol)},` +
      `"side":"${view.side}","type":"${view.type}","timeInForce":"${view.timeInForce}",` +
      `"size":${toSize(view.units, instrument)},"price":${toPrice(view.priceTicks, instrument)}`
    );
  }

  /** A text of which there are few, as JSON. */
  #name(text: string): string {
    let json = this.#names.get(text);
    if (json === undefined) {
      json = quote(text);
      if (this.#names.size < MAX_NAMES) this.#names.set(text, json);
    }
    return json;
  }

  #flush(): void {
    this.#write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
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
  const message = `expected to write the event log, found: ${found}`;
  return { code: 'backtest.events', message, where };
}

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function toSize(units: number, { baseDecimals }: Instrument): number {
  return fromScaled(units, baseDecimals);
}

function toPrice(ticks: number, { ratePrecision }: Instrument): number {
  return fromScaled(ticks, ratePrecision);
}
