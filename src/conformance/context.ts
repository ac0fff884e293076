// What the checks of conformance work with: read-only calls in the words of a profile, each seen as
// it went over the wire.
import {
  type CallListener,
  createVenueClient,
  type Credentials,
  type VenueClient,
} from '../client/index.js';
import { createBackOfficeClient } from '../client/index.js';
import {
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  ok,
  type Result,
} from '../domain/index.js';
import {
  createProfile,
  formatPath,
  type ProfileChanges,
  type Route,
  type RouteId,
  ROUTES,
  toQueryTexts,
  type VenueProfile,
} from '../protocol/index.js';
import type { Finding } from './finding.js';
import { createTap, type Seen } from './wire-capture.js';

export interface ConformanceVenue {
  readonly baseUrl: string;
  /** The only signers of its certificate that are trusted, PEM. */
  readonly ca?: string | undefined;
  readonly credentials: Credentials;
  readonly instruments: readonly Instrument[];
  readonly now: () => Instant;
  /** Gives the venue time: a part of a second. */
  readonly pause: () => Promise<void>;
  /** Trades are booked and changed. */
  readonly hasDesk?: boolean;
  /** Told of every call of the run. */
  readonly onCall?: CallListener;
}

/** An answer with its parsed body; undefined when it is no JSON. */
export interface Reply extends Seen {
  readonly body: unknown;
  /** Request and answer for the report. */
  readonly evidence: string;
}

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** How a client of one question differs from the usual one. */
export interface Variant {
  readonly credentials?: Credentials;
  readonly profile?: VenueProfile;
  /** Its clock less the right one. */
  readonly offset?: Micros;
}

/** Sends one call that changes something, by gate and journal; a text is why it did not leave. */
export type Send = (
  client: VenueClient,
  id: RouteId,
  input: Readonly<Record<string, unknown>>,
) => Promise<string | undefined>;

/** What calls that change something are sent with; only by the owner's word. */
export interface WriteTools {
  readonly send: Send;
  /** Start of the ids of this run: no other run has it. */
  readonly idPrefix: string;
  /** Keeps what was downloaded and is gone at the venue. */
  readonly keep: (records: string) => void;
}

/** Longest part of an answer in the report. */
const MAX_EVIDENCE = 240;
/** Answers that ask for fewer requests, and how often a read waits after one. */
const OVER_LIMIT: readonly number[] = [429, 503];
const MAX_WAITS = 40;

/** One venue under test. What a check finds is believed by those after it. */
export class Context {
  readonly venue: ConformanceVenue;
  readonly #tap = createTap();
  #profile: VenueProfile;
  #client: VenueClient;
  readonly #secrets: readonly string[];
  /** When each login of this run ends, epoch milliseconds. */
  readonly #sessionEnds: number[] = [];

  private constructor(venue: ConformanceVenue, profile: VenueProfile, client: VenueClient) {
    this.venue = venue;
    this.#profile = profile;
    this.#client = client;
    this.#secrets =
      'hmac' in venue.credentials ? [venue.credentials.hmac.secret] : [venue.credentials.password];
  }

  /** Fault codes as `createVenueClient`. */
  static create(venue: ConformanceVenue, profile: VenueProfile): Result<Context> {
    const first = createClient(venue, toOptions(venue, { profile }));
    if (!first.ok) return first;
    const context = new Context(venue, profile, first.value);
    return context.#reopen();
  }

  get profile(): VenueProfile {
    return this.#profile;
  }

  /** Takes what differs as the new assumption. */
  async adopt({ changes }: Finding): Promise<void> {
    if (changes !== undefined) await this.assume(changes);
  }

  /** Goes on with changes of the profile. */
  async assume(changes: ProfileChanges): Promise<void> {
    this.#profile = createProfile(changes, this.#profile);
    const old = this.#client;
    this.#reopen();
    await old.close();
  }

