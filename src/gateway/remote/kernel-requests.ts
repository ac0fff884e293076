// Carries out the kernel's requests to refresh or probe something now, besides the regular polls.
import type { KernelRequest, RateEvent } from '../../domain/events/index.js';
import { type Instrument, MINUTE } from '../../domain/index.js';
import { NEVER_USED } from '../../domain/orders/index.js';
import { toPollEvent } from '../../polling/index.js';
import type { OrderTracker } from './orders/order-tracker.js';
import { readOften } from './connect.js';
import type { RemotePorts } from './ports.js';
import { queryOrder } from './orders/query.js';

/** Session time between two queries of reference data that the venue does not have. */
const REFERENCE_EVERY = MINUTE;

export interface AskPorts {
  readonly follower: OrderTracker;
  readonly instruments: readonly Instrument[];
  /** Reads orders, trades and positions of the login at once. */
  reconcile(): void;
  /** Reads positions alone. */
  readPositions(): Promise<unknown>;
  renewLogin(): void;
  emitRate(instrument: Instrument, rate: RateEvent): void;
}

export class KernelRequests {
  readonly #remote: RemotePorts;
  readonly #ports: AskPorts;
  /** Requests under way: an equal one is not started twice. */
  readonly #running = new Set<string>();

  constructor(remote: RemotePorts, ports: AskPorts) {
    this.#remote = remote;
    this.#ports = ports;
  }

  /**
   * Returns at once; results become poll events. Throttles concern the request budget, not this
   * class.
   */
  take({ kind, what, symbol, coId }: KernelRequest): void {
    if (kind === 'throttle') return;
    const task = this.#findTask(kind, what, symbol, coId);
    const name = `${kind} ${what} ${what === 'order' ? coId : symbol}`;
    if (task === undefined || this.#running.has(name)) return;
    this.#running.add(name);
    void task().finally(() => {
      this.#running.delete(name);
    });
  }

  #findTask(
    kind: 'refresh' | 'probe',
    what: string,
    symbol: string,
    coId: string,
  ): (() => Promise<unknown>) | undefined {
    const named = this.#ports.instruments.filter((one) => symbol === '' || one.symbol === symbol);
    const all = (read: (instrument: Instrument) => Promise<void>) => async () => {
      for (const instrument of named) await read(instrument);
    };
    switch (`${kind} ${what}`) {
      case 'refresh login':
        return toTask(() => {
          this.#ports.renewLogin();
        });
      // Positions of all symbols, whichever the request names.
      case 'refresh positions':
        return () => this.#ports.readPositions();
      case 'refresh clock':
        return () => this.#readClock();
      case 'refresh refdata':
        return all((instrument) => this.#readReference(instrument));
      case 'refresh quote':
      case 'probe quote':
        return symbol === '' ? undefined : all((instrument) => this.#readRate(instrument));
      case 'probe order':
        return coId === '' ? undefined : () => queryOrder(this.#remote, this.#ports.follower, coId);
      case 'probe trades':
      case 'probe positions':
        return toTask(() => {
          this.#ports.reconcile();
        });
      default:
        return undefined;
    }
  }

  /** Every response has the venue's time; this query has no other effect. */
  async #readClock(): Promise<void> {
    const { client, poller } = this.#remote;
    await poller.requestNow('safety', () => client.orderByCoId(NEVER_USED));
  }

  /**
   * Repeats until the venue has it: a pause that waits for the symbol's reference data then ends.
   */
  async #readReference({ symbol }: Instrument): Promise<void> {
    const { client, emit, wait } = this.#remote;
    for (;;) {
      const terms = await readOften(this.#remote, symbol, () => client.symbolReference(symbol));
      if (terms.class === 'data') {
        emit({ type: 'reference', symbol, terms: terms.value });
        return;
      }
      emit(toPollEvent('reference', symbol, terms));
      await wait(REFERENCE_EVERY);
    }
  }

  async #readRate(instrument: Instrument): Promise<void> {
    const { client, poller, emit } = this.#remote;
    const outcome = await poller.requestNow('data', () => client.spotRate(instrument));
    const { symbol } = instrument;
    if (outcome.class !== 'data') emit(toPollEvent('rate', symbol, outcome));
    else this.#ports.emitRate(instrument, outcome.value);
  }
}

/** Only starts the work; its result is handled elsewhere. */
function toTask(begin: () => void): () => Promise<void> {
  return () => {
    begin();
    return Promise.resolve();
  };
}
