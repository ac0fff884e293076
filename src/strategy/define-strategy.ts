// The interface of a strategy: data plus one function from streams to intents.
import type { Observable } from 'rxjs';
import type { z } from 'zod';
import type { Bust, Fill, OrderView, ParentView, Refusal } from '../domain/events/index.js';
import type { Instant, Instrument, Rate } from '../domain/index.js';
import type {
  CancelIntent,
  ExecuteIntent,
  Intent,
  PlaceIntent,
  RfsIntent,
  Side,
} from '../domain/orders/index.js';
import type { Quote, QuoteRequestView } from '../domain/quotes/index.js';
import type { KernelTime } from './kernel-time.js';

/** Own net position in a symbol. */
export interface PositionView {
  readonly symbol: string;
  /** Units of the base currency; positive is long. */
  readonly quantity: number;
}

/**
 * Everything that a strategy can read and do; the same in every mode. Streams emit within a step of
 * the kernel: an intent made outside it (by a promise or a timer of the platform) halts the
 * strategy.
 */
export interface StrategyContext<Params> {
  readonly params: Params;
  /** Accepted rates of a symbol that the configuration allows. */
  rates(symbol: string): Observable<Rate>;
  /** Own orders, at every change. */
  readonly orders: Observable<OrderView>;
  /** Own parent orders, at every change. */
  readonly parents: Observable<ParentView>;
  /** Own quote requests with their live quotes, at every change. */
  readonly quotes: Observable<QuoteRequestView>;
  readonly fills: Observable<Fill>;
  /** Own trades that the venue busted; an amended trade is a bust followed by a fill. */
  readonly busts: Observable<Bust>;
  /** Own intents that the risk gate refused. */
  readonly refusals: Observable<Refusal>;
  /** Own position of a symbol after every fill. */
  readonly positions: Observable<PositionView>;
  /** Failed reads, as text; for strategies that want to stop trading then. */
  readonly faults: Observable<{ readonly at: Instant; readonly message: string }>;
  position(symbol: string): number;
  instrument(symbol: string): Instrument;
  /** The kernel's time, epoch microseconds. */
  now(): Instant;
  readonly time: KernelTime;
  /** A separate stream of random numbers, uniform in [0, 1); the session's seed repeats it. */
  random(name: string): () => number;
  /** A note for journal and report. */
  note(text: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  /** Places an order; returns the intent id that `cancel` and `orders` use. */
  place(intent: Omit<PlaceIntent, 'kind'>): number;
  cancel(intentId: number): void;
  /**
   * Sends a quote request at subscription and emits it at every change. Completes when no quote of
   * it can be accepted any more, or when the gate refused it. Unsubscribing withdraws it unless a
   * quote is accepted.
   */
  rfs(request: Omit<RfsIntent, 'kind'>): Observable<QuoteRequestView>;
  /** Accepts a quote, once per request: an order of type PQ with the intent id of the request. */
  accept(quote: Quote, side: Side): void;
  /**
   * Starts a parent order with an execution algorithm. A known key, also from a previous run,
   * starts no second one: `parents` emits the known parent with its filled quantity.
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

/** True when a loaded module's export is a strategy definition. */
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

/** A limit order; IOC by default. */
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
