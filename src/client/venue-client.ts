// The venue's REST interface as typed calls: log in, place, cancel, read.
import type { OrderEvent, RateEvent } from '../domain/events/index.js';
import {
  formatFault,
  type Instant,
  type Instrument,
  type InstrumentTerms,
  ok,
  type Result,
} from '../domain/index.js';
import {
  decodeCoIds,
  decodeNetPositions,
  type NetQuantity,
  decodeOrders,
  decodeSpotRate,
  decodeSymbolReference,
} from '../protocol/codecs/index.js';
import {
  classifyCancel,
  classifyPlace,
  formatPath,
  ROUTES,
  type SendOutcome,
} from '../protocol/index.js';
import { createRespellings, DEFAULT_PROFILE } from '../protocol/profile/index.js';
import {
  type AnyOutcome,
  type CallOptions,
  type ApiTransport,
  createApi,
  isBackOfficeRoute,
  type PreparedCall,
  type VenueApi,
} from './api.js';
import { createCarrier, type LoggedInSender, type Repeat } from './api-transport.js';
import type { ClientParts, VenueClientOptions } from './client-options.js';
import type { Authenticator, LoginInfo, AuthHeaders } from './login/authenticator.js';
import { createAuthenticator } from './login/create-authenticator.js';
import { checkBaseUrl } from './check-base-url.js';
import { createConnection } from './transport/connections.js';
import { QuoteCalls, type QuoteCarrier } from './quote-calls.js';
import {
  type Decode,
  decodeFills,
  decodeNamedOrder,
  type ListOutcome,
  type ReadOutcome,
  toRedactedReadOutcome,
  toListOutcome,
  toNone,
} from './read.js';
import { type Call, createSender, forRecovery } from './sender.js';
import { realCallClock } from './real-clock.js';
import type { Exchange } from './transport/transport.js';
import { type Classify, toRedactedSubmitOutcome } from './write.js';

/**
 * Creates a client of the venue at `baseUrl`; sends nothing yet. Fault codes `client.base-url` and
 * `client.hmac`.
 */
export function createVenueClient(options: VenueClientOptions): Result<VenueClient> {
  const baseUrl = checkBaseUrl(options);
  if (!baseUrl.ok) return baseUrl;
  const profile = options.profile ?? DEFAULT_PROFILE;
  const spelling = { respellings: createRespellings(profile.calls), profile };
  const { ca, createLane: lanes = createConnection, refusals } = options;
  const { loginTries: tries, now, onLogin = () => undefined, machine = realCallClock } = options;
  const made: { auth?: Authenticator } = {};
  const watching = { ...options, redact: (text: string) => made.auth?.redact(text) ?? '' };
  const sender = createSender({ ...baseUrl.value, ca }, lanes, machine, spelling, watching);
  const proving = { profile, now, onLogin, sender, tries, refusals };
  const authenticator = createAuthenticator(options, proving);
  if (!authenticator.ok) return authenticator;
  made.auth = authenticator.value;
  const parts = { sender, auth: authenticator.value, profile, find: options.findInstrument };
  return ok(new VenueClient({ ...parts, carriesDesk: options.carriesDesk === true }));
}

/** One user at one venue. Every call resolves with an outcome; none throws or rejects. */
export class VenueClient {
  readonly #parts: ClientParts;
  readonly #auth: Authenticator;
  readonly #api: VenueApi;
  readonly #carrier: ApiTransport;
  readonly #quotes: QuoteCalls;
  #recovery: VenueClient | undefined;

  constructor(parts: ClientParts) {
    const { sender, auth, profile } = parts;
    this.#parts = parts;
    this.#auth = auth;
    const loggedIn: LoggedInSender = {
      nextRequestId: () => sender.nextRequestId(),
      send: (call, repeat) => this.#sendLoggedIn(call, repeat),
      redact: (text) => auth.redact(text),
    };
    this.#carrier = createCarrier(loggedIn, profile);
    this.#api = createApi(this.#carrier);
    const carrier: QuoteCarrier = {
      sendOnce: (call, classify) => this.#sendOnce(call, classify),
      send: (call, classify) => this.#write(call, classify),
      read: (route, path, decode) => this.#read(route, path, decode),
    };
    this.#quotes = new QuoteCalls(carrier, profile);
  }

