// What a strategy is: data plus one function of streams.
import type { Observable } from 'rxjs';
import type { z } from 'zod';
import type {
  Bust,
  CancelIntent,
  ExecuteIntent,
  Fill,
  Instant,
  Instrument,
  Intent,
  OrderView,
  ParentView,
  PlaceIntent,
  Quote,
  Rate,
  Refusal,
  QuoteRequestView,
  RfsIntent,
  Side,
} from '../domain/index.js';
import type { KernelTime } from './kernel-time.js';

/** Own net position in a symbol. */
export interface PositionView {
  readonly symbol: string;
  /** Units of the base currency; positive is long. */
  readonly quantity: number;
}

/**
 * What a strategy may see and do; the same in every mode. Streams belong to the kernel's step: an
 * intent made outside it (a promise, a timer of the platform) halts the strategy.
 */
export interface StrategyContext<Params> {
  readonly params: Params;
  /** Accepted rates of a symbol that the configuration allows, newest as it comes. */
  rates(symbol: string): Observable<Rate>;
  /** Own orders, at every change. */
  readonly orders: Observable<OrderView>;
  /** Own parent orders, at every change. */
  readonly parents: Observable<ParentView>;
  /** Own requests for quotes, with the quotes that live, at every change. */
  readonly quotes: Observable<QuoteRequestView>;
  readonly fills: Observable<Fill>;
  /** Own trades that the venue took back; one that it changed is a fill again after that. */
  readonly busts: Observable<Bust>;
  /** Own intents that the risk gate refused. */
  readonly refusals: Observable<Refusal>;
  /** Own position of a symbol after every fill. */
  readonly positions: Observable<PositionView>;
  /** Reads that failed, as text; for strategies that want to hold back. */
  readonly faults: Observable<{ readonly at: Instant; readonly message: string }>;
  position(symbol: string): number;
  instrument(symbol: string): Instrument;
  /** The kernel's time, epoch microseconds. */
  now(): Instant;
  readonly time: KernelTime;
  /** A stream of random numbers of its own, uniform in [0, 1); repeated by the session's seed. */
  random(name: string): () => number;
  /** A remark for journal and report. */
  note(text: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  /** Asks for an order; returns the id that `cancel` and `orders` know it by. */
  place(intent: Omit<PlaceIntent, 'kind'>): number;
  cancel(intentId: number): void;
  /**
   * Asks for firm quotes once it is subscribed to, and shows that request at every change;
   * completes when no quote of it can be accepted any more, or when the gate refused it.
   * Unsubscribing withdraws it unless a quote is accepted.
   */
  rfs(request: Omit<RfsIntent, 'kind'>): Observable<QuoteRequestView>;
  /** Deals on a quote, once per request: an order of type PQ whose intent is the request's. */
  accept(quote: Quote, side: Side): void;
  /**
   * Hands a parent order to an execution algorithm. One whose key is known, from a run before too,
   * is no second one: `parents` shows the known one again, with what of it is filled.
   */
  execute(intent: Omit<ExecuteIntent, 'kind'>): void;
}

export interface StrategyDefinition<Schema extends z.ZodType = z.ZodType> {
  /** Kebab-case, unique; the file's name for shipped strategies. */
  readonly id: string;
  /** One sentence for lists. */
  readonly summary: string;
  readonly params: Schema;
  /** Streams in, intents out. Completion ends the strategy once its orders have ended. */
  run(context: StrategyContext<z.output<Schema>>): Observable<Intent>;
}

/** Defines a strategy; the schema of `params` types `ctx.params`. */
export function defineStrategy<Schema extends z.ZodType>(
  definition: StrategyDefinition<Schema>,
): StrategyDefinition<Schema> {
  return Object.freeze(definition);
}

/** Whether a loaded module's export is a strategy definition. */
export function isStrategyDefinition(value: unknown): value is StrategyDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { id, summary, params, run } = value as Partial<Record<keyof StrategyDefinition, unknown>>;
  return (
    typeof id === 'string' &&
    typeof summary === 'string' &&
    typeof run === 'function' &&
    typeof params === 'object' &&
    params !== null &&
    'safeParse' in params
  );
}

/** A limit order; IOC unless told otherwise. */
export function limit(
  order: Omit<PlaceIntent, 'kind' | 'type' | 'timeInForce'> &
    Partial<Pick<PlaceIntent, 'timeInForce'>>,
): PlaceIntent {
  return { kind: 'place', type: 'Limit', timeInForce: 'IOC', ...order };
}

/** A market order, IOC; `price` is the protection price: the worst acceptable rate. */
export function market(
  order: Omit<PlaceIntent, 'kind' | 'type' | 'timeInForce' | 'expirySeconds'>,
): PlaceIntent {
  const { symbol, side, size, price, currency } = order;
  const intent = { kind: 'place', type: 'Market', timeInForce: 'IOC', symbol, side, size, price };
  return (currency === undefined ? intent : { ...intent, currency }) as PlaceIntent;
}

/** Cancels an own order by the id that `place` returned. */
export function cancel(intentId: number): CancelIntent {
  return { kind: 'cancel', intentId };
}

/** A parent order for an execution algorithm; see `docs/execution-algorithms.md`. */
export function execute(parent: Omit<ExecuteIntent, 'kind'>): ExecuteIntent {
  return { kind: 'execute', ...parent };
}
