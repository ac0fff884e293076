// Cancels a bot's own orders from outside it, one by one: those that the venue lists and those that
// the bot's journal has open, until two lists in a row show none and each has had its last word.
import {
  createInstrument,
  type Instrument,
  MILLISECOND,
  ok,
  type OrderEvent,
  type Result,
} from '../../domain/index.js';
import type { LoginSettings } from '../../plan/index.js';
import type { CancelOnlyClient } from '../../client/index.js';
import type { FindInstrument, VenueProfile } from '../../protocol/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { FoundEnd } from '../../recovery/index.js';
import { CancelRounds, VenuePace } from './cancel-pace.js';
import { type KnownBook, KnownOrders } from '../known-orders.js';

const CLEAN_ROUNDS = 2;

export interface CancelReport {
  /** Two lists in a row showed none, and each that the journal has open is known to be over. */
  readonly isProven: boolean;
  /** coIds that were asked to end. */
  readonly cancelled: readonly string[];
  /** Those that the last list still had, or that the journal has open and nothing has ended. */
  readonly left: readonly string[];
  /** How those ended that the journal has open. */
  readonly ends: readonly FoundEnd[];
  /** Orders of the login that are not the bot's, by the last list. */
  readonly others: readonly string[];
  /** Why it is not proven, or empty. */
  readonly trouble: string;
  /** The venue answered cancels with a serious error: when they are over it is a person's turn. */
  readonly isSlow: boolean;
  /** Machine time until the first cancel was handed over, and until the end; -1: none. */
  readonly firstCancelMs: number;
  readonly endMs: number;
}

/** What a look at the venue has shown so far, for who waits. */
export interface CancelLook extends Pick<CancelReport, 'left' | 'trouble'> {
  /** Machine time from the begin after which nothing more is tried. */
  readonly giveUpMs: number;
}

export type CancelWatch = (look: CancelLook) => void;

/** A client that can cancel and ask, and knows what the venue's answers ask of it. */
export interface OutsideClient extends CancelOnlyClient {
  readonly pace: VenuePace;
}

/** By process and time each request has a name of its own: a venue may drop what it has seen. */
interface CancelPorts {
  readonly clock: SessionPorts['clock'];
  readonly host: Pick<SessionPorts['host'], 'processId'>;
}

/**
 * A client that can cancel and ask, and nothing else. `instruments` are those of the bot's journal:
 * positions in others are read by the known terms of their symbol, or left out without any.
 * Without them only names and states of orders are read, which no size or price can make fail.
 */
export async function openSafety(
  { clock, http }: Pick<SessionPorts, 'clock' | 'http'>,
  login: LoginSettings,
  profile: VenueProfile | undefined,
  instruments?: readonly Instrument[],
): Promise<Result<OutsideClient>> {
  const { createCancelOnlyClient: createSafetyClient, findWait } =
    await import('../../client/index.js');
  const pace = new VenuePace();
  const created = createSafetyClient({
    ...login,
    ...(profile === undefined ? {} : { profile }),
    ...(http.createLane === undefined ? {} : { createLane: http.createLane }),
    machine: clock,
    now: () => clock.wallMillis() * 1_000,
    findInstrument: instruments === undefined ? () => undefined : toFinder(instruments),
    onCall: ({ exchange }) => {
      pace.see(exchange.status, exchange.ok ? findWait(exchange) / MILLISECOND : 0);
    },
  });
  return created.ok ? ok({ ...created.value, pace }) : created;
}

function toFinder(instruments: readonly Instrument[]): FindInstrument {
  return (symbol) => {
    const known = instruments.find((one) => one.symbol === symbol);
    if (known !== undefined) return known;
    const created = createInstrument(0, symbol, {});
    return created.ok ? created.value : undefined;
  };
}

/** Which orders are the bot's own. */
export interface OwnScope {
  /** By the client order id; orders of others are left alone. */
  readonly owns: (coId: string) => boolean;
  /** What the journal has open, read once the first cancels are out; its fault proves nothing. */
  readonly readBook: () => Result<KnownBook>;
}

/** Never rejects. */
export function cancelOwn(
  client: OutsideClient,
  scope: OwnScope,
  ports: CancelPorts,
  watch: CancelWatch = () => undefined,
): Promise<CancelReport> {
  return new OwnCancels(client, scope, ports, watch).run();
}

class OwnCancels {
  readonly #client: OutsideClient;
  readonly #scope: OwnScope;
  readonly #clock: CancelPorts['clock'];
  readonly #watch: CancelWatch;
  readonly #since: number;
  readonly #names: string;
  readonly #rounds = new CancelRounds();
  readonly #cancelled = new Set<string>();
  #firstCancelMs = -1;
  /** Lists in a row without an own order. */
  #clean = 0;
  #known: KnownOrders | undefined;
  /** Own orders of the last list, and orders of others in it. */
  #listed: readonly OrderEvent[] = [];
  #others: readonly string[] = [];
  #trouble = '';
  /** Why the journal could not be read, or empty. */
  #unread = '';

  constructor(client: OutsideClient, scope: OwnScope, ports: CancelPorts, watch: CancelWatch) {
    this.#client = client;
    this.#scope = scope;
    this.#clock = ports.clock;
    this.#watch = watch;
    this.#since = ports.clock.monoMicros();
    this.#names = `outside.${String(ports.host.processId)}.${this.#since.toString(36)}`;
  }