  /**
   * The same client for queries of the outcome of orders: an order that hangs does not block them.
   */
  get recovery(): VenueClient {
    this.#recovery ??= new VenueClient({ ...this.#parts, sender: forRecovery(this.#parts.sender) });
    return this.#recovery;
  }

  /** Own requests for quotes. */
  get quotes(): QuoteCalls {
    return this.#quotes;
  }

  /** Every route as a typed call, grouped by area, without the back office; outside Weir's gate. */
  get api(): VenueApi {
    return this.#api;
  }

  /** Sends a call of `prepareCall`, once. */
  carry(call: PreparedCall, options: CallOptions = {}): Promise<AnyOutcome> {
    if (isBackOfficeRoute(call.route) && !this.#parts.carriesDesk) {
      const message = `${call.route.id} moves trades or money: this client cannot make such calls`;
      return this.#carrier.turnDown(call.route, message);
    }
    return this.#carrier.carry(call, options);
  }

  /** Logs in; with HMAC nothing is sent, and the login does not expire. */
  login(): Promise<Result<LoginInfo>> {
    return this.#auth.login();
  }

  /** Session time of the next renewal; NEVER before the first login and with HMAC. */
  renewDueAt(): Instant {
    return this.#auth.renewDueAt;
  }

  /** Renews the token, or logs in when the venue refuses the renewal. */
  renew(): Promise<Result<LoginInfo>> {
    return this.#auth.renew();
  }

