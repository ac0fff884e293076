// The remote gateway: a venue behind HTTP, polled, behind the same port as the local gateway.
import type {
  FilledOrder,
  KernelRequest,
  BotEvent,
  OrderEvent,
} from '../../domain/events/index.js';
import {
  assert,
  type Instant,
  type Instrument,
  type Micros,
  type Result,
} from '../../domain/index.js';
import type { Approved, Command, PlaceCommand } from '../../domain/orders/index.js';
import type { ListOutcome, LoginListener, ReadOutcome } from '../../client/index.js';
import { createRandom } from '../../determinism/index.js';
import {
  DEFAULT_SHARES,
  RequestBudget,
  createPoller,
  createStreams,
  ORDER_PACE,
  type RateReading,
  toUnchanged,
} from '../../polling/index.js';
import { encodeCommand, type NetQuantity } from '../../protocol/codecs/index.js';
import type { RemoteListener } from '../port.js';
import { KernelRequests } from './kernel-requests.js';
import { Canceller } from './orders/cancel.js';
import { OrderTracker } from './orders/order-tracker.js';
import type { RemoteGateway } from './gateway-port.js';
import { trackAfterSubmit } from './orders/after-submit.js';
import { openVenue } from './connect.js';
import type { RemoteGatewayOptions } from './options.js';
import type { RemotePorts } from './ports.js';
import { RemoteQuotes } from './quotes.js';
import { Reconciler } from './reconciler.js';
import { Renewal } from './login-renewal.js';
import { type Verification, ClosedOrderCheck } from './orders/closed-order-check.js';
import { DEFAULT_TRIES, RetryDelays } from './retry-delays.js';
import { toSendResult } from '../submit-result.js';

/** Most requests of polls in flight, one of them reserved for safety. */
const MAX_IN_FLIGHT = 4;
const UNAUTHORIZED = 401;

export function createRemoteGateway(options: RemoteGatewayOptions): RemoteGateway {
  return new PolledVenue(options);
}

class PolledVenue implements RemoteGateway {
  readonly #options: RemoteGatewayOptions;
  readonly budget: RequestBudget;
  readonly #ports: RemotePorts;
  readonly #waits: RetryDelays;
  readonly #follower: OrderTracker;
  readonly #canceller: Canceller;
  readonly #quotes: RemoteQuotes;
  readonly #verifier: ClosedOrderCheck;
  /** Ends the polls of rates. */
  #stops: readonly (() => void)[] = [];
  readonly #renewal: Renewal;
  readonly #reconciler: Reconciler;
  readonly #asks: KernelRequests;
  #listener: RemoteListener | undefined;
  #isClosed = false;
  /** A login failed, or a response was 401, since the last login. */
  #isLoginDoubted = false;
  #emptyStatus: number | undefined;
  /** Commands without a request id so far. */
  #unnamed = 0;

