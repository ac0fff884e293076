// Turns journal records on orders and quote requests into rows of a table.
import type { TableColumn } from '../../recordings/index.js';
import type {
  BustEvent,
  EgressRefusalEvent,
  Fill,
  Halt,
  OrderEvent,
  Refusal,
  SubmitResultEvent,
} from '../../domain/events/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import type { QuoteReportEvent } from '../../domain/quotes/index.js';
import type { JournalRecord } from '../../journal/index.js';

/** One event of an order or a quote request, in the journal's terms. */
export interface OrderRow {
  /** Session time of the record. */
  readonly time: Instant;
  readonly event: string;
  readonly coId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly strategy?: string | undefined;
  readonly symbol?: string | undefined;
  readonly side?: string | undefined;
  readonly type?: string | undefined;
  readonly timeInForce?: string | undefined;
  /** Units of the base currency. */
  readonly size?: number | undefined;
  readonly price?: number | undefined;
  readonly filled?: number | undefined;
  readonly status?: string | undefined;
  /** Reason code of the venue, or id of the control. */
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  readonly tradeId?: string | undefined;
  readonly provider?: string | undefined;
  /** By the venue's clock. */
  readonly venueTime?: Instant | undefined;
}

type OptionalName = Exclude<keyof OrderRow, 'time' | 'event'>;

const TYPES: Readonly<Record<OptionalName, 'text' | 'number' | 'instant'>> = {
  coId: 'text',
  orderId: 'text',
  strategy: 'text',
  symbol: 'text',
  side: 'text',
  type: 'text',
  timeInForce: 'text',
  size: 'number',
  price: 'number',
  filled: 'number',
  status: 'text',
  code: 'text',
  reason: 'text',
  tradeId: 'text',
  provider: 'text',
  venueTime: 'instant',
};

export const ORDER_COLUMNS: readonly TableColumn<OrderRow>[] = [
  { name: 'time', type: 'instant', cell: ({ time }) => time },
  { name: 'event', type: 'text', cell: ({ event }) => event },
  ...(Object.keys(TYPES) as OptionalName[]).map((name): TableColumn<OrderRow> => {
    // the journal writes an absent text as an empty one
    const cell = (row: OrderRow) => (row[name] === '' ? undefined : row[name]);
    return { name, type: TYPES[name], isOptional: true, cell };
  }),
];

/** Terms of a command, kept for later records that name the order only by id. */
export interface OrderTerms {
  readonly kind: string;
  readonly coId: string;
  readonly orderId?: string;
  readonly strategy: string;
  readonly symbol?: string;
  readonly side?: string;
  readonly type?: string;
  readonly timeInForce?: string;
  readonly units?: number;
  readonly priceTicks?: number;
}

/** Most orders and quote requests whose terms are remembered. */
const MAX_REMEMBERED = 100_000;

export class OrderEvents {
  readonly #find: (symbol: string) => Instrument | undefined;
  /** By coId, oldest first; a quote request with its newest reported event. */
  readonly #known = new Map<string, { readonly terms: OrderTerms; word: string }>();

  /** `find` returns instruments of the session. */
  constructor(find: (symbol: string) => Instrument | undefined) {
    this.#find = find;
  }

  /** Terms of an order or quote request; undefined once forgotten. */
  termsOf(coId: string): OrderTerms | undefined {
    return this.#known.get(coId)?.terms;
  }