  /**
   * Places an order with its canonical body. It is dispatched within this call and only once: a 401
   * starts a renewal, but the order is not repeated.
   */
  placeOrder(body: string, coId: string, attempt: number): Promise<SendOutcome> {
    const route = ROUTES.placeOrder;
    const call = { route, path: route.path, requestId: `${coId}.${String(attempt)}`, body };
    return this.#sendOnce(call, (status, text) => {
      return classifyPlace(status, text, coId, this.#parts.profile);
    });
  }

  #sendOnce(call: Call, classify: Classify): Promise<SendOutcome> {
    const auth = this.#auth;
    const message = auth.obstacle(call.route.kind);
    if (message !== undefined) {
      void auth.login();
      const nothing = { status: 0, code: '', orderId: '' };
      return Promise.resolve({ class: 'not-sent', transport: 'gate', message, ...nothing });
    }
    const proof = auth.proof();
    return this.#send(call, proof).then((answer) => {
      if (answer.status === 401) void proof.replace();
      return this.#toSendOutcome(answer, classify);
    });
  }

  /** Cancels one order by the venue's id; repeated once after a 401, under the id of `again`. */
  cancelOrder(orderId: string, requestId: string, again?: () => string): Promise<SendOutcome> {
    const route = ROUTES.cancelOrder;
    return this.#cancel({ route, path: formatPath(route, { id: orderId }), requestId, again });
  }

  /** Requests to cancel all active orders of the login, whoever placed them. */
  cancelAllOrders(): Promise<SendOutcome> {
    const route = ROUTES.cancelAllOrders;
    return this.#cancel({ route, path: route.path, requestId: this.#parts.sender.nextRequestId() });
  }

  spotRate(instrument: Instrument): Promise<ReadOutcome<RateEvent>> {
    const path = formatPath(ROUTES.spotRate, {}, { symbol: instrument.symbol });
    return this.#read(ROUTES.spotRate, path, (body) =>
      decodeSpotRate(body, instrument, this.#parts.profile),
    );
  }

  orderByCoId(coId: string): Promise<ReadOutcome<OrderEvent>> {
    const path = formatPath(ROUTES.queryOrders, {}, { coId });
    const decode = decodeNamedOrder('coId', coId, this.#parts.find, this.#parts.profile);
    return this.#read(ROUTES.queryOrders, path, decode);
  }

  orderById(orderId: string): Promise<ReadOutcome<OrderEvent>> {
    const path = formatPath(ROUTES.queryOrder, { id: orderId });
    const decode = decodeNamedOrder('orderId', orderId, this.#parts.find, this.#parts.profile);
    return this.#read(ROUTES.queryOrder, path, decode);
  }

  activeOrders(): Promise<ListOutcome<OrderEvent>> {
    const decode = (body: unknown) => decodeOrders(body, this.#parts.find, this.#parts.profile);
    return this.#list(ROUTES.queryOrders, decode, this.#parts.profile.noActiveOrderStatus);
  }

  /** coIds of all active orders of the login, including those in other symbols. */
  activeCoIds(): Promise<ListOutcome<string>> {
    return this.#list(ROUTES.queryOrders, decodeCoIds, this.#parts.profile.noActiveOrderStatus);
  }

  /** Units of the login's own positions by value date, in the instruments of `find`. */
  netPositions(find = this.#parts.find): Promise<ListOutcome<NetQuantity>> {
    const { profile } = this.#parts;
    const decode = (body: unknown) => decodeNetPositions(body, find, profile);
    return this.#list(ROUTES.positions, decode, profile.trades.noPositionStatus);
  }

  /** Fills of one order by the venue's order id, or by the coId. */
  fills(id: string, key: 'orderId' | 'coId' = 'orderId') {
    const path = formatPath(ROUTES.orderFills, {}, { [key]: id });
    const decode = decodeFills(key, id, this.#parts.find, this.#parts.profile);
    return this.#read(ROUTES.orderFills, path, decode);
  }

  symbolReference(symbol: string): Promise<ReadOutcome<InstrumentTerms>> {
    const path = formatPath(ROUTES.symbolReference, { symbol });
    return this.#read(ROUTES.symbolReference, path, (body) => decodeSymbolReference(body, symbol));
  }

  /** Waits for running calls within their deadlines, then closes every connection. */
  close(): Promise<void> {
    return this.#parts.sender.close();
  }

  #cancel(call: Call): Promise<SendOutcome> {
    return this.#write(call, (status, text) => classifyCancel(status, text, this.#parts.profile));
  }

  async #write(call: Call, classify: Classify): Promise<SendOutcome> {
    const answer = await this.#sendLoggedIn(call);
    return this.#toSendOutcome(answer, classify);
  }

  async #list<T>(
    route: Call['route'],
    decode: Decode<readonly T[]>,
    noneStatus: number,
  ): Promise<ListOutcome<T>> {
    return toListOutcome(await this.#read(route, route.path, decode, toNone(noneStatus)));
  }

  async #read<T>(
    route: Call['route'],
    path: string,
    decode: Decode<T>,
    none?: readonly number[],
  ): Promise<ReadOutcome<T>> {
    const requestId = this.#parts.sender.nextRequestId();
    const answer = await this.#sendLoggedIn({ route, path, requestId });
    const redact = (text: string) => this.#auth.redact(text);
    return toRedactedReadOutcome(answer, decode, this.#parts.profile, none, redact);
  }

  /** Sends with a valid login; after a 401 renews it, and sends once more where allowed. */
  async #sendLoggedIn(call: Call, repeat: Repeat = 'after-401'): Promise<Exchange> {
    const auth = this.#auth;
    if (auth.obstacle(call.route.kind) !== undefined) {
      const login = await auth.login();
      if (!login.ok) {
        const message = formatFault(login.fault);
        return { ok: false, sent: false, status: 0, transport: 'gate', message };
      }
    }
    const proof = auth.proof();
    const answer = await this.#send(call, proof);
    if (answer.status !== 401) return answer;
    if (!(await proof.replace()) || repeat === 'once') return answer;
    const requestId = call.again?.() ?? this.#parts.sender.nextRequestId();
    return this.#send({ ...call, requestId }, auth.proof());
  }

  /** Sends in the caller's tick. */
  async #send(call: Call, proof: AuthHeaders): Promise<Exchange> {
    const answer = await this.#parts.sender.send(call, proof.prove);
    proof.see(answer);
    return answer;
  }

  #toSendOutcome(answer: Exchange, classify: Classify): SendOutcome {
    return toRedactedSubmitOutcome(answer, classify, (text) => this.#auth.redact(text));
  }
}