  constructor(options: RemoteGatewayOptions) {
    const { client, clock, machine, restsWhenRefused, seed } = options;
    this.#options = options;
    this.budget = new RequestBudget(options.shares ?? DEFAULT_SHARES, clock.now());
    this.#waits = new RetryDelays(clock);
    const { budget } = this;
    const polling = { clock, budget, maxInFlight: MAX_IN_FLIGHT, seed, restsWhenRefused };
    const poller = createPoller(polling);
    this.#ports = {
      budget,
      client,
      instruments: options.instruments,
      clock,
      machine,
      poller,
      streams: createStreams({ client, clock, poller }),
      orderPace: options.orderPoll ?? ORDER_PACE,
      emit: (event) => {
        this.#emit(event);
      },
      wait: (span) => this.#waits.wait(span),
      tries: options.tries ?? DEFAULT_TRIES,
      mayRepeat: () => this.budget.retries.take(clock.now()),
      random: (name) => createRandom(seed, name),
    };
    this.#follower = new OrderTracker(this.#ports);
    this.#reconciler = new Reconciler(this.#ports, this.#follower, options);
    this.#renewal = new Renewal(this.#ports);
    this.#canceller = new Canceller(this.#ports, this.#follower);
    this.#quotes = new RemoteQuotes(this.#ports);
    this.#asks = new KernelRequests(this.#ports, {
      follower: this.#follower,
      instruments: options.instruments,
      reconcile: () => {
        this.#reconciler.run();
      },
      readPositions: () => this.#reconciler.refreshPositions(),
      renewLogin: () => {
        this.#renewal.renew();
      },
      emitRate: (instrument, rate) => {
        this.#listener?.rate(instrument, rate);
      },
    });
    this.#verifier = new ClosedOrderCheck(this.#ports, this.#follower, () => this.#emptyStatus);
  }

  async open(): Promise<Result<readonly BotEvent[]>> {
    const opened = await openVenue(this.#ports, this.#options.instruments);
    if (!opened.ok) return opened;
    const calibration = opened.value.find((event) => event.type === 'calibration');
    this.#emptyStatus = calibration?.emptyStatus;
    return opened;
  }

  start(listener: RemoteListener): void {
    assert(this.#listener === undefined && !this.#isClosed, 'a gateway can be started only once');
    this.#listener = listener;
    const { instruments, polled = instruments, pollInterval } = this.#options;
    this.#stops = polled.map((instrument) => {
      const rates = this.#ports.streams.rates(instrument, { interval: pollInterval });
      const subscription = rates.subscribe((reading) => {
        this.#emitRate(instrument, reading);
      });
      return () => {
        subscription.unsubscribe();
      };
    });
    this.#renewal.arm();
  }

  send(command: Approved<Command>, body?: string, requestId = this.#nameUnnamed(command)): void {
    this.#assertRunning();
    switch (command.kind) {
      case 'cancel':
        this.#canceller.cancel(command, requestId);
        return;
      case 'withdraw':
        this.#quotes.withdraw(command, requestId);
        return;
      case 'rfs':
        this.#quotes.request(command, body ?? encodeCommand(command));
        return;
      case 'place':
        if (command.quote === undefined) this.#place(command, body ?? encodeCommand(command));
        else this.#quotes.accept(command, body ?? encodeCommand(command));
    }
  }

  orderGap(): Micros | undefined {
    return this.#follower.gap();
  }

  listGap(): Micros | undefined {
    return this.#reconciler.listGap();
  }

  positionGap(): Micros | undefined {
    return this.#reconciler.positionGap();
  }

  findAnyOrder(coIds: readonly string[]): Promise<ReadOutcome<OrderEvent>['class']> {
    return this.#reconciler.knows(coIds);
  }

  track(coId: string, orderId: string, quoteOf?: Instrument): void {
    this.#assertRunning();
    if (quoteOf !== undefined) this.#quotes.follow(coId, orderId, quoteOf);
    else if (orderId === '') this.#follower.probe(coId, true);
    else this.#follower.follow(coId, orderId);
  }

  followTrades(order: FilledOrder): void {
    this.#assertRunning();
    this.#follower.followTrades(order);
  }

  resumePolls(): void {
    this.#ports.poller.resumeRefused();
    this.#reconciler.goOn();
  }

  listActive(): Promise<ListOutcome<string>> {
    const { client, poller } = this.#ports;
    return poller.requestNow('safety', () => client.recovery.activeCoIds());
  }

  readPositions(): Promise<ListOutcome<NetQuantity>> {
    const { client, poller } = this.#ports;
    return poller.requestNow('safety', () => client.recovery.netPositions());
  }

  verifyEnded(...terms: Parameters<ClosedOrderCheck['verify']>): Promise<Verification> {
    return this.#verifier.verify(...terms);
  }

  noteLogin(...[result, status, transport]: Parameters<LoginListener>): void {
    if (result.ok) {
      // A pause that waits for a login ends with it.
      if (this.#isLoginDoubted) queueMicrotask(() => this.#emit(toUnchanged('login', '', status)));
      this.#isLoginDoubted = false;
      this.#reconciler.sweep();
      return;
    }
    const { code, message } = result.fault;
    const subject = code === 'client.renew' ? 'renew' : 'login';
    this.#isLoginDoubted = true;
    // A refused login may be reported during a send.
    queueMicrotask(() => {
      const why = transport === undefined ? {} : { transport };
      this.#emit({ type: 'poll', subject, key: '', outcome: 'failed', status, ...why, message });
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#renewal.stop();
    this.#reconciler.stop();
    this.#waits.cancelAll();
    this.#follower.close();
    this.#quotes.close();
    for (const stop of this.#stops) stop();
    return this.#options.client.close();
  }

  /** Session time makes the id unique, in later sessions as well. */
  #nameUnnamed({ coId }: Command): string {
    this.#unnamed += 1;
    const at = this.#options.clock.now().toString(36);
    return `${coId}.unnamed.${at}.${String(this.#unnamed)}`;
  }

  #place(command: PlaceCommand, body: string): void {
    const { client, poller } = this.#ports;
    const { coId, attempt } = command;
    const sent = poller.requestNow('trading', () => client.placeOrder(body, coId, attempt));
    void sent.then((outcome) => {
      if (this.#isClosed) return;
      const found = this.#options.classify(outcome);
      trackAfterSubmit(this.#follower, coId, outcome.orderId, found);
      this.#reconciler.touch(coId, outcome.orderId);
      this.#emit(toSendResult('place', coId, { ...outcome, class: found }, attempt > 1));
    });
  }

  #emitRate(instrument: Instrument, reading: RateReading): void {
    if (reading.kind === 'poll') {
      this.#emit(reading.event);
      return;
    }
    this.#listener?.rate(instrument, reading.event);
  }

  carryOut(ask: KernelRequest): void {
    if (!this.#isClosed) this.#asks.take(ask);
  }

  reconcile(): void {
    this.#reconciler.run();
  }

  readTrades(coIds: readonly string[], since: Instant): Promise<boolean> {
    return this.#reconciler.readTrades(coIds, since);
  }

  #emit(event: BotEvent): void {
    if ('status' in event && event.status === UNAUTHORIZED) this.#isLoginDoubted = true;
    if (!this.#isClosed) this.#listener?.event(event);
  }

  #assertRunning(): void {
    const isRunning = this.#listener !== undefined && !this.#isClosed;
    assert(isRunning, 'a gateway sends and follows only between start and close');
  }
}