  /** Logs in or renews, and tells what went over the wire. */
  async login(kind: 'login' | 'renew'): Promise<{ readonly ok: boolean; readonly seen: Reply[] }> {
    this.#last();
    const result = await this.#client[kind]();
    return { ok: result.ok, seen: this.#tap.take().map((one) => this.#toReply(one)) };
  }

  /** Asks a call that only reads, with unchecked words, and gives its last answer. */
  async ask(id: RouteId, { params = {}, query = {} }: Asked = {}): Promise<Reply> {
    const route = ROUTES[id];
    if (route.kind !== 'read') throw new RangeError(`${id} is no call that only reads`);
    const path = formatPath(route, params, toQueryTexts(query));
    for (let waits = 0; ; waits += 1) {
      const reply = await this.#carry(route, path);
      if (!OVER_LIMIT.includes(reply.status) || waits === MAX_WAITS) return reply;
      await this.venue.pause();
    }
  }

  /** As `ask`, but takes an answer that asks for fewer requests as it is. */
  askOnce(id: RouteId, { params = {}, query = {} }: Asked = {}): Promise<Reply> {
    const route = ROUTES[id];
    if (route.kind !== 'read') throw new RangeError(`${id} is no call that only reads`);
    return this.#carry(route, formatPath(route, params, toQueryTexts(query)));
  }

  /** Downloads records of STP, which are gone at the venue then. */
  download(maxCount: number): Promise<Reply> {
    const route = ROUTES.stpMessages;
    return this.#carry(route, formatPath(route, {}, toQueryTexts({ maxCount })));
  }

  /** Logins of this run that have not ended, as far as their answers say. */
  countSessions(): number {
    const nowMs = this.venue.now() / MILLISECOND;
    return this.#sessionEnds.filter((end) => end > nowMs).length;
  }

  /** Sends a call that changes something; a text is why it was not sent. */
  async write(
    send: Send,
    id: RouteId,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Reply | string> {
    this.#last();
    const refusal = await send(this.#client, id, input);
    return refusal ?? this.#last();
  }

  /** The first answer that a client of another kind gets to a read, or to its login. */
  async askAs(variant: Variant, id: RouteId | 'login', asked: Asked = {}): Promise<Reply> {
    const tap = createTap();
    const options = toOptions(this.venue, { profile: this.#profile, ...variant });
    const client = createVenueClient({ ...options, createLane: tap.createLane });
    if (!client.ok) return this.#toReply({ line: id, status: 0, headers: {}, text: '' });
    const { params = {}, query = {} } = asked;
    if (id === 'login') await client.value.login();
    else {
      const path = formatPath(ROUTES[id], params, toQueryTexts(query));
      await client.value.carry({ route: ROUTES[id], path, coId: '' });
    }
    await client.value.close();
    const isLogin = (line: string) => line.includes(ROUTES.login.path);
    const [first] = tap.take().filter(({ line }) => isLogin(line) === (id === 'login'));
    return this.#toReply(first ?? { line: id, status: 0, headers: {}, text: '' });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #reopen(): Result<Context> {
    const options = toOptions(this.venue, { profile: this.#profile });
    const client = createClient(this.venue, { ...options, createLane: this.#tap.createLane });
    if (!client.ok) return client;
    this.#client = client.value;
    return ok(this);
  }

  async #carry(route: Route, path: string): Promise<Reply> {
    this.#last();
    await this.#client.carry({ route, path, coId: '' });
    return this.#last();
  }

  /** The newest of what went over the wire since the last time. */
  #last(): Reply {
    const replies = this.#tap.take().map((one) => this.#toReply(one));
    return replies.at(-1) ?? this.#toReply({ line: '', status: 0, headers: {}, text: '' });
  }

  #toReply(seen: Seen): Reply {
    const { line, status, text } = seen;
    const body = parse(text);
    if (status === 200 && line.endsWith(ROUTES.login.path)) this.#countLogin(body);
    const clean = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
    const shown = clean.length > MAX_EVIDENCE ? `${clean.slice(0, MAX_EVIDENCE)}...` : clean;
    const what = status === 0 ? 'no answer' : `${String(status)} ${shown}`.trim();
    return { ...seen, body, evidence: `${line}: ${what}` };
  }

  #countLogin(body: unknown): void {
    const end = typeof body === 'object' && body !== null && 'expiryTime' in body;
    if (end && typeof body.expiryTime === 'number') this.#sessionEnds.push(body.expiryTime);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createClient(
  { hasDesk }: ConformanceVenue,
  options: Parameters<typeof createVenueClient>[0],
): Result<VenueClient> {
  if (hasDesk !== true) return createVenueClient(options);
  const desk = createBackOfficeClient(options);
  return desk.ok ? ok(desk.value.client) : desk;
}

function toOptions(venue: ConformanceVenue, { credentials, profile, offset = 0 }: Variant) {
  const bySymbol = new Map(venue.instruments.map((one) => [one.symbol, one]));
  return {
    ...(credentials ?? venue.credentials),
    ...{ baseUrl: venue.baseUrl, ca: venue.ca },
    findInstrument: (symbol: string) => bySymbol.get(symbol),
    now: () => venue.now() + offset,
    ...(venue.onCall === undefined ? {} : { onCall: venue.onCall }),
    ...(profile === undefined ? {} : { profile }),
  };
}

export type Check = (context: Context) => AsyncGenerator<Finding, void>;
export type { ProfileChanges };
