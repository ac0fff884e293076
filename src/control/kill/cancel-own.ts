// Cancels a bot's own orders from another process, one by one: those in the venue's list and those
// open in the bot's journal, until two lists in a row have none and each has a final report.
import type { OrderEvent } from '../../domain/events/index.js';
import {
  createInstrument,
  type Instrument,
  MILLISECOND,
  ok,
  type Result,
} from '../../domain/index.js';
import type { LoginSettings } from '../../plan/index.js';
import type { CancelOnlyClient } from '../../client/index.js';
import type { FindInstrument } from '../../protocol/codecs/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { FoundEnd } from '../../recovery/index.js';
import { CancelRounds, VenuePace } from './cancel-pace.js';
import { type KnownBook, KnownOrders } from '../known-orders.js';

const CLEAN_ROUNDS = 2;

export interface CancelReport {
  /** Two lists in a row had none, and every order open in the journal is known to have ended. */
  readonly isProven: boolean;
  /** coIds for which a cancel was sent. */
  readonly cancelled: readonly string[];
  /** coIds that the last list still had, or that are open in the journal. */
  readonly left: readonly string[];
  /** How the orders open in the journal ended. */
  readonly ends: readonly FoundEnd[];
  /** coIds of other orders on the login, by the last list. */
  readonly others: readonly string[];
  /** Why it is not proven; empty when it is. */
  readonly trouble: string;
  /**
   * The venue answered cancels with a serious error: after the last round the operator has to act.
   */
  readonly isSlow: boolean;
  /** Monotonic milliseconds until the first cancel was handed over, and until the end; -1: none. */
  readonly firstCancelMs: number;
  readonly endMs: number;
}

/** Intermediate result, for a display. */
export interface CancelLook extends Pick<CancelReport, 'left' | 'trouble'> {
  /** Monotonic milliseconds from the start after which no more is tried. */
  readonly giveUpMs: number;
}

export type CancelWatch = (look: CancelLook) => void;

/** A client that can cancel and query, with the pace that the venue's responses ask for. */
export interface OutsideClient extends CancelOnlyClient {
  readonly pace: VenuePace;
}

/** Process id and time make each request id unique: a venue may ignore a repeated id. */
interface CancelPorts {
  readonly clock: SessionPorts['clock'];
  readonly host: Pick<SessionPorts['host'], 'processId'>;
}

/**
 * Opens a client that can only cancel and query. `instruments` are those of the bot's journal:
 * positions in other symbols use built-in terms, or are left out without any. Without `instruments`
 * the client reads only ids and states of orders, so that no size or price can fail.
 */
export async function openCancelOnly(
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

/** Defines the bot's own orders. */
export interface OwnScope {
  /** Whether the client order id is the bot's; other orders are left alone. */
  readonly owns: (coId: string) => boolean;
  /**
   * Reads the journal's open orders, after the first cancels have left; a fault of it proves
   * nothing.
   */
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
  /** Own orders of the last list, and coIds of other orders in it. */
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

  /** More rounds would give no more information. */
  #isOver(): boolean {
    return this.#clean >= CLEAN_ROUNDS && this.#left.length === 0;
  }

  #tell(): void {
    const { giveUpMs } = this.#rounds;
    this.#watch({ left: this.#left, trouble: this.#trouble, giveUpMs });
  }

  /**
   * One round: reads the list, cancels own orders in it, then the open orders of the journal that
   * the list does not have.
   */
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
      this.#unread = `cannot read the open orders from the journal: ${book.fault.message}`;
    }
    const now = () => this.#clock.wallMillis() * MILLISECOND;
    return new KnownOrders(this.#client, book.ok ? book.value : NO_BOOK, now);
  }
}

const NO_BOOK: KnownBook = { orders: [], positions: null, instruments: [] };

/** Explains open orders that no list has. */
function describeHidden(known: KnownOrders | undefined, left: readonly string[]): string {
  const open = known?.open.filter(({ coId }) => left.includes(coId)) ?? [];
  const shown = open.filter(({ isShown }) => isShown).map(({ coId }) => coId);
  if (open.length === 0) return '';
  const which = shown.length > 0 ? 'which had accepted them' : 'which may have received them';
  const hint = 'ask the venue how they ended, then run weir resolve COID';
  return `these orders are neither active nor proven ended at the venue, ${which}; ${hint}`;
}

/** coIds of other orders on the login; empty where the venue gives no list. */
export async function listOthers(
  client: CancelOnlyClient,
  owns: OwnScope['owns'],
): Promise<readonly string[]> {
  const list = await client.activeOrders();
  return list.class === 'data' ? list.value.flatMap(({ coId }) => (owns(coId) ? [] : [coId])) : [];
}

type Cancellable = Pick<OrderEvent, 'coId' | 'orderId'>;

/** Sends a cancel of an order if one is due; finds its order id where the list has none. */
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