  async run(): Promise<CancelReport> {
    this.#tell();
    while (!this.#isOver() && this.#elapsedMs < this.#rounds.giveUpMs) {
      const hasList = await this.#round();
      this.#tell();
      if (!this.#isOver()) await pause(this.#clock, this.#client.pace.next(!hasList));
    }
    const left = this.#left;
    const hidden = this.#trouble === '' ? describeHidden(this.#known, left) : this.#trouble;
    return {
      isProven: this.#isOver() && this.#unread === '',
      cancelled: [...this.#cancelled],
      left,
      ends: this.#known?.ends ?? [],
      others: this.#others,
      trouble: this.#unread === '' ? hidden : this.#unread,
      isSlow: this.#rounds.isSlow,
      firstCancelMs: this.#firstCancelMs,
      endMs: this.#elapsedMs,
    };
  }

  get #elapsedMs(): number {
    return (this.#clock.monoMicros() - this.#since) / MILLISECOND;
  }

  get #left(): readonly string[] {
    const open = this.#known?.open ?? [];
    return [...new Set([...this.#listed, ...open].map(({ coId }) => coId))];
  }

  /** Nothing more can be learned by going on. */
  #isOver(): boolean {
    return this.#clean >= CLEAN_ROUNDS && this.#left.length === 0;
  }

  #tell(): void {
    const { giveUpMs } = this.#rounds;
    this.#watch({ left: this.#left, trouble: this.#trouble, giveUpMs });
  }

  /** One list and what it asks for, then the orders of the journal that it does not show. */
  async #round(): Promise<boolean> {
    const list = await this.#client.activeOrders();
    if (list.class !== 'data') {
      this.#clean = 0;
      this.#trouble = list.message;
      this.#known ??= this.#readBook();
      return false;
    }
    const isOwn = ({ coId }: OrderEvent) =>
      this.#scope.owns(coId) || this.#known?.has(coId) === true;
    this.#listed = list.value.filter(isOwn);
    this.#others = list.value.flatMap((order) => (isOwn(order) ? [] : [order.coId]));
    this.#clean = this.#listed.length === 0 ? this.#clean + 1 : 0;
    this.#trouble = '';
    await this.#cancel(this.#listed);
    const known = (this.#known ??= this.#readBook());
    await known.look(list.value, this.#elapsedMs);
    await this.#cancel(
      known.open.filter(({ coId }) => !this.#listed.some((one) => one.coId === coId)),
    );
    return true;
  }

  async #cancel(orders: readonly Cancellable[]): Promise<void> {
    if (orders.length > 0 && this.#firstCancelMs < 0) this.#firstCancelMs = this.#elapsedMs;
    for (const { coId } of orders) this.#cancelled.add(coId);
    const now = this.#elapsedMs;
    await Promise.all(
      orders.map((order) => cancelOnce(this.#client, this.#rounds, order, this.#names, now)),
    );
  }

  #readBook(): KnownOrders {
    const book = this.#scope.readBook();
    if (!book.ok) {
      this.#unread = `the journal does not say which orders are open: ${book.fault.message}`;
    }
    const now = () => this.#clock.wallMillis() * MILLISECOND;
    return new KnownOrders(this.#client, book.ok ? book.value : NO_BOOK, now);
  }
}

const NO_BOOK: KnownBook = { orders: [], positions: null, instruments: [] };

/** Why orders are left that no list shows. */
function describeHidden(known: KnownOrders | undefined, left: readonly string[]): string {
  const open = known?.open.filter(({ coId }) => left.includes(coId)) ?? [];
  const shown = open.filter(({ isShown }) => isShown).map(({ coId }) => coId);
  if (open.length === 0) return '';
  const which = shown.length > 0 ? 'which it had' : 'whose requests may have reached it';
  const hint = 'ask the venue how they ended, then say so: weir resolve COID';
  return `the venue neither lists nor ends them, ${which}; ${hint}`;
}

/** Orders of the login that are not the bot's; none where the venue does not say. */
export async function listOthers(
  client: CancelOnlyClient,
  owns: OwnScope['owns'],
): Promise<readonly string[]> {
  const list = await client.activeOrders();
  return list.class === 'data' ? list.value.flatMap(({ coId }) => (owns(coId) ? [] : [coId])) : [];
}

type Cancellable = Pick<OrderEvent, 'coId' | 'orderId'>;

/** Cancels an order when it is its time; a list need not say by which id. */
async function cancelOnce(
  client: CancelOnlyClient,
  rounds: CancelRounds,
  { coId, orderId: listed }: Cancellable,
  names: string,
  nowMs: number,
): Promise<void> {
  const round = rounds.take(coId, nowMs);
  if (round === undefined) return;
  const orderId = listed === '' ? await findId(client, coId) : listed;
  if (orderId === '') return;
  const name = `${coId}.${names}.${String(round)}`;
  const { status } = await client.cancelOrder(orderId, name, () => `${name}.2`);
  rounds.answered(status);
}

async function findId(client: CancelOnlyClient, coId: string): Promise<string> {
  const found = await client.orderByCoId(coId);
  return found.class === 'data' ? found.value.orderId : '';
}

function pause(clock: SessionPorts['clock'], ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });
}