  /** The row of a record; undefined where it has no news of an order. */
  toRow({ type, data, stamp }: JournalRecord): OrderRow | undefined {
    const time = stamp.session;
    switch (type) {
      case 'command':
        return { time, ...this.#command(data as OrderTerms) };
      case 'send-start': {
        const { kind, coId, attempt } = data as SendStart;
        const status = attempt > 1 ? `attempt ${String(attempt)}` : '';
        return { time, event: `sent ${kind}`, ...this.#about(coId), status };
      }
      case 'send-result':
        return { time, ...this.#answer(data as SubmitResultEvent) };
      case 'egress': {
        const { coId, kind, reason } = data as EgressRefusalEvent;
        return { time, event: `held back ${kind}`, ...this.#about(coId), reason };
      }
      case 'order':
        return { time, ...this.#status(data as OrderEvent) };
      case 'fill':
        return { time, ...this.#fill(data as JournaledFill) };
      case 'bust':
        return { time, ...this.#bust(data as BustEvent) };
      case 'quotes':
        return this.#request(time, data as QuoteReportEvent);
      case 'refused': {
        const { strategy, symbol, rule: code, message: reason } = data as Refusal;
        return { time, event: 'refused', strategy, symbol, code, reason };
      }
      case 'halt': {
        const { strategy, symbol, rule: code, reason } = data as Halt;
        return { time, event: 'halt', strategy, symbol, code, reason };
      }
      default:
        return undefined;
    }
  }

  #command(terms: OrderTerms): Omit<OrderRow, 'time'> {
    const { kind, coId, orderId, type, timeInForce, units, priceTicks } = terms;
    // an acceptance has the coId of its quote request, whose terms stay
    const isNew = kind === 'rfs' || (kind === 'place' && !this.#known.has(coId));
    if (isNew) this.#remember(terms);
    const asked = { size: this.#toSize(terms, units), price: this.#toPrice(terms, priceTicks) };
    const { side } = terms;
    return {
      event: `command ${kind}`,
      ...this.#about(coId),
      orderId,
      side,
      type,
      timeInForce,
      ...asked,
    };
  }

  #remember(terms: OrderTerms): void {
    this.#known.delete(terms.coId);
    this.#known.set(terms.coId, { terms, word: '' });
    if (this.#known.size <= MAX_REMEMBERED) return;
    const [oldest = ''] = this.#known.keys();
    this.#known.delete(oldest);
  }

  #answer({ kind, coId, status, code, message, orderId }: SubmitResultEvent) {
    const word = status === 0 ? 'none' : String(status);
    const about = this.#about(coId);
    return { event: `answered ${kind}`, ...about, orderId, status: word, code, reason: message };
  }

  #status({ coId, orderId, status, reason, transactAt, ...view }: OrderEvent) {
    const about = { ...this.#about(coId), symbol: view.symbol };
    return {
      event: 'status',
      ...about,
      orderId,
      side: view.side,
      status,
      reason,
      size: this.#toSize(about, view.units),
      price: this.#toPrice(about, view.priceTicks),
      filled: this.#toSize(about, view.cumUnits),
      venueTime: transactAt === 0 ? undefined : transactAt,
    };
  }

  #fill(fill: JournaledFill) {
    const { coId, strategy, symbol, side, tradeId, counterparty, executedAt } = fill;
    return {
      event: 'fill',
      coId,
      strategy,
      symbol,
      side,
      tradeId,
      provider: counterparty,
      filled: this.#toSize(fill, fill.units),
      price: this.#toPrice(fill, fill.priceTicks),
      venueTime: executedAt,
    };
  }

  #bust({ coId, orderId, tradeId, units, priceTicks }: BustEvent) {
    const about = this.#about(coId);
    const [filled, price] = [this.#toSize(about, units), this.#toPrice(about, priceTicks)];
    return { event: 'bust', ...about, orderId, tradeId, filled, price };
  }

  #request(time: Instant, { clOrderId, requestId, event, reason }: QuoteReportEvent) {
    const known = this.#known.get(clOrderId);
    if (known?.word === event) return undefined;
    if (known !== undefined) known.word = event;
    const about = { ...this.#about(clOrderId), orderId: requestId };
    return { time, event: 'request', ...about, status: event, reason };
  }

  #about(coId: string): Pick<OrderRow, 'coId' | 'strategy' | 'symbol'> {
    const { strategy, symbol } = this.termsOf(coId) ?? {};
    return { coId, strategy, symbol };
  }

  #toSize({ symbol = '' }: Pick<OrderRow, 'symbol'>, units: number | undefined) {
    const instrument = this.#find(symbol);
    if (instrument === undefined || units === undefined) return undefined;
    return fromScaled(units, instrument.baseDecimals);
  }

  /** Undefined also for a price of 0, which a market order has. */
  #toPrice({ symbol = '' }: Pick<OrderRow, 'symbol'>, ticks: number | undefined) {
    const instrument = this.#find(symbol);
    if (instrument === undefined || ticks === undefined || ticks === 0) return undefined;
    return fromScaled(ticks, instrument.ratePrecision);
  }
}

interface SendStart {
  readonly kind: string;
  readonly coId: string;
  readonly attempt: number;
}

/** Fill as journaled: the symbol in place of the instrument. */
type JournaledFill = Omit<Fill, 'instrument'> & { readonly symbol: string };
