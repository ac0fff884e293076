// One strategy instance inside the kernel: its streams, its context and its life cycle.
import { isObservable, Observable, type Subscription } from 'rxjs';
import type {
  Bust,
  Fill,
  Note,
  OrderView,
  ParentView,
  Refusal,
} from '../../domain/events/index.js';
import type { Instant, Instrument, Rate } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import type { Intent, RfsIntent } from '../../domain/orders/index.js';
import type { QuoteRequestView } from '../../domain/quotes/index.js';
import { createRandom } from '../../determinism/index.js';
import {
  accept,
  createKernelTime,
  Emitter,
  freezeDeep,
  type KernelClock,
  type PositionView,
  type StrategyContext,
} from '../../strategy/index.js';
import { capText } from './intent-details.js';
import type { StrategyInstance } from './strategy-instance.js';

/** Functions of the kernel that a strategy host calls. */
export interface HostPorts {
  readonly clock: KernelClock;
  readonly seed: number;
  rates(host: StrategyHost, symbol: string): Observable<Rate>;
  instrument(symbol: string): Instrument;
  /** Queues an intent and returns its id. */
  take(host: StrategyHost, intent: Intent): number;
  /** The strategy no longer subscribes to this quote request. */
  release(host: StrategyHost, requestId: number): void;
  note(host: StrategyHost, text: string, fields: Note['fields']): void;
  /** Throws outside a step of the kernel. */
  assertInStep(host: StrategyHost, what: string): void;
  ended(host: StrategyHost, error: unknown): void;
}

export class StrategyHost {
  readonly name: string;
  readonly id: string;
  readonly orders = new Emitter<OrderView>();
  readonly parents = new Emitter<ParentView>();
  readonly quotes = new Emitter<QuoteRequestView>();
  readonly fills = new Emitter<Fill>();
  readonly busts = new Emitter<Bust>();
  readonly refusals = new Emitter<Refusal>();
  readonly positionChanges = new Emitter<PositionView>();
  readonly faults = new Emitter<{ readonly at: Instant; readonly message: string }>();
  /** Own net position by instrument id, in minor units of the base currency. */
  readonly positions: Float64Array;
  /** The strategy's stream has completed, failed or been stopped. */
  hasEnded = false;
  readonly #instance: StrategyInstance;
  readonly #ports: HostPorts;
  #subscription: Subscription | undefined;

  constructor(instance: StrategyInstance, symbols: number, ports: HostPorts) {
    this.name = instance.name;
    this.id = instance.definition.id;
    this.positions = new Float64Array(symbols);
    this.#instance = instance;
    this.#ports = ports;
  }

  /** Subscribes to the strategy; runs in a step of the kernel. */
  start(): void {
    try {
      const intents: unknown = this.#instance.definition.run(this.#createContext());
      if (!isObservable(intents)) {
        const found = JSON.stringify(intents) as string | undefined;
        throw new TypeError(
          'expected run to return an Observable of intents, ' +
            `found ${(found ?? 'undefined').slice(0, 100)}`,
        );
      }
      this.#subscription = intents.subscribe({
        next: (intent) => {
          this.#take(intent as Intent);
        },
        error: (error: unknown) => {
          this.#end(error ?? new Error('the strategy failed without a reason'));
        },
        complete: () => {
          this.#end(undefined);
        },
      });
    } catch (error) {
      this.#end(error);
    }
    if (this.hasEnded) this.#subscription?.unsubscribe();
  }

  /** Emits the position after a fill. */
  showPosition(instrument: Instrument): void {
    if (!this.positionChanges.isObserved) return;
    const quantity = this.#quantityOf(instrument);
    this.positionChanges.emit({ symbol: instrument.symbol, quantity });
  }

  #quantityOf({ id, baseDecimals }: Instrument): number {
    // unreached: in range
    return (this.positions[id] ?? 0) / powerOfTen(baseDecimals);
  }

  /** Position in the strategy's file where an error was thrown; empty when unknown. */
  locate(error: unknown): string {
    return this.#instance.locate?.(error) ?? '';
  }

  /** Ends the strategy; its stream is unsubscribed. */
  stop(): void {
    this.hasEnded = true;
    this.#subscription?.unsubscribe();
  }

  /** Stream of one quote request, which is sent at subscription and withdrawn at unsubscription. */
  #rfs(intent: Omit<RfsIntent, 'kind'>): Observable<QuoteRequestView> {
    return new Observable((subscriber) => {
      const requestId = this.#ports.take(this, { ...intent, kind: 'rfs' });
      let isAsked = false;
      let isOver = false;
      const complete = () => {
        isOver = true;
        subscriber.complete();
      };
      subscriber.add(
        this.quotes.stream.subscribe((view) => {
          if (view.requestId !== requestId) return;
          isAsked = true;
          isOver = view.isOver;
          subscriber.next(view);
          if (isOver) complete();
        }),
      );
      subscriber.add(
        // A refusal after the request was sent concerns an acceptance: the request goes on.
        this.refusals.stream.subscribe(({ intentId }) => {
          if (intentId === requestId && !isAsked) complete();
        }),
      );
      return () => {
        if (!isOver) this.#ports.release(this, requestId);
      };
    });
  }

  /** An emission that is no intent ends the strategy; RxJS would report the throw only later. */
  #take(intent: Intent): void {
    try {
      this.#ports.take(this, intent);
    } catch (error) {
      this.#end(error);
      this.#subscription?.unsubscribe();
    }
  }

  #end(error: unknown): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#ports.ended(this, error);
  }

  #createContext(): StrategyContext<unknown> {
    const ports = this.#ports;
    return Object.freeze({
      params: freezeDeep(this.#instance.params),
      rates: (symbol: string) => ports.rates(this, symbol),
      orders: this.orders.stream,
      parents: this.parents.stream,
      quotes: this.quotes.stream,
      fills: this.fills.stream,
      busts: this.busts.stream,
      refusals: this.refusals.stream,
      positions: this.positionChanges.stream,
      faults: this.faults.stream,
      position: (symbol: string) => this.#quantityOf(ports.instrument(symbol)),
      instrument: (symbol: string) => ports.instrument(symbol),
      now: () => ports.clock.now,
      time: createKernelTime(ports.clock),
      random: (name: string) => createRandom(ports.seed, `${this.name}/${name}`),
      note: (text: string, fields: Note['fields'] = {}) => {
        ports.assertInStep(this, 'a note');
        ports.note(this, capText(text), fields);
      },
      place: (intent) => ports.take(this, { ...intent, kind: 'place' }),
      cancel: (intentId: number) => {
        ports.take(this, { kind: 'cancel', intentId });
      },
      rfs: (intent) => this.#rfs(intent),
      accept: (quote, side) => {
        ports.take(this, accept(quote, side));
      },
      execute: (intent) => {
        ports.take(this, { ...intent, kind: 'execute' });
      },
    } satisfies StrategyContext<unknown>);
  }
}
